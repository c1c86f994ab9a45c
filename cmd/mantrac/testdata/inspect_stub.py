"""Runs inspect/task.py of a benchmark with a stub of inspect_ai, which has the names and
signatures that the package publishes, as far as the task uses them."""

import asyncio
import json
import sys
import types
from pathlib import Path
from types import SimpleNamespace


def module(name, **members):
    m = types.ModuleType(name)
    m.__dict__.update(members)
    sys.modules[name] = m


def json_dataset(json_file, sample_fields=None, auto_id=False, shuffle=False, seed=None, limit=None, encoding="utf-8", name=None, fs_options=None):
    lines = Path(json_file).read_text(encoding=encoding).splitlines()
    return [SimpleNamespace(**json.loads(line)) for line in lines]


class Task:
    def __init__(self, dataset=None, setup=None, solver=None, cleanup=None, scorer=None, metrics=None, sandbox=None):
        self.dataset, self.setup, self.solver, self.scorer = dataset, setup, solver, scorer


class Score:
    def __init__(self, value, answer=None, explanation=None, metadata=None):
        self.value, self.explanation = value, explanation


def scorer(metrics, name=None):
    return lambda f: f


module("inspect_ai", Task=Task, task=lambda f: f)
module("inspect_ai.dataset", json_dataset=json_dataset)
module("inspect_ai.model", ChatMessageSystem=lambda content: SimpleNamespace(role="system", text=content))
module("inspect_ai.scorer", CORRECT="C", INCORRECT="I", NOANSWER="N", Score=Score, accuracy=lambda: None, scorer=scorer, stderr=lambda: None)
module("inspect_ai.solver", generate=lambda: None, solver=lambda f: f)

folder = Path(sys.argv[1])
sys.path.insert(0, str(folder / "inspect"))
import task  # noqa: E402

benchmark = task.benchmark()
cases = {c["id"]: c for c in map(json.loads, (folder / "cases.jsonl").read_text().splitlines())}
for sample in benchmark.dataset:
    user = SimpleNamespace(role="user", text=sample.input)
    idle = SimpleNamespace(messages=[user], metadata=sample.metadata)
    reference = SimpleNamespace(messages=[user], metadata=sample.metadata)
    for i, call in enumerate(cases[sample.id]["reference"]):
        tool = SimpleNamespace(id=str(i), function=call["tool"], arguments=call["args"])
        reference.messages.append(SimpleNamespace(role="assistant", text="", tool_calls=[tool]))
        reference.messages.append(SimpleNamespace(role="tool", text="ok", tool_call_id=str(i), error=None))
    asyncio.run(benchmark.setup(reference, None))
    scores = [asyncio.run(benchmark.scorer(state, None)).value for state in (reference, idle)]
    begins = "manual" if reference.messages[0].role == "system" and reference.messages[0].text else "nothing"
    print(sample.metadata["case"], *scores, begins)
