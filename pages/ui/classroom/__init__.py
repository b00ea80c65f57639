"""A live class: a lesson that a room of phones follows, votes on and becomes the table of.

What a class says and sees is plain values: read ``steps`` (a step of a lesson in both languages),
``questions`` (a question, and what is told of it before and after), ``picture`` (the tree) and
``survey`` (the class as the table). All of it runs in any thread, outside of a session. Then
``class_state`` (where a class is, and what its teacher can do), ``view`` (what each of them is
shown of it), ``hub`` (how they learn of a change) and ``routes`` (the addresses, beside
Streamlit's); ``served`` has the ones of this process. What is kept stands in ``pages.store.rooms``.
"""
