"""Find the Chromium that the browser tests drive; with --install, get one if there is none.

Prints its path. A browser of the system is used before one of Playwright's own, and one that
only runs without a screen before all others, for it takes a third less time. LUDUS_CHROMIUM names
another.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

PATIENTLY = ("-o", "Acquire::Retries=3", "-o", "DPkg::Lock::Timeout=120")
"""The network may fail for a moment, and somebody else may be installing something."""
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
PACKAGES = ("chromium-headless-shell", "chromium")


def find() -> Path | None:
    """The browser there is, if any."""
    named = os.environ.get("LUDUS_CHROMIUM")
    if named:
        return Path(named) if Path(named).is_file() else None
    for name in NAMES:
        found = shutil.which(name)
        if found:
            return Path(found)
    return _of_playwright()


def install() -> bool:
    """Get a browser: from the system's packages if we may, else from Playwright."""
    apt = shutil.which("apt-get")
    sudo = [] if os.geteuid() == 0 else ["sudo", "-n"]
    if apt and (not sudo or shutil.which("sudo")):
        _run([*sudo, apt, *PATIENTLY, "update", "-qq"])
        wanted = ["install", "-y", "-qq", "--no-install-recommends"]
        if any(_run([*sudo, apt, *PATIENTLY, *wanted, package]) for package in PACKAGES):
            return True
    return _run([sys.executable, "-m", "playwright", "install", "chromium"])


def _of_playwright() -> Path | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = Path(playwright.chromium.executable_path)
    return path if path.is_file() else None


def _run(command: list[str]) -> bool:
    print("Running", " ".join(command), file=sys.stderr, flush=True)
    return subprocess.run(command, check=False, stdout=sys.stderr).returncode == 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--install", action="store_true", help="get a browser if there is none")
    wanted = parser.parse_args()
    browser = find()
    if browser is None and wanted.install and install():
        browser = find()
    if browser is None:
        print("no Chromium found: install one, or name it in LUDUS_CHROMIUM", file=sys.stderr)
        return 1
    print(browser)
    return 0


if __name__ == "__main__":
    sys.exit(main())
