// Package spell suggests the name that a misspelt name probably means.
package spell
