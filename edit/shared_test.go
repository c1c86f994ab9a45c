package edit_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
)

const (
	sharedTools = `{"tools": [{"name": "look", "inputSchema": {"type": "object"}}, {"name": "pay", "inputSchema": {"type": "object"}}]}`
	sharedModel = "(model (var paid Bool))\n"
	sharedSuite = `; what changes an order
(define writes (call pay))
(define acts writes)

(case c
  (checks
    (first (after acts (call look)))))
`
)

func sharedSet(t *testing.T) *edit.Set {
	t.Helper()
	p, err := modeltest.Load(sharedTools, sharedModel, sharedSuite)
	if err != nil {
		t.Fatal(err)
	}
	return setOf(p)
}

func applied(t *testing.T, s *edit.Set, edits string, o edit.ApplyOptions) (string, error) {
	t.Helper()
	list, err := edit.ReadSExpr("(edits 1 " + edits + ")")
	if err != nil {
		t.Fatal(err)
	}
	result, err := edit.Apply(s, list, o)
	if err != nil {
		return "", err
	}
	return result.Set.Suites[0].File.Tree.File.Text(), nil
}

// The forms that hold common checks and rules come with the first of them and go
// with the last; comments stay.
func TestSharedForms(t *testing.T) {
	s := sharedSet(t)
	text, err := applied(t, s, `(add "common/calm" (calm (at_most 1 writes))) (add "rule/no_parallel" no_parallel)
		(rename define/writes writes deeds) (replace define/writes/form (call pay) (or (call pay) (call look)))`, edit.ApplyOptions{})
	if err == nil {
		t.Fatalf("a text of the list has the new names, and `writes` is none:\n%s", text)
	}
	text, err = applied(t, s, `(add "common/calm" (calm (at_most 1 deeds))) (add "rule/no_parallel" no_parallel)
		(rename define/writes writes deeds) (replace define/writes/form (call pay) (or (call pay) (call look)))`, edit.ApplyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"; what changes an order\n(define deeds", "(or (call pay)", "(define acts deeds)", "(calm (at_most 1 deeds))", "(rules no_parallel)"} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
	p, err := modeltest.Load(sharedTools, sharedModel, text)
	if err != nil {
		t.Fatal(err)
	}
	text, err = applied(t, setOf(p), `(remove "common/calm" (calm (at_most 1 deeds))) (remove "rule/no_parallel" no_parallel)`, edit.ApplyOptions{})
	if err != nil || strings.Contains(text, "(common") || strings.Contains(text, "(rules") {
		t.Errorf("%v\n%s", err, text)
	}
}

// A lock on a check protects the groups that it reads, and those in them.
func TestLockOfGroups(t *testing.T) {
	s := sharedSet(t)
	lock, err := edit.NewLock(s, edit.At("case", "c", "check", "first"), "ann", "agreed", time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		edits   string
		refused bool
	}{
		{`(replace define/writes/form (call pay) (call look))`, true},
		{`(replace define/acts/form writes (call look))`, true},
		{`(rename define/writes writes deeds)`, false},
		{`(add define/other (define other (call look)))`, false},
	} {
		_, err := applied(t, s, test.edits, edit.ApplyOptions{Locks: []edit.Lock{lock}})
		if (err != nil) != test.refused {
			t.Errorf("%s: %v", test.edits, err)
		}
	}
}

// Comments differ where they are: those of a declaration, and those of a section that
// belong to none.
func TestProse(t *testing.T) {
	of := func(paid, section string) *edit.Set {
		p, err := modeltest.Load(sharedTools, "(model\n  ; "+paid+"\n  (var paid Bool)\n\n  ; "+section+"\n\n  (var sent Bool))\n", sharedSuite)
		if err != nil {
			t.Fatal(err)
		}
		return setOf(p)
	}
	list, err := edit.Prose(of("it is paid", "orders"), of("all is paid", "what is ordered"), edit.DiffOptions{})
	if err != nil || len(list) != 2 || list[0].Old != "; it is paid" || list[0].New != "; all is paid" || list[1].Old != "; orders" || list[1].New != "; what is ordered" {
		t.Errorf("%+v %v", list, err)
	}
}

// A comment is reported at the innermost item around it: at the clause below it, and not
// at the transition.
func TestProseOfClauses(t *testing.T) {
	of := func(word string) *edit.Set {
		var b strings.Builder
		b.WriteString("(model\n  (var n Int)\n  (transition pay\n    (params)\n    (pre")
		for i := range 8 {
			fmt.Fprintf(&b, "\n      ; %s %d\n      (> n %d)", word, i, i)
		}
		b.WriteString(")\n    (post)))\n")
		p, err := modeltest.Load(sharedTools, b.String(), sharedSuite)
		if err != nil {
			t.Fatal(err)
		}
		return setOf(p)
	}
	list, err := edit.Prose(of("above"), of("more than"), edit.DiffOptions{})
	if err != nil || len(list) != 8 {
		t.Fatalf("%+v %v", list, err)
	}
	for i, c := range list {
		if want := fmt.Sprintf("transition/pay/pre/%d", i); c.At.String() != want || c.New != fmt.Sprintf("; more than %d", i) {
			t.Errorf("%q is at %s, not at %s", c.New, c.At, want)
		}
	}
}
