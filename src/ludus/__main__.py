"""`python -m ludus` is the same as `ludus`."""

import sys

from ludus.cli import main

sys.exit(main())
