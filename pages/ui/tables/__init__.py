"""The tables that a lesson can be on: bundled, generated, uploaded; no Streamlit here.

Read ``catalogue`` (what comes with the app), ``generated`` (made to practise on), ``upload``, then
``find``, which knows them all by key. ``table_store`` shares generated tables among sessions,
``column_facts`` says what a column is like. Not done here: reading a file (``dttools.files``).
"""
