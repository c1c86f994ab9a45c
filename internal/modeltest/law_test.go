package modeltest

import (
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"
)

// MANTRAC_DRAWS wins over the usual number, as it is or, with -short, as what
// rapid makes of it; MANTRAC_SOAK draws the larger number.
func TestDraws(t *testing.T) {
	soaked, costly, drawn := 70, 90, 40
	if testing.Short() {
		soaked, costly, drawn = 5, 5, 200 // at least one, and 40, each times 5
	}
	t.Setenv("MANTRAC_DRAWS", "")
	t.Setenv("MANTRAC_SOAK", "1")
	if got := drawsOf(7, 70); got != soaked {
		t.Errorf("MANTRAC_SOAK=1: %d draws, want %d", got, soaked)
	}
	if got := drawsOf(7, 90); got != costly {
		t.Errorf("MANTRAC_SOAK=1: %d draws of a costly law, want %d", got, costly)
	}
	t.Setenv("MANTRAC_DRAWS", "40")
	if got := drawsOf(7, 70); got != drawn {
		t.Errorf("MANTRAC_DRAWS=40: %d draws, want %d", got, drawn)
	}
}

// Laws that run in parallel draw as often as each of them says.
func TestParallelLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("with -short a twentieth is drawn")
	}
	t.Setenv("MANTRAC_DRAWS", "")
	t.Setenv("MANTRAC_SOAK", "")
	var drawn [20]atomic.Int64
	t.Run("all", func(t *testing.T) {
		for i := range drawn {
			t.Run("", func(t *testing.T) {
				t.Parallel()
				Law(t, i+1, func(t *rapid.T) { drawn[i].Add(1) })
			})
		}
	})
	for i := range drawn {
		if got := drawn[i].Load(); got != int64(i+1) {
			t.Errorf("%d draws, want %d", got, i+1)
		}
	}
}
