"""Grades traces in the plain format on standard input by the case that
bench_test.go makes, the way one would write it down: each trace is a list of
calls, and each check is a search through it. Prints how many checks fail.
"""

import json
import sys


def checks():
    for n in range(20):
        other = (n + 7) % 30
        if n < 4:
            yield "call", (f"tool_{n}", {"id": "R7"}), None
        elif n < 8:
            yield "no_call", (f"tool_{n}", {"kind": "b", "count": -1}), None
        elif n < 12:
            yield "after", (f"tool_{n}", {"count": 3}), (f"tool_{other}", {})
        elif n < 16:
            yield "before", (f"tool_{n}", {}), (f"tool_{other}", {"id": "R8"})
        else:
            yield "or", (f"tool_{n}", {"id": "never"}), (f"tool_{other}", {"id": "X"})


def matches(call, pattern):
    tool, pins = pattern
    return call["tool"] == tool and all(k in call["args"] and call["args"][k] == v for k, v in pins.items())


def some(calls, pattern):
    return any(matches(c, pattern) for c in calls)


def holds(form, p, q, calls):
    if form == "call":
        return some(calls, p)
    if form == "no_call":
        return not some(calls, p)
    if form == "or":
        return some(calls, p) or not some(calls, q)
    for i, c in enumerate(calls):
        if matches(c, p) and not some(calls[:i] if form == "after" else calls[i + 1:], q):
            return False
    return True


def main():
    suite = list(checks())
    failed = 0
    calls = None

    def end():
        nonlocal failed
        if calls is not None:
            failed += sum(not holds(form, p, q, calls) for form, p, q in suite)

    for line in sys.stdin:
        event = json.loads(line)
        if "trace" in event:
            end()
            calls = []
        elif event.get("kind") == "call":
            event.setdefault("args", {})
            calls.append(event)
    end()
    print(failed)


main()
