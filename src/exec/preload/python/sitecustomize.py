"""Starts the preload of `orrery exec` in a Python program, then runs the environment's own sitecustomize.

Every Python must be able to read this file, old ones too, so that an old one is named and not guessed at.
"""
import os
import sys

OLDEST = (3, 9)
UNAVAILABLE = 69  # EX_UNAVAILABLE of sysexits.h


def _start_preload():
    """Starts the preload. A program whose preload fails is ended: it would reach the real broker."""
    if "ORRERY_FRONT_PORT" not in os.environ:
        return
    if sys.version_info < OLDEST:
        sys.stderr.write(
            "orrery exec: Python %d.%d or newer is needed, and this is Python %d.%d; run the program with a newer one\n"
            % (OLDEST + sys.version_info[:2])
        )
        sys.stderr.flush()
        os._exit(UNAVAILABLE)
    try:
        import orrery_preload

        orrery_preload.start()
    except BaseException:
        import traceback

        sys.stderr.write("orrery exec: the preload failed, so the program is not started\n")
        traceback.print_exc()
        sys.stderr.flush()
        os._exit(UNAVAILABLE)


def _run_next():
    """Runs the sitecustomize that this one hides: the first other one on the path."""
    import importlib.util

    here = os.path.dirname(os.path.abspath(__file__))
    for folder in sys.path:
        path = os.path.join(folder, "sitecustomize.py")
        if os.path.abspath(folder) != here and os.path.exists(path):
            spec = importlib.util.spec_from_file_location("sitecustomize", path)
            module = importlib.util.module_from_spec(spec)
            sys.modules["sitecustomize"] = module
            spec.loader.exec_module(module)
            return


_start_preload()
if sys.version_info >= (3, 4):
    _run_next()
