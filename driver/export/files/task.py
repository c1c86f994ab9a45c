"""The benchmark as a task of Inspect: inspect eval task.py --solver my_agent.py

The solver brings the tools of the agent. The manual is its system message. Each sample is
graded by `mantrac grade`; MANTRAC names the program, if it is not on the path.
"""

import json
import os
import subprocess
import tempfile
from pathlib import Path

from inspect_ai import Task, task
from inspect_ai.dataset import json_dataset
from inspect_ai.model import ChatMessageSystem
from inspect_ai.scorer import CORRECT, INCORRECT, NOANSWER, Score, accuracy, scorer, stderr
from inspect_ai.solver import generate, solver

HERE = Path(__file__).resolve().parent


@task
def benchmark():
    return Task(
        dataset=json_dataset(str(HERE / "dataset.jsonl")),
        setup=manual(),
        solver=generate(),
        scorer=mantrac_grade(),
    )


@solver
def manual():
    """Begins the messages with the manual of the sample."""

    async def solve(state, generate):
        name = state.metadata.get("manual")
        if name:
            text = (HERE.parent / name).read_text(encoding="utf-8", errors="replace")
            state.messages.insert(0, ChatMessageSystem(content=text))
        return state

    return solve


@scorer(metrics=[accuracy(), stderr()])
def mantrac_grade():
    """Grades the calls of a sample by the checks of its case, its goal and the world model. A
    failed call fulfils no check."""

    async def score(state, target):
        with tempfile.TemporaryDirectory() as folder:
            trace = Path(folder) / "trace.json"
            trace.write_text(json.dumps({"messages": [message(m) for m in state.messages]}), encoding="utf-8")
            suite = HERE.parent / state.metadata["suite"]
            program = os.environ.get("MANTRAC", "mantrac")
            run = subprocess.run(
                [program, "grade", "--model", "--failed-calls", "either", "--format", "json"]
                + ["--case", state.metadata["case"], str(suite), str(trace)],
                capture_output=True,
                text=True,
            )
        if run.returncode not in (0, 1, 3):
            raise RuntimeError(run.stderr)
        traces = json.loads(run.stdout)["traces"]
        failed = [f"{name}: {verdict}" for t in traces for name, verdict in verdicts(t) if verdict != "pass"]
        value = CORRECT if run.returncode == 0 else INCORRECT if run.returncode == 1 else NOANSWER
        return Score(value=value, explanation=", ".join(failed) or "all checks pass")

    return score


def verdicts(trace):
    """Lists what was judged of a trace: the checks, the goal, and the world model."""
    return [(c["check"], c["verdict"]) for c in trace["checks"]] + [("world model", trace["replay"]["verdict"])]


def message(m):
    """Returns a message in the form of OpenAI's chat completions."""
    out = {"role": m.role, "content": m.text}
    if getattr(m, "tool_calls", None):
        out["tool_calls"] = [
            {"id": c.id, "type": "function", "function": {"name": c.function, "arguments": json.dumps(c.arguments)}}
            for c in m.tool_calls
        ]
    if m.role == "tool":
        out["tool_call_id"] = m.tool_call_id
        if getattr(m, "error", None):
            out["content"] = "Error: " + m.error.message
    return out
