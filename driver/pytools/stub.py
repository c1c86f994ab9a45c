"""Prints the schemas of the tools of a module, as MCP's tools/list has them."""

import collections.abc
import dataclasses
import enum
import importlib
import inspect
import json
import os
import re
import sys
import types
import typing

SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", list: "array", tuple: "array", set: "array", dict: "object", type(None): "null"}


def schema(annotation):
    """Returns the JSON Schema of an annotation. What it does not know may be anything."""
    origin, args = typing.get_origin(annotation), typing.get_args(annotation)
    if origin is typing.Annotated:
        described = dict(schema(args[0]))
        for text in args[1:]:
            if isinstance(text, str):
                described["description"] = text
        return described
    if annotation in SIMPLE:
        return {"type": SIMPLE[annotation]}
    if origin is typing.Literal:
        return {"enum": list(args)}
    if origin is typing.Union or origin is types.UnionType:
        return union(args)
    if origin in (list, tuple, set, frozenset, collections.abc.Sequence, collections.abc.Iterable):
        return {"type": "array", "items": schema(args[0])} if args else {"type": "array"}
    if origin in (dict, collections.abc.Mapping):
        return {"type": "object"}
    if inspect.isclass(annotation):
        return of_class(annotation)
    return {}


def union(args):
    others = [a for a in args if a is not type(None)]
    if len(others) == 1:
        inner = dict(schema(others[0]))
        if isinstance(inner.get("type"), str):
            inner["type"] = [inner["type"], "null"]
        if "enum" in inner:
            inner["enum"] = inner["enum"] + [None]
        return inner
    return {"anyOf": [schema(a) for a in args]}


def of_class(c):
    if issubclass(c, enum.Enum):
        return {"enum": [m.value for m in c]}
    if hasattr(c, "model_json_schema"):
        return c.model_json_schema()
    if dataclasses.is_dataclass(c):
        hints = typing.get_type_hints(c, include_extras=True)
        missing = dataclasses.MISSING
        required = [f.name for f in dataclasses.fields(c) if f.default is missing and f.default_factory is missing]
        return {"type": "object", "properties": {f.name: schema(hints[f.name]) for f in dataclasses.fields(c)}, "required": required}
    if typing.is_typeddict(c):
        hints = typing.get_type_hints(c, include_extras=True)
        return {"type": "object", "properties": {n: schema(t) for n, t in hints.items()}, "required": sorted(c.__required_keys__)}
    return {}


def described(doc):
    """Returns the text of a docstring without its sections, and what it says of arguments."""
    text, about, section, last = [], {}, "", ""
    for line in doc.splitlines():
        head = re.fullmatch(r"\s*(Args|Arguments|Parameters|Returns?|Raises|Yields|Examples?|Notes?):\s*", line)
        if head:
            section = "args" if head[1] in ("Args", "Arguments", "Parameters") else "other"
            continue
        sphinx = re.match(r"\s*:param\s+(?:\w+\s+)?(\w+):\s*(.*)", line)
        if sphinx:
            about[sphinx[1]] = sphinx[2]
            continue
        entry = re.match(r"\s+(\w+)(?:\s*\([^)]*\))?:\s*(.*)", line)
        if section == "args" and entry:
            last = entry[1]
            about[last] = entry[2]
        elif section == "args" and last and line.strip():
            about[last] += " " + line.strip()
        elif not section and not re.match(r"\s*:\w+", line):
            text.append(line)
    return "\n".join(text).strip(), about


def of_function(name, f):
    text, about = described(inspect.getdoc(f) or "")
    try:
        hints = typing.get_type_hints(f, include_extras=True)
    except Exception as err:
        raise SystemExit(f"the annotations of {name} cannot be read: {err}")
    properties, required = {}, []
    for p in inspect.signature(f).parameters.values():
        if p.name in ("self", "cls") or p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD):
            continue
        one = dict(schema(hints.get(p.name, typing.Any)))
        if about.get(p.name):
            one.setdefault("description", about[p.name])
        if p.default is p.empty:
            required.append(p.name)
        elif isinstance(p.default, (str, int, float, bool)):
            one["default"] = p.default
        properties[p.name] = one
    return {"name": name, "description": text, "inputSchema": {"type": "object", "properties": properties, "required": required}}


def tool(name, value):
    """Returns the schema of a member of the module; None if it is no tool."""
    spec = getattr(value, "tool_spec", None)
    if isinstance(spec, dict):
        given = spec.get("inputSchema", {})
        return {"name": spec.get("name", name), "description": spec.get("description", ""), "inputSchema": given.get("json", given)}
    args = getattr(value, "args_schema", None)
    if hasattr(args, "model_json_schema"):
        return {"name": getattr(value, "name", name), "description": getattr(value, "description", ""), "inputSchema": args.model_json_schema()}
    return of_function(name, value) if inspect.isfunction(value) else None


def main(module):
    out, sys.stdout = sys.stdout, sys.stderr  # what the module prints is no schema
    sys.path.insert(0, os.getcwd())
    m = importlib.import_module(module)
    named = getattr(m, "__all__", None)
    found = []
    for name, value in vars(m).items():
        own = inspect.getmodule(value) is m or not inspect.isfunction(value)
        if name in named if named is not None else own and not name.startswith("_") and not inspect.isclass(value):
            one = tool(name, value)
            if one is not None:
                found.append(one)
    if not found:
        raise SystemExit(f"the module {module} has no functions")
    json.dump({"tools": found}, out, indent=2, ensure_ascii=False)
    out.write("\n")


main(sys.argv[1])
