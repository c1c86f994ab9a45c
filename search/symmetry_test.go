package search_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/search"
)

const (
	sortTools = `{"tools": [
		{"name": "take", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}},
		{"name": "move", "inputSchema": {"type": "object", "properties": {"x": {"type": "string"}}, "required": ["x"]}},
		{"name": "end", "inputSchema": {"type": "object"}}]}`
	sortModel = `(model (var open (Array String)) (var left (Array String)) (var right (Array String)) (var last String)
		(transition take (params (x x)) (pre (contains open (param x)))
			(post (= (next open) (remove open (param x))) (= (next left) (insert left (param x))) (= (next last) (param x))))
		(transition move (params (x x)) (pre (contains left (param x)))
			(post (= (next left) (remove left (param x))) (= (next right) (insert right (param x)))))
		(transition end (params) (pre PRE) (post)))`
	sortCase = `(use "model.wm") (case c (init (open (array "a" "b" "c" "d" "e" "f" "g")) (left (array LEFT)) (right (array)) (last "LAST"))
		(checks (ends (call end)) CHECK))`
)

// Strings that nothing names are exchanged, so that few states are left of 3^7. Those that are named,
// or that are somewhere initially, are told from the others.
func TestSymmetry(t *testing.T) {
	for _, test := range []struct {
		pre, left, last, check string
		calls                  int // 0 is none of any length
		states                 int // at most
	}{
		{`(= (size right) 3)`, ``, ``, ``, 7, 500},
		{`(= (size right) 8)`, ``, ``, ``, 0, 500},
		{`(= (size right) 7) (contains left last)`, ``, ``, ``, 0, 700},
		{`(= (size right) 3) (contains left last) (contains open "a")`, ``, ``, ``, 8, 1000},
		{`(= (size right) 3) (contains left "b") (contains open "a") (contains right "c")`, ``, ``, ``, 8, 2000},
		{`(contains right last) (= right (array "b" "c"))`, ``, ``, ``, 5, 2000},
		{`(contains open last) (= (size right) 1)`, ``, `g`, ``, 0, 2000}, // taken last, or g, which is moved before
		{`(contains right last) (contains open "a")`, `"g"`, `g`, ``, 2, 500},
		{`(= (size right) 2)`, ``, ``, `(second (call move (x "e")))`, 5, 700},
		{`(= (size right) 8)`, `"h"`, ``, `(never (no_call take (x "e")))`, 0, 1500},
		{`(= (size right) 7)`, `"h"`, ``, `(never (no_call take (x "e")))`, 14, 1500},
	} {
		suite := strings.NewReplacer("LEFT", test.left, "LAST", test.last, "CHECK", test.check).Replace(sortCase)
		p, err := modeltest.Load(sortTools, strings.Replace(sortModel, "PRE", test.pre, 1), suite)
		if err != nil {
			t.Fatal(err)
		}
		sc := system.NewScenario(p.Suite, p.Suite.Cases[0])
		r := search.New(system.Lower(sc.Model), interp.New(sc.Model)).Search(sc).Decide(context.Background(), system.Query{Kind: system.Compliant}, 16, search.Limits{States: 30000})
		switch {
		case test.calls == 0 && !r.Proved, test.calls > 0 && (!r.Found || len(r.Trace.Steps) != test.calls):
			t.Errorf("%s %s: %+v, and not %d calls", test.pre, test.check, r, test.calls)
		case r.States > test.states:
			t.Errorf("%s %s: %d states", test.pre, test.check, r.States)
		}
	}
}
