"""``python -m dtcore``: hands over to the command, which stands on the engine."""

import sys

from dttools.command import main

if __name__ == "__main__":
    sys.exit(main())
