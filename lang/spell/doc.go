// Package spell finds what a misspelt name was probably meant to be.
package spell
