package system_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ops"
)

const tools = `{"tools": [{"name": "go", "inputSchema": {"type": "object", "properties": {"to": {"type": "integer"}}, "required": ["to"]}}]}`

func lower(t *testing.T, model string) *system.System {
	t.Helper()
	p, err := modeltest.Load(tools, model, "(case c (checks (a (call go (to 1)))) (goal (= n 1)))")
	if err != nil {
		t.Fatal(err)
	}
	s := system.Lower(p.Model)
	if goals := s.Goals(p.Suite, p.Suite.Cases[0]); len(goals) != 1 || !slices.Equal(system.ReadsBefore(goals...), s.Under(p.Model.Var("n"), nil)) {
		t.Errorf("the goal reads %v", goals[0].Reads)
	}
	return s
}

// A field of a variable is the leaf it stands for, and reads are in the order
// of the source.
func TestTerms(t *testing.T) {
	s := lower(t, `(model (var n Int) (var r (Record (a Int) (b Bool)))
	  (transition go (params (to x))
	    (pre (= (field r a) (+ (param x) n)) (= r (record (a 1) (b true))))
	    (post (= (next n) (param x)))))`)
	pre := s.Transition("go").Pre
	sum := pre[0].Args[1]
	if left := pre[0].Args[0]; left.Kind != system.Before || !left.Single() || !left.IsLeaf(1) {
		t.Errorf("(field r a) is the leaf %v of kind %d, expected leaf 1", left.Leaves, left.Kind)
	}
	if !sum.Is(ops.Add) || sum.Args[0].Kind != system.Argument || sum.Args[0].Index != 0 {
		t.Errorf("the sum is %+v", sum)
	}
	var order []int
	for _, r := range pre[0].Reads {
		order = append(order, int(r.Kind), r.Index)
	}
	if want := []int{int(system.Before), 1, int(system.Argument), 0, int(system.Before), 0}; !slices.Equal(order, want) {
		t.Errorf("the clause reads %v, expected %v", order, want)
	}
	if whole := pre[1].Args[0]; whole.Single() || !slices.Equal(whole.Leaves, []int{1, 2}) {
		t.Errorf("r is the leaves %v, expected 1 and 2", whole.Leaves)
	}
	if literal := pre[1].Args[1]; !literal.Is(ops.Record) || !slices.Equal(literal.Names, []string{"a", "b"}) || len(literal.Reads) > 0 {
		t.Errorf("the record is %+v", literal)
	}
}

// Post is taken apart into assignments and relations, and tells which leaves it
// leaves open and ties.
func TestPost(t *testing.T) {
	for _, test := range []struct {
		post                   string
		assignments, relations int
		mentioned, open, tied  []int
		total, functional      bool
	}{
		{"(= (next n) 1)", 1, 0, []int{0}, nil, nil, true, true},
		{"(=> b (= (next n) 1))", 1, 0, []int{0}, []int{0}, nil, true, false},
		{"(=> b (= (next n) 1)) (=> (not b) (= (next n) 2))", 2, 0, []int{0}, []int{0}, nil, true, false},
		{"(=> b (= (next n) 1)) (=> (= m 0) (= (next n) 2))", 2, 0, []int{0}, []int{0}, []int{0}, false, false},
		{"(=> (= n 2.0) (= (next n) 1)) (=> (not (= n 2.00)) (= (next n) 2))", 2, 0, []int{0}, []int{0}, nil, true, false},
		{"(=> (= (/ n 2) 1) (= (next n) 1)) (=> (not (= (/ n 2) 1.0)) (= (next n) 2))", 2, 0, []int{0}, []int{0}, []int{0}, false, false},
		{"(and (= (next n) 1) (=> b (< (next m) 3)))", 1, 1, []int{0, 1}, []int{1}, []int{1}, false, false},
		{"(or (= (next n) 1) (next b))", 0, 1, []int{0, 2}, []int{0, 2}, []int{0, 2}, false, false},
	} {
		s := lower(t, "(model (var n Int) (var m Int) (var b Bool) (transition go (params (to x)) (pre) (post "+test.post+")))")
		got := s.Transition("go")
		if len(got.Assignments) != test.assignments || len(got.Relations) != test.relations {
			t.Errorf("%s: %d assignments and %d relations, expected %d and %d", test.post, len(got.Assignments), len(got.Relations), test.assignments, test.relations)
		}
		if !slices.Equal(got.Mentioned, test.mentioned) || !slices.Equal(got.Open, test.open) || !slices.Equal(got.Tied, test.tied) {
			t.Errorf("%s: mentions %v, leaves %v open and ties %v; expected %v, %v and %v", test.post, got.Mentioned, got.Open, got.Tied, test.mentioned, test.open, test.tied)
		}
		if got.Total() != test.total || got.Functional() != test.functional {
			t.Errorf("%s: total %v and functional %v; expected %v and %v", test.post, got.Total(), got.Functional(), test.total, test.functional)
		}
	}
}
