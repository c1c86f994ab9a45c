package stage_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/stage"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/edit/locks"
)

// lockClause locks the first precondition of pick in the model of the sample, as a text.
func lockClause(t *testing.T, dir, text string) {
	t.Helper()
	at, err := edit.ParseAddress("model.wm#transition/pick/pre/0")
	if err != nil {
		t.Fatal(err)
	}
	data, err := edit.WriteLocks([]edit.Lock{{At: at, Text: text, Author: "Ann", Reason: "rule 1"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "sample-01", locks.Name), data, 0o666); err != nil {
		t.Fatal(err)
	}
}

// What is locked in the folder of a sample is not repaired: no candidate changes it, and
// edits of the model that do are refused. A run that would write another text there writes
// nothing.
func TestLocks(t *testing.T) {
	t.Parallel()
	w, p := newShop(t, map[string]string{
		both:        edits(`{"op": "remove", "at": "transition/pick/pre/0", "expect": "(= looked true)", "text": ""}`),
		both + " 2": choose(1), both + " 3": choose(1), lamp: choose(1), desk: choose(1),
	})
	_, dir, err := w.do(t, p, func(d *stage.Driver) { d.Until = "smt_full_pass" })
	if err != nil {
		t.Fatal(err)
	}
	lockClause(t, dir, "(= looked true)")
	result, _, err := w.do(t, p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := statuses(result); got != "desk validated: checks and model agree\nlamp validated: checks and model agree" {
		t.Error(got)
	}
	model, err := os.ReadFile(filepath.Join(dir, "sample-01/model.wm"))
	if err != nil || !strings.Contains(string(model), "(pre (= looked true)") {
		t.Errorf("the model is\n%s%v", model, err)
	}
	for _, r := range p.all {
		if r.Stage == "conflict_resolution" && strings.Contains(r.Messages[0].Text, "replace model.wm#transition/pick/pre/0") {
			t.Error("a candidate changes what is locked")
		}
	}
	p.expectPrompt(t, both+" 2", "locked")

	lockClause(t, dir, "(= looked false)")
	_, _, err = w.do(t, p, nil)
	var locked *stage.Locked
	if !errors.As(err, &locked) || !strings.Contains(err.Error(), "`model.wm#transition/pick/pre/0` is locked by Ann, and would get another text (the reason: rule 1)") {
		t.Errorf("got %v", err)
	}
}

// expectPrompt requires that a prompt says something.
func (p *tape) expectPrompt(t *testing.T, name, text string) {
	t.Helper()
	n := 0
	for _, r := range p.all {
		if strings.HasPrefix(name, r.Stage+" "+r.Case) && strings.Contains(r.Messages[0].Text, text) {
			n++
		}
	}
	if n == 0 {
		t.Errorf("no prompt of %s says %q", name, text)
	}
}
