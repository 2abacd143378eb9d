"""The part of the page about oneself that says where one is told of one's turn."""

from __future__ import annotations

from ludus.web.live.page_models import ContactModel, MeModel
from ludus.web.pages.components import push
from ludus.web.pages.html import (
    Markup,
    div,
    form,
    h2,
    input_,
    label,
    li,
    p,
    section,
    span,
    ul,
)


def turns(model: MeModel) -> Markup:
    """Browsers and an e-mail address, each with a way out."""
    browsers = [each for each in model.contacts if each.kind == "push"]
    mail = next((each for each in model.contacts if each.kind == "mail"), None)
    return section(
        h2("When it is your turn", id="turns"),
        p("While you have no page open, you can be told:"),
        ul((_contact(each) for each in browsers), class_="plain-list") if browsers else None,
        _browser_form(),
        _mail_form(mail) if model.mails else None,
        class_="card narrow stack",
        aria_labelledby="turns",
    )


def _contact(contact: ContactModel) -> Markup:
    return li(
        form(
            span(contact.name),
            " ",
            input_(type="hidden", name="id", value=contact.id),
            push("Turn off", type="submit", aria_label=f"Turn off {contact.name}"),
            method="post",
            action="/me/contacts/drop",
            class_="row",
        )
    )


def _browser_form() -> Markup:
    """Sent by `push.js`, which asks the browser first."""
    return form(
        p("A message to this browser, also while it is closed.", id="push-words"),
        div(push("Turn on in this browser", type="submit"), class_="row end"),
        method="post",
        action="/me/push",
        data_push=True,
        class_="stack",
    )


def _mail_form(mail: ContactModel | None) -> Markup:
    return form(
        div(
            label("E-mail", for_="mail"),
            input_(
                type="email",
                id="mail",
                name="address",
                value=mail.name if mail else "",
                maxlength=254,
                autocomplete="email",
                aria_describedby="mail-hint",
            ),
            p(_mail_hint(mail), class_="quiet", id="mail-hint"),
            class_="field",
        ),
        div(push("Save e-mail", type="submit"), class_="row end"),
        method="post",
        action="/me/mail",
        class_="stack",
    )


def _mail_hint(mail: ContactModel | None) -> str:
    if mail is None:
        return "An e-mail is sent there first, with a link to confirm the address. Optional."
    if not mail.confirmed:
        return "Not confirmed yet: follow the link in the e-mail that was sent there."
    return "E-mails go there. Empty the field to end them."
