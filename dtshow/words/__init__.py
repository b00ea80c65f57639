"""The app in words, English and Chinese: ``text`` holds the catalogue and the long texts.

Read ``language`` (``_`` and plural forms); ``number_format`` and ``markdown`` make numbers and
users' text fit to be shown. Not done here: what is said of a lesson (``dtshow.lesson``), and what a
policy says of itself (``dtcore.policies``).
"""
