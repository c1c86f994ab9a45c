// Package jobs has questions that take long answered by a worker in the background: verdicts
// of cases, inspections of models, comparisons with the base of a branch, repairs,
// mutants.
//
// This package is not part of the supported API, and may change.
package jobs
