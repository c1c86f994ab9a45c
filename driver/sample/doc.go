// Package sample draws the chunks of a manual that one scenario is made of (seed
// 000, App. 0.C.6).
//
// Chunks that have only a heading are never drawn. The others have a counter,
// which rises when they are drawn; a chunk gains 1/(1+counter) in coverage. Two
// chunks are neighbours if an edge of the graph joins them, in either direction.
// A sample has between Min and Max chunks, but never more than there are.
//
//   - uniform draws any chunks.
//   - coverage_driven draws those of the lowest counters, and of equal ones any.
//   - connected_diverse_coverage draws a seed, and then always the nearest chunk.
//     Chunks with only a heading are passed on the way, so that a sample is
//     connected. It has fewer chunks where no more are connected.
//   - coverage_islands draws a seed, and grows it by the neighbours of its chunks
//     that gain most. Where a new seed gains more than every neighbour, or there is
//     no neighbour, it begins another island with that seed.
//   - weighted walks: it begins at a chunk with a probability that grows with its
//     words, and goes on over an edge with one that grows with the edge's weight,
//     as IntellAgent does; both shrink with the counter. From a dead end it goes on
//     from an earlier chunk, or begins again.
//
// A seed is one of the chunks with the lowest counter, the one that is furthest
// from the sample and from all chunks with a higher counter.
//
// Ties are broken by random numbers, which depend on the seed, the strategy and the
// number of the sample alone. So the same graph, options and earlier samples
// give the same sample, and a run that is continued by [Sampler.Continue] gives what
// it would have given without a break.
//
// This package is not part of the supported API, and may change.
package sample
