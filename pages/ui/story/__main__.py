"""``node-by-node export --lesson NAME``: a guided lesson or the course, without the app."""

import logging
import sys

from dtshow.page.command import main
from pages.ui.story.saved import pages

if __name__ == "__main__":
    logging.disable(logging.WARNING)  # Streamlit says again and again that no session runs
    sys.exit(main(guided=pages))
