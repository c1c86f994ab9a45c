// Package mutate lists deliberate mistakes in models and suites, for measuring
// whether a suite notices them.
//
// A [Mutant] is a list of typed edits that makes one mistake of the kind of its
// [Operator]. [Mutants] lists all of them; whether a mutant checks is known when
// its edits are applied.
//
// This package is not part of the supported API, and may change.
package mutate
