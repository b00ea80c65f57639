"""The tables that come with a lesson, bundled or generated, and how the columns of any are taken.

Read ``catalogue`` (what comes with the app), ``generated`` (made to practise on), then ``find``,
which knows both by key, and ``table_choice``; ``column_facts`` says what a column is like, and
``leakage`` which ones give the answer away. Not done here: reading a file (``dttools.files``), and
tables that people bring (``pages.ui.tables``).
"""
