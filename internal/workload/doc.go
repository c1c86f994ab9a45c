// Package workload provides the projects that benchmarks measure.
//
// Two are examples of the repository, as people write them: procurement with 5
// tools and operations with 20. The others are generated, each as three texts
// that read like a project of a person's, always the same ones:
//
//   - [Cabin] is as large as the largest suite of seed 000 (Table 2): 148 tools,
//     each of which looks at a few variables and changes a few, and cases that
//     name a handful of them.
//   - [Counters], [Latches] and [Chain] are small and hard. The fewest calls
//     that answer a question are known, and so is which have no answer however
//     long one looks.
//   - [Explosive] is more than any engine can do.
//
// [DeskTraces] and [TraceFormats] write many traces, on which grading is measured.
package workload
