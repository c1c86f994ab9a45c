package behaviour_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// schemaless reads a model without schemas of its tools.
func schemaless(t *testing.T, text string) behaviour.Version {
	t.Helper()
	m := checker.CheckModel(ast.Parse(source.NewFile("model.wm", text), ast.ModelFile, nil), nil, checker.Options{}, nil)
	for _, d := range m.Diagnostics {
		if d.Severity == diag.Error {
			t.Fatalf("%s: %s", d.Code, d.Message)
		}
	}
	return behaviour.Version{Model: m}
}

// TestWithoutSchemas compares models the types of whose arguments their uses
// tell, in any state, since there are no cases.
func TestWithoutSchemas(t *testing.T) {
	const old = `(model (var n@old Int) (var @started Bool)
  (transition pay (params (amount @amount)) (pre @started (<= (param @amount) n@old)) (post (= (next n@old) (- n@old (param @amount)))))
  (transition stop (params) (pre) (post (= (next @started) false))))`
	for _, c := range []struct{ from, to, want string }{
		{"<=", "<", "stricter; pay stricter: gone pay (@amount 0)"},
		{"stop (params) (pre)", "stop (params) (pre @started)", "stricter; stop stricter: gone stop"},
		{"(transition stop (params) (pre) (post (= (next @started) false)))", "", "stricter; stop stricter: gone stop"},
		{"(var n@old Int)", "(var n@old Real)", "unknown: the argument `amount` of `pay` is of type Int in the old version and of type Real in the new one"},
		{"(post (= (next @started) false))", "(post (= (next @started) true))", "looser; pay looser: now stop, pay (amount 0)"},
	} {
		r, err := behaviour.Compare(context.Background(), schemaless(t, old), schemaless(t, strings.Replace(old, c.from, c.to, 1)), behaviour.Options{Options: engines(4)})
		if err != nil {
			t.Fatal(err)
		}
		if got := told(r); got != strings.Replace(c.want, "@amount", "amount", 1) {
			t.Errorf("%s to %s:\ngot  %s\nwant %s", c.from, c.to, got, c.want)
		}
	}
}

// An argument that nothing reads of what differs is no hindrance.
func TestArgumentBesideTheDifference(t *testing.T) {
	const old = `(model (var last String) (var n Int)
  (transition note (params (id i)) (pre (< n 2)) (post (= (next last) (param i)))))`
	r, err := behaviour.Compare(context.Background(), schemaless(t, old), schemaless(t, strings.Replace(old, "2", "3", 1)), behaviour.Options{Options: engines(4)})
	if err != nil {
		t.Fatal(err)
	}
	if got := told(r); !strings.HasPrefix(got, "looser; note looser: now note (id ") {
		t.Errorf("got %s", got)
	}
}

// TestInterrupted makes sure that what nobody has answered is unknown.
func TestInterrupted(t *testing.T) {
	old, err := modeltest.Load(desk, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	new, err := modeltest.Load(desk, strings.Replace(model, "10", "20", 1), suite)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	why := errors.New("enough")
	cancel(why)
	r, err := behaviour.Compare(ctx, version(old), version(new), behaviour.Options{Options: engines(4)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range r.Tools {
		want := behaviour.Equal // nothing had to be asked
		if r.Tools[i].Name == "pay" {
			want = behaviour.Unknown
		}
		if got := r.Tools[i].Class(); got != want {
			t.Errorf("%s is %s", r.Tools[i].Name, got)
		}
	}
	if s := r.Whole.Looser; s.Answer != validate.Unknown || s.Reason != why {
		t.Errorf("looser is %v, because %v", s.Answer, s.Reason)
	}
}
