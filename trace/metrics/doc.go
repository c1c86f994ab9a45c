// Package metrics computes pass rates over graded traces, with confidence
// intervals, and compares runs.
//
// # Units and trials
//
// A unit is a task that one model works on under one case; the graded traces
// of a unit are its trials. Rates are means over units, so that a task with
// many trials does not weigh more than one with few. A trial that is
// inconclusive has not passed: unknown is never success. How many there were
// is beside every rate.
//
// # Estimators
//
// Of n trials of a unit let c pass. pass@k, the chance that one of k trials
// passes, is estimated without bias by 1 − C(n−c, k) / C(n, k) (Chen et al.
// 2021, section 2.1); pass^k, the chance that k trials all pass, by
// C(c, k) / C(n, k) (Yao et al. 2024, tau-bench, section 3). Units with fewer
// than k trials say nothing about either and are left out, which the number of
// units of an estimate shows.
//
// Intervals hold 95 % and are percentiles of a bootstrap that draws units, or,
// where there is one unit only, its trials, with a fixed seed: the same input
// has the same interval. Where all units agree the bootstrap has no width,
// which does not say that there is no doubt. Of more than 1,000 units it draws
// how many there are of each value, and not the units one by one.
//
// # Tables
//
// [Run.Tables] counts what the paper reports of its agents (seed 000, App. 0.D): Tables 4
// to 9, and the figures in its text. [Noise] says which differences between models, or
// between two runs of one, are likely by chance alone.
//
// # Large runs
//
// A [Run] takes graded traces one by one. What it keeps in memory does not grow
// with their number: the trials are sorted by unit in a temporary file.
//
// This package is not part of the supported API, and may change.
package metrics
