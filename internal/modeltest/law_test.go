package modeltest

import "testing"

// MANTRAC_DRAWS wins over the usual number, as it is or, with -short, as what
// rapid makes of it.
func TestRepetitions(t *testing.T) {
	t.Setenv("MANTRAC_DRAWS", "40")
	want := 40
	if testing.Short() {
		want = 200
	}
	if got := repetitions(7); got != want {
		t.Errorf("%d repetitions, want %d", got, want)
	}
}
