// Package runner validates cases and lints models in parallel, with a memory
// limit, a budget of time, and a cache.
//
// [Validate] has workers, each on a thread of its own (see [validate.Session]),
// which take one case after the other. The result does not depend on the number
// of workers, or on which of them is done first: results are in the order of the
// cases, and with FailFast those after the first conflict in that order are
// dropped, whether a worker has begun them or not.
//
// Results are kept between runs in a [Folder]; see mantrac help cache.
package runner
