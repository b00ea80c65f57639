"""The tables that people bring, large ones, and generated ones that sessions share.

Read ``upload``, then ``table_store``. Not done here: the tables that come with the app
(``dtshow.tables``), and reading a file (``dttools.files``).
"""
