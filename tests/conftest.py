"""How many examples a law is tried on: here, for all laws.

``--hypothesis-profile=quick`` tries a few, as ``python3 tasks.py test --quick`` does. A failing
example is printed, with the line that repeats it. Tables are kept in a store of this run's own.
"""

import os
import tempfile

from hypothesis import settings

settings.register_profile("full", max_examples=40, deadline=None)  # a busy machine is not wrong
settings.register_profile("quick", settings.get_profile("full"), max_examples=4)
settings.load_profile("full")

os.environ["NBN_STORE"] = f"sqlite:///{tempfile.mkdtemp(prefix='nbn-store-')}/store.db"
