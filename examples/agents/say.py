#!/usr/bin/env python3
"""Run a command, and tell the user what it prints.

Coding agents print their last words and do not know of a user. `mantrac eval` starts

    say.py COMMAND ARGUMENT…

which runs the command and has its standard output in the trace of the trial. It ends as
the command ends.
"""

import json
import os
import subprocess
import sys
import urllib.request


def say(text):
    """Tell the user something."""
    request = urllib.request.Request(
        os.environ["MANTRAC_URL"] + "/say",
        json.dumps({"text": text}).encode(),
        {"Content-Type": "application/json", "Mantrac-Session": os.environ["MANTRAC_SESSION"]},
    )
    with urllib.request.urlopen(request, timeout=600):
        pass


def main():
    done = subprocess.run(sys.argv[1:], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, check=False)
    if done.stdout.strip():
        say(done.stdout.strip())
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
