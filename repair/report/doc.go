// Package report writes the candidates of package repair as text and JSON.
//
// This package is not part of the supported API, and may change.
package report
