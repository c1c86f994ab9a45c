// Package hosted is what the providers of hosted models share: keys and base URLs from
// the environment, and what goes wrong with HTTP.
//
// The SDKs of the providers write requests and read streams. Everything else is the
// same for all and is done here, below and above them. Below, a transport classifies
// answers with an error by their status and text, takes the wait that they ask for,
// follows no redirect (which would take the key along), and checks that what arrives
// is whole and UTF-8. Above, [Call.Finish] makes an answer or an error of what the
// stream had.
//
// This package is not part of the supported API, and may change.
package hosted
