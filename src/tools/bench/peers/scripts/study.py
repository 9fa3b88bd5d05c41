"""What the peers' scripts of studies share: the parameter sets, passes over them, the answer."""

import json
import time

FASTS = range(2, 27)
SLOWS = range(30, 61, 10)


def timed(study, passes):
    """Runs the study so many times; where something compiles, the second has it. Seconds of each, and fills."""
    seconds = []
    for _ in range(passes):
        started = time.perf_counter()
        fills = study()
        seconds.append(time.perf_counter() - started)
    return seconds, fills


def answer(outcome, version):
    """Prints the script's one line: seconds of both passes, and [fast, slow, fills] of each set."""
    seconds, fills = outcome
    counts = [[int(fast), int(slow), int(count)] for (fast, slow), count in fills.items()]
    print(json.dumps({"passSeconds": seconds, "sets": counts, "version": version}))
