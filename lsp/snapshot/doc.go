// Package snapshot holds what the server knows at one moment: the texts of open documents, and
// the projects that they belong to, checked. Snapshots are never changed.
//
// This package is not part of the supported API, and may change.
package snapshot
