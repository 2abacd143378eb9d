"""Push messages in a browser: turning them on, and what is shown while nobody looks."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import expect
from tests.browser.conftest import Sessions

pytestmark = pytest.mark.browser

SUBSCRIBED = """() => {
  // A push service takes no browser without a maker: this one's subscription is made by hand.
  PushManager.prototype.subscribe = async () => {
    const curve = { name: "ECDH", namedCurve: "P-256" };
    const pair = await crypto.subtle.generateKey(curve, true, ["deriveBits"]);
    const point = await crypto.subtle.exportKey("raw", pair.publicKey);
    return {
      endpoint: "https://8.8.8.8/send/1",
      getKey: (name) => (name === "auth" ? new Uint8Array(16).buffer : point),
    };
  };
}"""
NOTED = """() => {
  // A browser without a screen shows nothing: what it is to show is noted.
  self.shown = [];
  self.registration.showNotification = async (title, more) => self.shown.push({ title, ...more });
}"""


def test_a_browser_is_turned_on_shows_a_message_and_is_turned_off(visit: Sessions) -> None:
    page = visit("/me")
    page.context.grant_permissions(["notifications"])
    page.fill("#name", "Ann")
    page.get_by_role("button", name="Save", exact=True).click()
    page.evaluate(SUBSCRIBED)
    with page.expect_navigation():
        page.get_by_role("button", name="Turn on in this browser").click()
    off = page.get_by_role("button", name="Turn off Chrome on Linux")
    expect(off).to_be_visible()

    # What a push service would hand to the browser.
    (worker,) = page.context.service_workers
    worker.evaluate(NOTED)
    told = {"title": "Your turn", "body": "At last.", "url": f"{page.url}#x", "tag": "t1"}
    devtools = page.context.new_cdp_session(page)
    found: list[str] = []
    devtools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda event: found.extend(each["registrationId"] for each in event["registrations"]),
    )
    devtools.send("ServiceWorker.enable")
    while not found:
        page.wait_for_timeout(20)
    message = {"origin": page.evaluate("location.origin"), "registrationId": found[0]}
    devtools.send("ServiceWorker.deliverPushMessage", {**message, "data": json.dumps(told)})
    while not (shown := worker.evaluate("() => self.shown")):
        page.wait_for_timeout(20)
    url = told.pop("url")
    assert shown == [{**told, "data": {"url": url}}]

    off.click()
    expect(page.get_by_role("button", name="Turn off Chrome on Linux")).to_have_count(0)


def test_the_games_can_be_kept_as_an_app(visit: Sessions) -> None:
    page = visit("/")
    devtools = page.context.new_cdp_session(page)
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    told = json.loads(manifest["data"])
    assert (told["display"], told["start_url"], told["scope"]) == ("standalone", "/", "/")
    for icon in told["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"] == icon["type"]
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    # A window for one test is one that forgets everything, where nothing can be kept.
    assert [each["errorId"] for each in errors if each["errorId"] != "in-incognito"] == []
