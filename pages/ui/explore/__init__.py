"""The panels of Explore, a package each: ``space``. Not done here: nothing is counted."""
