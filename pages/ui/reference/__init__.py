"""The parts of the Reference page: its ``head`` with the tabs, and a panel for each of them.

``algorithms`` tells recipes apart; ``glossary`` says what words mean; ``textbook`` sets the numbers
that the course texts print beside ours, and says which programs our trees were compared with, both
as tables of ``cells``. ``reference_view`` is what the page keeps between reruns.
"""
