"""From the model to plotly figures, one idea a file; no Streamlit here.

``palette`` first (colours and second marks, the same on every page), then ``template``: the look of
every chart, and the lines and marks that charts are made of. Not done here: no caching, no session,
no clicks.
"""
