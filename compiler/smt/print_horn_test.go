package smt

import (
	"bytes"
	"errors"
	"fmt"
	"testing"
)

func TestHorn(t *testing.T) {
	b := NewBuilder()
	x, p := b.Var("x@0", Int), b.Var("p@0", Bool)
	at, goal := &Relation{Name: "(at)", Sorts: []Sort{Int, Bool}}, &Relation{Name: "(goal)"}
	from, sum := at.Holds(x, p), b.Add(x, b.Int(2))
	rules := []Rule{
		{When: b.Bool(true), To: at.Holds(b.Int(0), b.Bool(false)), Comment: "the first\nfrom here"},
		{From: &from, When: b.Lt(sum, b.Int(9)), To: at.Holds(sum, b.Or(p, b.Lt(sum, b.Int(5))))},
		{From: &from, When: b.And(p, b.Lt(x, b.Int(0))), To: goal.Holds()},
	}
	var w bytes.Buffer
	if err := WriteHorn(&w, "a header", rules, goal); err != nil {
		t.Fatal(err)
	}
	const want = `; a header
; Z3 4.8.12 loses conditions where it slices rules, and says unsat of what is sat
(set-option :fp.xform.slice false)
; it may crash where it propagates equalities
(set-option :fp.spacer.eq_prop false)
(set-logic HORN)
(declare-fun |(at)| (Int Bool) Bool)
(declare-fun |(goal)| () Bool)
; the first
; from here
(assert (=> true (|(at)| 0 false)))
(assert (forall ((|x@0| Int) (|p@0| Bool))
(let ((def!5 (+ |x@0| 2)))
(=> (and (|(at)| |x@0| |p@0|) (< def!5 9)) (|(at)| def!5 (or |p@0| (< def!5 5)))))))
(assert (forall ((|x@0| Int) (|p@0| Bool))
(=> (and (|(at)| |x@0| |p@0|) (and |p@0| (< |x@0| 0))) |(goal)|)))
; what would follow does not hold
(assert (=> |(goal)| false))
(check-sat)
`
	if got := w.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if err := WriteHorn(brokenWriter{}, "", rules, goal); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

// Written out, the condition has 2⁶⁰ leaves.
func TestHornGrowsWithTheTerms(t *testing.T) {
	b := NewBuilder()
	term := b.Var("x", Int)
	for range 60 {
		term = b.Add(term, term)
	}
	goal := &Relation{Name: "goal"}
	var w bytes.Buffer
	if err := WriteHorn(&w, "", []Rule{{When: b.Lt(term, b.Int(1)), To: goal.Holds()}}, goal); err != nil {
		t.Fatal(err)
	}
	if w.Len() > 6000 {
		t.Errorf("%d bytes", w.Len())
	}
}

func TestVariablesOfARule(t *testing.T) {
	b := NewBuilder()
	x, y, z, free := b.Var("x", Int), b.Var("y", Int), b.Var("z", Bool), b.Var("free", Bool)
	r := &Relation{Name: "r", Sorts: []Sort{Int, Bool}}
	from := r.Holds(y, b.Bool(true))
	rule := Rule{From: &from, When: b.Lt(y, b.Int(3)), To: r.Holds(b.Add(x, y), z)}
	if got := fmt.Sprint(names(rule.Variables())); got != "[x y z]" {
		t.Errorf("the variables are %s", got)
	}
	if got := fmt.Sprint(names(Rule{When: free, To: (&Relation{}).Holds()}.Variables())); got != "[free]" {
		t.Errorf("the variables are %s", got)
	}
}

func names(list []*Term) (names []string) {
	for _, t := range list {
		names = append(names, t.Name())
	}
	return names
}
