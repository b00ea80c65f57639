"""Files as the world writes them, and what is a right answer to each (README.md)."""
