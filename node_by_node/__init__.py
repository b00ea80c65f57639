"""The command ``node-by-node``: opens the app.

In an install the app lies in this package, below ``app/``: its folder ``pages`` is on the path of
the app's own process and of nobody else's. In a checkout it lies beside this package.
"""
