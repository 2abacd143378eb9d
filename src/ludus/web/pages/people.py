"""Pages about people: devices, one's own data, privacy, and a line of chat that is out of place."""

from __future__ import annotations

from typing import Final

from ludus.web.live.page_models import ChatLineModel, DeviceModel, MailModel, MeModel, PrivacyModel
from ludus.web.pages.components import icon, push
from ludus.web.pages.html import (
    Child,
    Markup,
    a,
    div,
    form,
    h1,
    h2,
    img,
    input_,
    label,
    li,
    main,
    output,
    p,
    section,
    span,
    ul,
)
from ludus.web.pages.layout import document


def devices(model: MeModel) -> Markup:
    """Going to another device, and leaving all others."""
    return section(
        h2("Other devices", id="devices"),
        _device_link(model.device)
        if model.device
        else form(
            p("A link or QR code makes another device yours too, with all your seats and notes."),
            div(push("Make a link", type="submit"), class_="row end"),
            method="post",
            action="/me/device",
        ),
        form(
            p("Were you on a device that is not yours? All others then need a new link."),
            div(push("Log out everywhere else", type="submit"), class_="row end"),
            method="post",
            action="/me/logout",
        ),
        class_="card narrow stack",
        aria_labelledby="devices",
    )


def _device_link(url: str) -> Markup:
    return div(
        output("Open it on the other device. It works once, and for a short time.", role="status"),
        input_(
            type="text",
            id="device-link",
            value=url,
            readonly=True,
            aria_label="Link to another device",
            data_address=True,
        ),
        img(src=f"{url}/qr.svg", alt="The same link as a QR code", width=200, height=200),
        class_="stack",
    )


def own_data(model: MeModel) -> Markup:
    """Whom one has blocked, and an end to it all."""
    return section(
        h2("Your data", id="own-data"),
        p("What this server keeps, and for how long: ", a("privacy", href="/privacy"), "."),
        _blocked(model.blocked) if model.blocked else None,
        _forget_form() if model.visitor.name else None,
        class_="card narrow stack",
        aria_labelledby="own-data",
    )


def _blocked(blocked: tuple[tuple[str, str], ...]) -> Markup:
    return div(
        p("You hear nothing from these people:"),
        ul(
            (
                li(
                    form(
                        span(name),
                        " ",
                        input_(type="hidden", name="session", value=session),
                        push("Hear again", type="submit", aria_label=f"Hear {name} again"),
                        method="post",
                        action="/me/unblock",
                        class_="row",
                    )
                )
                for session, name in blocked
            ),
            class_="plain-list",
        ),
    )


def _forget_form() -> Markup:
    return form(
        p(
            "Deletes your name, your notes, what you wrote and your seats: bots play on for you. "
            "It cannot be undone."
        ),
        label(input_(type="checkbox", name="sure", value="true", required=True), " I am sure"),
        div(push("Delete everything about me", type="submit"), class_="row end"),
        method="post",
        action="/me/forget",
        class_="stack",
    )


def device(model: DeviceModel) -> str:
    return _card_page(
        "Your games on this device",
        model,
        p(f"On this device too you will be {model.name}, with all seats and notes."),
        p(f"Here you are {model.visitor.name} now: this device loses that name and its seats.")
        if model.visitor.name and model.visitor.name != model.name
        else None,
        form(
            div(
                push(f"Be {model.name} here", kind="primary large", type="submit"), class_="row end"
            ),
            method="post",
            action=model.url,
        ),
    )


def mail(model: MailModel) -> str:
    """Where the links in e-mails lead to."""
    heading, words, does = _MAIL[model.step]
    return _card_page(
        heading,
        model,
        p(words.format(address=model.address)),
        form(
            div(push(does, kind="primary large", type="submit"), class_="row end"),
            method="post",
            action=model.url,
        )
        if does
        else p(a("To the lobby", href="/", class_="button quiet")),
    )


_MAIL: Final = {
    "confirm": (
        "Is this your address?",
        "E-mails then go to {address} when it is your turn and you have no page open. Each has a "
        "link that ends them.",
        "Yes, send them",
    ),
    "confirmed": ("Confirmed", "You will be told by e-mail when it is your turn.", ""),
    "stop": ("No more e-mails?", "No more e-mails then go to {address}.", "No more e-mails"),
    "stopped": ("No more e-mails", "No more e-mails are sent to this address.", ""),
}
"""Heading, words and button for each step."""


def chat_line_page(model: ChatLineModel) -> str:
    back = a("Back to the table", href=model.url, class_="button quiet")
    if model.mine:
        return _card_page("Your own line", model, p(model.text), p(back))
    return _card_page(
        f"{model.name} wrote",
        model,
        p(model.text, class_="note"),
        form(
            p("Whoever runs this server reads it, and knows who reported it."),
            input_(type="hidden", name="line", value=model.line),
            div(push(icon("flag"), "Report", type="submit"), class_="row end"),
            method="post",
            action=f"{model.url}/report",
        ),
        form(
            p(
                f"You hear nothing more from {model.name}, here and elsewhere, and they cannot sit "
                "down at tables that you open. They are not told."
            ),
            input_(type="hidden", name="line", value=model.line),
            div(push(icon("mute"), f"Block {model.name}", type="submit"), class_="row end"),
            method="post",
            action=f"{model.url}/block",
        ),
        p(back),
    )


def privacy(model: PrivacyModel) -> str:
    kept = ", ".join(
        f"{what} {_days(days)}"
        for what, days in (
            ("those that wait for players are deleted", model.waiting),
            ("those that were begun", model.playing),
            ("finished ones", model.finished),
        )
    )
    return _card_page(
        "Privacy",
        model,
        h2("What is kept"),
        ul(
            li(
                "Your name and, if you set one, your webhook, until you delete them. One cookie "
                "says that it is you; there is no other, and nothing comes from elsewhere."
            ),
            li(
                "Where you want to be told of your turn: browsers, with the address that their "
                "makers' push service gave them; these services pass on what is encrypted for your "
                "browser."
                + (
                    " Your e-mail address, until you take it out or follow the link in an e-mail."
                    if model.mails
                    else ""
                )
            ),
            li(
                "Your tables: seats, moves, chat, and your private notes. Where nothing happens "
                f"any more, {kept}."
            ),
            li("Which rules and lessons you have come across, to show you what is new."),
            li("Whom you have blocked. What was reported, by whom, until it was looked at."),
            li(
                "The network address from which you came last: in memory only, until the server "
                "stops or many others have come. It counts how much comes from one address. An "
                "address that was banned is kept until the ban ends."
            ),
            li(
                "How many tables, uploads, analyses and e-mail addresses were yours or came from "
                "your network address today: counts without the name and the address, deleted on "
                "the next day."
            ),
            li(
                "Every request is written to a log, with the network address it came from."
                if model.access_log
                else "Requests are not logged. Errors are, without names or addresses."
            ),
            li("Backups have all of this, until whoever runs the server deletes them."),
        ),
        h2("What you can do"),
        p(
            "On the page ",
            a("My name", href="/me"),
            " you can log out everywhere else, and delete everything about you at once: names, "
            "notes, what you wrote, links. Moves stay, under another name, for those who played "
            "with you.",
        ),
        p("Whoever runs the server can read all of it, and hidden cards too, in its files."),
    )


def _days(days: float) -> str:
    return f"after {days:g} days" if days else "never"


def _card_page(
    heading: str, model: PrivacyModel | ChatLineModel | DeviceModel | MailModel, *children: Child
) -> str:
    return document(
        heading,
        model.visitor,
        main(
            div(h1(heading), *children, class_="card narrow stack"),
            id="main",
            class_="sheet",
            tabindex=-1,
        ),
        sheets=("lobby",),
    )
