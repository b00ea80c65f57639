"""From the model to plotly figures, one idea a file; no Streamlit here.

``palette`` first: colours and second marks, the same on every page. ``finished`` is a figure that
many share. Not done here: no caching, no session, no clicks.
"""
