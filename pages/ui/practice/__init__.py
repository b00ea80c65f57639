"""Making a table to practise on: the controls, the making in sight, and the way back to both."""
