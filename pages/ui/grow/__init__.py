"""The parts of the Grow page, each a function that draws one panel of the current lesson."""
