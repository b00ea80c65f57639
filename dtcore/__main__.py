"""``python -m dtcore``: hands over to the command, which stands on the engine.

By name, and not by an import: the engine knows nothing of what is built on it.
"""

import runpy

if __name__ == "__main__":
    runpy.run_module("dttools.command", run_name="__main__", alter_sys=True)
