"""Makes ``python -m hearts`` the same as ``hearts``."""

import sys

from hearts.cli import main

if __name__ == "__main__":
    sys.exit(main())
