"""The parts of the home page: the welcome, an upload, practice, and a card for each table."""
