// Package providertest tests providers of hosted models against servers on loopback that
// speak their real HTTP.
//
// A test gives a [Dialect], which says how the service writes what all services have:
// streams, reasons to stop, errors. [Run] answers by it in all the ways in which
// services answer, and fail.
//
// This package is not part of the supported API, and may change.
package providertest
