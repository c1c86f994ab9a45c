package main

import (
	"slices"
	"testing"
)

// A file counts once, if any of its blocks has run, and this program does not.
func TestExecuted(t *testing.T) {
	profile := `mode: atomic
github.com/mantrac/mantrac/validate/run.go:10.2,12.3 2 1
github.com/mantrac/mantrac/validate/run.go:14.2,15.3 1 7
github.com/mantrac/mantrac/validate/tape.go:1.2,3.4 1 0
github.com/mantrac/mantrac/internal/cmd/callpath/main.go:1.2,3.4 1 1
github.com/mantrac/mantrac/interp/pre.go:1.2,3.4 1 10
`
	if got, want := executed([]byte(profile)), []string{"interp/pre.go", "validate/run.go"}; !slices.Equal(got, want) {
		t.Errorf("%v, not %v", got, want)
	}
}
