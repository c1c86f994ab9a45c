// Package server speaks the language server protocol with one client: it reads messages, makes
// a snapshot of each edit, calls the features, and publishes what is found.
//
// This package is not part of the supported API, and may change.
package server
