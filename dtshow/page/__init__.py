"""A lesson as one HTML file that needs no server and no network.

``ahead`` writes down, as plain JSON, each beat and what one may look at there; ``page`` puts it
into a page with the stage's own modules and styles, where ``web/page`` answers what is pressed.
What needs the engine (a cut of one's own, moves by hand, settings) is not drawn. Not done here: no
file is written, and no lesson is grown.
"""
