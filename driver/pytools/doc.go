// Package pytools reads the schemas of tools that are functions of a Python module: the
// format `python_callable` of mantra.yaml (seed 000, App. 0.C.4).
//
// It runs python3 with a stub that imports the module in the folder of the mantra.yaml and
// prints a schema for each tool. Importing a module runs its code, so this is done only
// where a user asks for it: by `mantrac generate` and `mantrac config tools`.
//
// The tools are the functions that `__all__` names, or else those that the module defines
// under a name that does not begin with an underscore. Types come from annotations, descriptions
// from docstrings. Objects of frameworks that know their schemas (`tool_spec` of Strands,
// `args_schema` of LangChain) are asked for them.
//
// This package is not part of the supported API, and may change.
package pytools
