"""A lesson as one HTML file that needs no server and no network.

``recording`` records each beat and the looks at it as plain JSON; ``page`` puts the recording into
a page with the stage's own modules and styles, where ``web/page`` plays it; ``command`` writes the
file. Not done here: what needs the engine (a cut of one's own, moves by hand, settings).
"""
