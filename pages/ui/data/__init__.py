"""The parts of the Data page: what a file was read as, the target, the columns, what to mind."""
