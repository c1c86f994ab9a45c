package modeltest

import (
	"cmp"
	"flag"
	"os"
	"strconv"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

// soakFactor is how many times as much is drawn with MANTRAC_SOAK=1.
const soakFactor = 10

// rapidFlags guards the flags of rapid while a law has them set.
var rapidFlags sync.Mutex

// Law checks a law with so many random draws. MANTRAC_DRAWS sets another
// number, MANTRAC_SOAK=1 draws ten times as much, and -short a twentieth. The
// draws are the same in every run, so that a failure comes from a change of the
// code. MANTRAC_SEED=n draws others, and MANTRAC_SEED=0 others each time. Laws
// may run in parallel, but not beside rapid.Check.
func Law(t *testing.T, usual int, law func(*rapid.T)) {
	t.Helper()
	Costly(t, usual, usual*soakFactor, law)
}

// Costly checks a law whose draws take long, as [Law] does: with so many draws usually,
// and so many with MANTRAC_SOAK=1.
func Costly(t *testing.T, usual, soak int, law func(*rapid.T)) {
	t.Helper()
	release := hold("rapid.checks", "rapid.seed")
	defer release()
	set(t, "rapid.checks", strconv.Itoa(drawsOf(usual, soak)))
	// A seed that was given on the command line stays.
	if flag.Lookup("rapid.seed").Value.String() == "0" {
		set(t, "rapid.seed", cmp.Or(os.Getenv("MANTRAC_SEED"), "1"))
	}
	rapid.Check(t, func(t *rapid.T) {
		release() // rapid has read the flags
		law(t)
	})
}

// Repetitions returns how often a test repeats something that it usually
// repeats so many times: as [Law] says for draws, but for MANTRAC_DRAWS.
func Repetitions(usual int) int { return Scaled(usual, usual*soakFactor) }

// Scaled returns the first number usually, a twentieth of it but at least one with
// -short, and the second one with MANTRAC_SOAK=1.
func Scaled(usual, soak int) int {
	switch {
	case testing.Short():
		return max(1, usual/20)
	case os.Getenv("MANTRAC_SOAK") == "1":
		return soak
	}
	return usual
}

// drawsOf returns the number of draws of a law, as rapid wants to have it.
func drawsOf(usual, soak int) int {
	// Without the variable, or with another text in it, the usual number counts.
	n, err := strconv.Atoi(os.Getenv("MANTRAC_DRAWS"))
	if err != nil {
		n = Scaled(usual, soak)
	}
	if testing.Short() {
		n *= 5 // of which rapid takes a fifth
	}
	return n
}

// hold keeps others from setting the flags until release is called, which sets
// them back.
func hold(names ...string) (release func()) {
	rapidFlags.Lock()
	had := make(map[string]string)
	for _, name := range names {
		had[name] = flag.Lookup(name).Value.String()
	}
	return sync.OnceFunc(func() {
		for name, value := range had {
			_ = flag.Set(name, value) // it has had this value
		}
		rapidFlags.Unlock()
	})
}

func set(t *testing.T, name, value string) {
	t.Helper()
	if err := flag.Set(name, value); err != nil {
		t.Fatal(err)
	}
}
