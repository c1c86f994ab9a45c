package main

import (
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestCaseText: a case is found by its place, and parentheses in texts and comments do
// not end it.
func TestCaseText(t *testing.T) {
	const tools = `[{"type": "function", "function": {"name": "look", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}}]`
	p, err := modeltest.Load(tools, "(model (var v Bool))", `(use "model.wm")
		(case late_2 (checks (c (call look))))
		(case late ; :-)
			(checks (c (call look (at ")")))))`)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{`(case late_2 (checks (c (call look))))`, `(case late (checks (c (call look (at ")")))))`} {
		if got := caseText(p.Suite, p.Suite.Cases[i]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
