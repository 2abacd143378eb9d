"""The small pages: my name, an invitation, an error."""

from __future__ import annotations

from ludus.web.config import NAME_LIMIT
from ludus.web.live.page_models import ErrorModel, InviteModel, JoinModel, MeModel
from ludus.web.pages.components import icon, mark, meander, push
from ludus.web.pages.contacts import turns
from ludus.web.pages.html import (
    Markup,
    a,
    classes,
    div,
    form,
    h1,
    h2,
    img,
    input_,
    label,
    li,
    main,
    ol,
    output,
    p,
    progress,
    section,
    span,
    strong,
)
from ludus.web.pages.layout import document
from ludus.web.pages.markdown import slug
from ludus.web.pages.people import devices, own_data


def me(model: MeModel) -> str:
    return document(
        "My name",
        model.visitor,
        main(
            div(
                h1("My name"),
                p("A name is enough; there are no accounts. This browser remembers it."),
                _trouble(model),
                form(
                    div(
                        label("Name", for_="name"),
                        _name_field(model.name),
                        class_="field",
                    ),
                    div(
                        label("Webhook", for_="webhook"),
                        input_(
                            type="url",
                            id="webhook",
                            name="webhook",
                            value=model.webhook,
                            maxlength=500,
                            placeholder="https://…",
                            aria_describedby="webhook-hint",
                        ),
                        p(
                            "Called when it is your turn and you have no page open. Optional.",
                            class_="quiet",
                            id="webhook-hint",
                        ),
                        class_="field",
                    ),
                    div(push("Save", kind="primary", type="submit"), class_="row end"),
                    method="post",
                    action="/me",
                    class_="stack",
                ),
                class_="card narrow",
            ),
            turns(model) if model.visitor.name else None,
            devices(model) if model.visitor.name else None,
            _progress(model) if model.progress else None,
            own_data(model),
            id="main",
            class_="sheet",
            tabindex=-1,
        ),
        sheets=("lobby", "rules"),
    )


def _progress(model: MeModel) -> Markup:
    """How many rules of each game one has met at a table, and what is new."""
    return section(
        h2("Rules you have met", id="rules-met"),
        (
            div(
                p(
                    strong(each.title),
                    f": you have met {each.met} of {each.rules} rules.",
                ),
                progress(
                    value=each.met,
                    max=each.rules,
                    aria_label=f"{each.title}: {each.met} of {each.rules} rules met",
                ),
                p(
                    "New to you: ",
                    a(each.next, href=f"/rules/{each.game}#{slug(each.chapter)}"),
                )
                if each.next
                else p("You have met them all."),
                class_="rules-met",
            )
            for each in model.progress
        ),
        class_="card narrow stack",
        aria_labelledby="rules-met",
    )


def _trouble(model: MeModel) -> Markup | None:
    if model.error:
        return output(model.error, class_="note bad", role="alert")
    if model.webhook_trouble:
        return output(model.webhook_trouble, class_="note warn", role="alert")
    if model.saved:
        return output(icon("check"), "Saved.", class_="note good", role="status")
    return None


def _name_field(name: str) -> Markup:
    return input_(
        type="text",
        id="name",
        name="name",
        value=name,
        maxlength=NAME_LIMIT,
        required=True,
        autocomplete="nickname",
        placeholder="Your name",
    )


def invite(model: InviteModel) -> str:
    carried = model.kind == "recovery"
    heading = (
        "Carry your seats to this device" if carried else f"{model.host or 'A friend'} invites you"
    )
    does = "Take my seats here" if carried else "Sit down and play"
    return document(
        f"{model.game.title}: invitation",
        model.visitor,
        main(
            div(
                img(src=model.game.picture, alt="", width=480, height=270),
                h1(heading),
                p(strong(model.game.title), ": ", model.game.line),
                ol(
                    (
                        li(
                            mark(row.seat),
                            strong(row.name or "Open seat"),
                            span("yours by this link", class_="flag")
                            if row.seat in model.claims
                            else None,
                            class_="seat-row",
                        )
                        for row in model.seats
                    ),
                    class_="seat-list",
                ),
                output(model.error, class_="note bad", role="alert") if model.error else None,
                form(
                    None
                    if carried
                    else div(
                        label("Your name", for_="name"),
                        _name_field(model.name or model.visitor.name),
                        class_="field",
                    ),
                    div(
                        push(icon("chair"), does, kind="primary large", type="submit"), class_="row"
                    ),
                    method="post",
                    action=model.url,
                    class_="stack",
                ),
                class_="card narrow invite",
            ),
            id="main",
            class_="sheet",
            tabindex=-1,
        ),
        sheets=("lobby",),
    )


def join(model: JoinModel) -> str:
    return document(
        "I have a link",
        model.visitor,
        main(
            div(
                h1("I have a link"),
                p("Paste the invitation that a friend sent you."),
                output(model.error, class_="note bad", role="alert") if model.error else None,
                form(
                    div(
                        label("Invitation link", for_="link"),
                        input_(
                            type="text",
                            id="link",
                            name="link",
                            value=model.link,
                            required=True,
                            autofocus=True,
                            autocomplete="off",
                            placeholder="https://…/i/…",
                        ),
                        class_="field",
                    ),
                    div(push("Go", kind="primary large", type="submit"), class_="row end"),
                    method="get",
                    action="/join",
                    class_="stack",
                ),
                class_="card narrow",
            ),
            id="main",
            class_="sheet",
            tabindex=-1,
        ),
        sheets=("lobby",),
    )


def error(model: ErrorModel) -> str:
    return document(
        model.title,
        model.visitor,
        main(
            div(
                p(model.status, class_="error-number", aria_hidden="true"),
                h1(model.title),
                p(model.sentence),
                meander(),
                p(
                    a("Watch the game", href=model.table, class_="button primary")
                    if model.table
                    else None,
                    a(
                        "To the lobby",
                        href="/",
                        class_=classes("button", not model.table and "primary"),
                    ),
                    class_="row",
                ),
                class_="card narrow error-card",
            ),
            id="main",
            class_="sheet",
            tabindex=-1,
        ),
        sheets=("lobby",),
    )
