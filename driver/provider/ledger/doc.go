// Package ledger counts what language models cost, and stops before a cap is passed.
//
// Money is counted in whole units of 10⁻¹² dollars, which a token of any published price
// is a whole number of, so that sums are exact and do not depend on their order.
//
// A request is admitted only if it stays below the caps in the worst case: each byte of
// the prompt is a token, and the answer is as long as it may be. That is reserved until
// the answer is there, so that requests at the same time do not pass a cap together. A
// request that has no room because of others waits for them.
//
// This package is not part of the supported API, and may change.
package ledger
