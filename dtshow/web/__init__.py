"""What runs in the browser: modules and style sheets, one folder for each part, and how they become
one script (``script``). Not done here: what they draw (``dtshow.scene``), and who serves them.
"""
