"""How often a law is tried: here, for all laws.

``python3 tasks.py test`` tries ``EXAMPLES`` random tables or seeds of each law, always the same
ones: what fails was broken by the last change, and fails again for whoever looks. At night
(``--nightly``) four times as many are drawn anew each time, so that over the weeks a law meets
tables that nobody has seen; a failing example is printed with the line that repeats it.
``--quick`` tries a few. Tables are kept in a store of this run's own.
"""

import os
import tempfile

from hypothesis import settings

EXAMPLES = 10

PATIENT = settings(deadline=None)  # a busy machine is not wrong
settings.register_profile("push", PATIENT, max_examples=EXAMPLES, derandomize=True)
settings.register_profile("quick", settings.get_profile("push"), max_examples=4)
settings.register_profile("nightly", PATIENT, max_examples=4 * EXAMPLES, print_blob=True)
settings.load_profile("push")

os.environ["NBN_STORE"] = f"sqlite:///{tempfile.mkdtemp(prefix='nbn-store-')}/store.db"
