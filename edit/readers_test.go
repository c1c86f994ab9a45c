package edit_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// What reads a definition or a group reads it by itself, or through others.
func TestReaders(t *testing.T) {
	p, err := modeltest.Load(sharedTools, `(model
  (var paid Bool)
  (var owed Int)
  (define small () (< owed 10))
  (define fine () (or paid small))
  (transition pay (params) (pre small) (post (= (next paid) true)))
  (transition look (params) (pre fine) (post)))
`, `(use "model.wm")
(define writes (call pay))
(define acts (or writes (call look)))
(common (checks (calm (at_most 1 writes))))
(case c
  (checks
    (first (after acts (call look)))
    (last  (call look)))
  (goal fine))
(case d
  (goal paid))
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		at   edit.Address
		want []string
	}{
		{edit.At("definition", "small"), []string{"transition pay", "transition look", "goal of c"}},
		{edit.At("definition", "fine"), []string{"transition look", "goal of c"}},
		{edit.At("define", "writes"), []string{"check first of c", "common check calm"}},
		{edit.At("define", "acts"), []string{"check first of c"}},
		{edit.At("define", "acts").In("other.checks"), nil},
		{edit.At("define", "none"), nil},
	} {
		if got := edit.Readers(setOf(p), "", c.at); !slices.Equal(got, c.want) {
			t.Errorf("%s is read by %q, want %q", c.at, got, c.want)
		}
	}
}
