// Package export writes cases as a benchmark: a folder that other people and other
// programs can run agents by.
//
//	README.md                  a dataset card, with the header of Hugging Face
//	cases.jsonl                one case a line: prompt, initial values, checks, a compliant trace
//	provenance.json            what the cases were made of, with hashes, and what is known of them
//	project/                   suites, models, tools, bindings and manuals, for mantrac
//	tau2/SUITE/                tasks.json and policy.md, in the format of tau2-bench
//	inspect/                   a task for Inspect, and its dataset
//	promptfoo/                 a configuration for promptfoo
//
// Only cases on which checks and model agree are written, each with a trace that the solver
// has found and that is replayed independently. Suites keep their text, without the
// cases that are left out. The same cases give the same bytes.
//
// The folder grades by `mantrac grade`, which the files for Inspect and promptfoo run.
//
// This package is not part of the supported API, and may change.
package export
