"""`python -m cbir` is the command line, also if the `cbir` script is not on the path."""

import sys

from cbir.cli import main

if __name__ == "__main__":
    sys.exit(main())
