// Package completion lists what can be written at a place of a file: models and suites by what is
// expected there, files of data by their schemas.
//
// This package is not part of the supported API, and may change.
package completion
