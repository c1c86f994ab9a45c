package edit_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
)

// lockable returns the addresses of what a project declares, and of clauses and
// checks.
func lockable(p *modeltest.Project) []edit.Address {
	var list []edit.Address
	for _, t := range p.Model.Transitions {
		list = append(list, edit.At("transition", t.Name()))
		if t.Decl.By != nil {
			list = append(list, edit.At("transition", t.Name(), "by"))
		}
		for r := range ast.Each[*ast.ResultBind](t.Decl) {
			result := edit.At("transition", t.Name(), "result", t.Unit.Text(r.Path))
			if list = append(list, result); r.Type != nil {
				list = append(list, result.To("type"))
			}
		}
		for i := range t.Decl.Pre.Exprs {
			list = append(list, edit.At("transition", t.Name(), "pre", string(rune('0'+i))))
		}
		for i := range t.Decl.Post.Exprs {
			list = append(list, edit.At("transition", t.Name(), "post", string(rune('0'+i))))
		}
	}
	for _, c := range p.Suite.Cases {
		for _, u := range c.Decl.Parts {
			for k := range ast.Each[*ast.Check](u.Node) {
				list = append(list, edit.At("case", c.Decl.Name().Name, "check", k.Name.Name))
			}
		}
	}
	if u := p.Suite.File.Common; u != nil {
		for k := range ast.Each[*ast.Check](u.Node) {
			list = append(list, edit.At("common", k.Name.Name))
		}
	}
	for _, u := range p.Suite.File.Defines {
		group := edit.At("define", u.Node.(*ast.Define).Name.Name)
		list = append(list, group, group.To("form"))
	}
	if u := p.Suite.File.Rules; u != nil {
		for _, name := range u.Node.(*ast.Rules).Names {
			list = append(list, edit.At("rule", name.Name))
		}
	}
	for _, u := range p.Model.File.Models[0].Clauses {
		switch n := u.Node.(type) {
		case *ast.Var:
			list = append(list, edit.At("var", n.Name.Name))
		case *ast.Definition:
			list = append(list, edit.At("definition", n.Name.Name), edit.At("definition", n.Name.Name, "body"))
		}
	}
	return list
}

// What is locked is there after every list of edits that is not refused.
func TestLocksHold(t *testing.T) {
	refusals, kept := 0, 0
	modeltest.Law(t, 35, func(t *rapid.T) {
		a := projects(modeltest.Small).Draw(t, "a")
		all := lockable(a)
		if len(all) == 0 {
			return
		}
		at := rapid.SampledFrom(all).Draw(t, "locked")
		lock, err := edit.NewLock(setOf(a), at, "somebody", "a reason", time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		edits := diffOf(t, a, another(t, a), edit.DiffOptions{Order: true})
		result, err := edit.Apply(setOf(a), edits, edit.ApplyOptions{Locks: []edit.Lock{lock}})
		var refused *edit.Refused
		if errors.As(err, &refused) {
			refusals++
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		kept++
		states, err := edit.States(result.Set, result.Locks)
		if err != nil || len(states) != 1 || states[0] != edit.Held {
			t.Fatalf("%v %v: %s\nbreak the lock %+v of%s", states, err, show(edits), lock, a)
		}
	})
	if !testing.Short() && (refusals == 0 || kept == 0) {
		t.Errorf("%d lists are refused, %d not", refusals, kept)
	}
}

// Locks are read as they were written, and a document with more than that is refused.
func TestReadLocks(t *testing.T) {
	lock, err := edit.NewLock(sharedSet(t), edit.At("define", "writes"), "somebody", "a reason", time.Unix(0, 0).UTC())
	if err != nil {
		t.Fatal(err)
	}
	lock.At.File = "a.checks"
	record := edit.Record{At: lock.At, Before: "(or (call a) (call b))", After: "(call a)", Author: "somebody", Time: time.Unix(60, 0).UTC(), Reason: "b is gone"}
	text, err := edit.WriteLocks([]edit.Lock{lock}, []edit.Record{record})
	if err != nil {
		t.Fatal(err)
	}
	again, records, err := edit.ReadLocks(text)
	if err != nil || len(again) != 1 || again[0].At.String() != lock.At.String() || again[0].Reason != "a reason" {
		t.Errorf("%s\nis read as %v: %v", text, again, err)
	}
	if diff := cmp.Diff([]edit.Record{record}, records); diff != "" {
		t.Errorf("what was changed by hand (-want +got):\n%s", diff)
	}
	for bad, want := range map[string]string{
		"":                 "expected a document of locks: line 1: unexpected end of the text",
		"[]":               "expected a document of locks: line 1: expected an object, found a list",
		"{\n\"locks\": 1}": "expected a document of locks: line 2: `locks` cannot be a number",
	} {
		if _, _, err := edit.ReadLocks([]byte(bad)); err == nil || err.Error() != want {
			t.Errorf("%q: got %v, want %s", bad, err, want)
		}
	}
	for what, bad := range map[string]string{"two documents": string(text) + "{}", "cut off": string(text[:len(text)/2]), "another member": `{"version": 1, "locks": [], "more": 1}`} {
		if _, _, err := edit.ReadLocks([]byte(bad)); err == nil {
			t.Errorf("%s are read", what)
		}
	}
}
