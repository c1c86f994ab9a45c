package modeltest

import (
	"flag"
	"os"
	"strconv"
	"testing"

	"pgregory.net/rapid"
)

// Law holds a law against so many random draws. MANTRAC_DRAWS sets another
// number. The draws are the same at every run, so that a test says something
// about the code and not about the day; MANTRAC_SEED draws others, and
// MANTRAC_SEED=0 others each time. With -short a twentieth is drawn.
func Law(t *testing.T, usual int, law func(*rapid.T)) {
	t.Helper()
	seed := os.Getenv("MANTRAC_SEED")
	if seed == "" {
		seed = "1"
	}
	if flag.Lookup("rapid.seed").Value.String() == "0" {
		set(t, "rapid.seed", seed)
	}
	set(t, "rapid.checks", strconv.Itoa(repetitions(usual)))
	rapid.Check(t, law)
}

func repetitions(usual int) int {
	if n, err := strconv.Atoi(os.Getenv("MANTRAC_DRAWS")); err == nil {
		usual = n
	} else if testing.Short() {
		usual /= 20
	}
	if testing.Short() {
		usual *= 5 // of which rapid takes a fifth
	}
	return usual
}

func set(t *testing.T, name, value string) {
	t.Helper()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
}
