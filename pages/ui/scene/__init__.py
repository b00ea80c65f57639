"""What the stage draws, as plain JSON: made from a lesson by code that knows no Streamlit."""
