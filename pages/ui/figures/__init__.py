"""From the model to plotly figures; no Streamlit here."""
