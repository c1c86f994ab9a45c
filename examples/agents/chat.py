#!/usr/bin/env python3
"""An agent for `mantrac serve`, in Python's standard library.

It gives a language model the manual, the prompt and the tools of a case, makes the
calls that the model asks for, and ends when the model answers without a call.

    mantrac serve --listen 127.0.0.1:8080 operations.checks &
    MANTRAC_URL=http://127.0.0.1:8080 chat.py CASE

The model is reached over OpenAI's chat completions, which most servers speak:
OPENAI_BASE_URL, OPENAI_API_KEY and OPENAI_MODEL name it. `mantrac eval` sets
MANTRAC_URL and MANTRAC_SESSION; without a session the agent begins one.
"""

import json
import os
import sys
import urllib.request

MAX_TURNS = 40


def ask(url, body=None, headers=()):
    """Send a request, a POST where there is a body, and return the text of the answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"Content-Type": "application/json", **dict(headers)})
    with urllib.request.urlopen(request, timeout=600) as answer:
        return answer.read().decode()


class Session:
    """A session of the simulator."""

    def __init__(self, url, handle=None, case=None):
        self.url = url.rstrip("/")
        if not handle:
            handle = json.loads(ask(self.url + "/sessions", {"case": case or ""}))["session"]
        self.headers = {"Mantrac-Session": handle}

    def get(self, path):
        return ask(self.url + path, headers=self.headers)

    def post(self, path, body):
        return json.loads(ask(self.url + path, body, self.headers))


def complete(messages, tools):
    """Return the next message of the language model."""
    base = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1").rstrip("/")
    body = {"model": os.environ["OPENAI_MODEL"], "messages": messages, "tools": tools}
    headers = {"Authorization": "Bearer " + os.environ.get("OPENAI_API_KEY", "")}
    return json.loads(ask(base + "/chat/completions", body, headers))["choices"][0]["message"]


def play(session):
    """Let the language model work on the case, and return its last words."""
    tools = json.loads(session.get("/tools"))
    messages = [
        {"role": "system", "content": "You are an agent. Follow this manual exactly.\n\n" + session.get("/manual")},
        {"role": "user", "content": json.loads(session.get("/prompt"))["prompt"]},
    ]
    for _ in range(MAX_TURNS):
        said = complete(messages, tools)
        messages.append(said)
        user = session.post("/say", {"text": said["content"]}) if said.get("content") else {"reply": "", "ended": True}
        if not said.get("tool_calls") and (user["ended"] or not user["reply"]):
            return said.get("content")
        for call in said.get("tool_calls") or []:
            content = session.post("/call", call)["content"]
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": content})
        if user["reply"]:
            messages.append({"role": "user", "content": user["reply"]})
    return None


def main():
    case = sys.argv[1] if len(sys.argv) > 1 else None
    session = Session(os.environ["MANTRAC_URL"], os.environ.get("MANTRAC_SESSION"), case)
    print(play(session))


if __name__ == "__main__":
    main()
