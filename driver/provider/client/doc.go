// Package client asks any of several providers, with all that a run needs around them.
//
// A request goes through these layers, from the outside inwards:
//
//  1. The provider's name is taken off the model's, and the provider is opened when it
//     is first needed, so that a run that only replays needs no key.
//  2. The recording answers what was asked before, and keeps what is new.
//  3. Temporary failures are repeated: after a wait that doubles, with jitter, but never
//     sooner than the provider asked for. The SDKs do not repeat, or attempts would
//     multiply.
//  4. Each attempt waits for its place under the provider's limits, is admitted by the
//     ledger, and has a time-out.
//
// This package is not part of the supported API, and may change.
package client
