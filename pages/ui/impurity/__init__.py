"""The parts of the Impurity page, one file each; the page chooses which is shown."""
