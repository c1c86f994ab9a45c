package compiler_test

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/z3"
)

func library(t *testing.T) *z3.Library {
	t.Helper()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("no libz3: ", err)
	}
	return lib
}

// draws returns how many random projects a law is held against. MANTRAC_DRAWS
// sets another number.
func draws(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("MANTRAC_DRAWS")); err == nil {
		return n
	}
	if testing.Short() {
		return usual / 20
	}
	return usual
}

// repeat holds a law against so many random draws.
func repeat(t *testing.T, n int, law func(*rapid.T)) {
	t.Helper()
	if testing.Short() {
		n *= 5 // of which rapid takes a fifth
	}
	if err := flag.Set("rapid.checks", strconv.Itoa(n)); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, law)
}
