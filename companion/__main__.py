"""`python -m companion` is the same as `arkside`."""

import sys

from companion.cli import main

if __name__ == "__main__":
    sys.exit(main())
