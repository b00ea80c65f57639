"""The app in words, English and Chinese: ``text`` holds the catalogue and the long texts.

Read ``language`` (``_`` and plural forms), then ``narration`` (what just happened) and ``verdicts``
(why a candidate won or lost). ``number_format`` and ``markdown`` make numbers and users' text fit
to be shown. Not done here: what a policy says of itself stands on the policy (``dtcore.policies``).
"""
