// Package z3 binds libz3.
package z3
