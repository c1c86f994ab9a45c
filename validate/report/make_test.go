package report

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/search"
	"github.com/mantrac/mantrac/validate"
)

// world has all kinds of values, and tools that go wrong in all ways.
const world = `(model
  (const limit Int 3)
  (var in_stock Bool)
  (var inventory_checked Bool)
  (var picker_assigned Bool)
  (var n Int)
  (var price Real)
  (var note String)
  (var order (Record (state (Enum "open" "closed")) (items (Array String)) (unused Int)))
  (var elsewhere Int)

  (transition check_inventory
    (params (item i))
    (pre)
    (post (= (next inventory_checked) true)))

  (transition assign_picker
    (params (item i))
    (pre (= inventory_checked true)
         in_stock)
    (post (= (next picker_assigned) true)))

  (transition count_up
    (params)
    (pre (<= n limit))
    (post (= (next n) (+ n 1))))

  (transition divide
    (params (by d))
    (pre)
    (post (= (next price) (/ price (param d)))))

  (transition add_item
    (params (item i))
    (pre (= (field order state) "open"))
    (post (= (field (next order) items) (insert (field order items) (param i)))))

  (transition write_note
    (params (text t))
    (pre)
    (post (= (next note) (param t)))))
`

const suite = `(case stock
  (init (in_stock true) (inventory_checked false) (picker_assigned false) (n 0) (price 1.0)
        (note "") (order (record (state "open") (items (array)) (unused 0))) (elsewhere 0))
  (checks
    (look (call check_inventory (item "U2")))
    (pick (call assign_picker (item "U2")))
    (late (after (no_call check_inventory) (call assign_picker)))))

(case everything
  (init (in_stock true) (order (record (state "closed"))))
  (checks
    (quiet (no_call write_note))
    (twice (or (call add_item) (call divide (by 0))))
    (before_all (before (call count_up) (call check_inventory))))
  (goal (= (field order state) "closed") (> n 1)))
`

// A stage is where results are made by hand.
type stage struct {
	t       testing.TB
	suite   *checker.Suite
	machine *interp.Machine
}

func newStage(t testing.TB) *stage {
	t.Helper()
	m := checker.CheckModel(ast.Parse(source.NewFile("dir/world.wm", world), ast.ModelFile, nil), nil, checker.Options{}, nil)
	s := checker.CheckSuite(ast.Parse(source.NewFile("dir/suite.checks", suite), ast.ChecksFile, nil), m, nil, checker.Options{})
	for _, d := range append(m.Diagnostics, s.Diagnostics...) {
		if d.Severity == diag.Error {
			t.Fatal(d.Primary, d.Message)
		}
	}
	return &stage{t: t, suite: s, machine: interp.New(m)}
}

// find returns a case without any answers.
func (s *stage) find(name string) *validate.Case {
	s.t.Helper()
	for _, k := range s.suite.Cases {
		if id := k.Decl.Name(); id.Name == name {
			c := &validate.Case{Name: name, File: "dir/suite.checks", Bound: 16, Suite: s.suite, Decl: k}
			c.Span = s.suite.File.Tree.Resolve(k.Decl.Header.Span(id))
			c.ChecksAlone.Answer, c.Compliant.Answer, c.Forward.Answer = validate.Found, validate.Found, validate.None
			c.ChecksAlone.Steps, c.Verdict = 2, validate.Consistent
			for _, check := range k.Checks {
				c.Backward = append(c.Backward, validate.Backward{Check: check.Name.Name, Decl: check, Answer: validate.None})
			}
			if len(k.Goals) > 0 {
				c.Backward = append(c.Backward, validate.Backward{Check: "goal", Answer: validate.None})
			}
			return c
		}
	}
	s.t.Fatalf("no case %s", name)
	return nil
}

const first = `{"in_stock": true, "inventory_checked": false, "picker_assigned": false, "n": 0, "price": 1, "note": "",
  "order": {"state": "open", "items": [], "unused": 0}, "elsewhere": 0}`

// witness runs calls, given as steps of a trace.
func (s *stage) witness(c *validate.Case, init, steps string) *validate.Witness {
	s.t.Helper()
	t, err := interp.ReadTrace(source.NewFile("t.json", fmt.Sprintf(`{"init": %s, "steps": %s}`, init, steps)), s.suite.Model)
	if err != nil {
		s.t.Fatal(err)
	}
	state, err := s.machine.Canonical(t.Init)
	if err != nil {
		s.t.Fatal(err)
	}
	w := &validate.Witness{Init: state}
	_, free := s.machine.Initial(c.Decl)
	for _, l := range free {
		w.Free = append(w.Free, l.Name())
	}
	for _, x := range t.Steps {
		next, _ := s.machine.Next(state, x.Call)
		w.Steps = append(w.Steps, validate.Step{Call: x.Call, State: next[0], Broken: s.machine.Pre(state, x.Call)})
		state = next[0]
	}
	return w
}

// forward makes a forward conflict of a witness.
func (s *stage) forward(c *validate.Case, class validate.Class, w *validate.Witness) {
	c.Verdict = validate.ForwardConflict
	c.Forward = validate.Forward{Answer: validate.Found, Class: class, Witness: w}
	for i, x := range w.Steps {
		if len(x.Broken) > 0 {
			c.Forward.Step, c.Forward.Broken = i+1, x.Broken
			return
		}
	}
	s.t.Fatal("nothing is broken")
}

// refuse makes a backward conflict of a witness.
func (s *stage) refuse(c *validate.Case, i int, class validate.Class, w *validate.Witness) {
	b := &c.Backward[i]
	b.Answer, b.Class, b.Witness = validate.Found, class, w
	if b.Decl != nil {
		_, b.Step = w.Judge(monitor.In(s.suite, b.Decl))
	}
	if class == validate.Commission {
		c.Verdict = validate.OverRestrictive
	}
}

// results are one of each kind, by name.
var results = map[string]func(*stage) []*validate.Case{
	"consistent": func(s *stage) []*validate.Case {
		c := s.find("stock")
		c.Compliant.Witness = s.witness(c, first, `[{"tool": "check_inventory", "args": {"item": "U2"}}, {"tool": "assign_picker", "args": {"item": "U2"}}]`)
		s.refuse(c, 0, validate.Omission, s.witness(c, first, `[{"tool": "check_inventory"}]`))
		d := s.find("everything")
		d.Forward.Proved = true
		d.Compliant.Witness = s.witness(d, first, `[]`)
		for i := range d.Backward {
			d.Backward[i].Proved = true
		}
		return []*validate.Case{c, d}
	},
	"forward": func(s *stage) []*validate.Case {
		c := s.find("stock")
		c.Compliant.Witness = s.witness(c, first, `[]`)
		s.forward(c, validate.Asked, s.witness(c, first, `[{"tool": "assign_picker", "args": {"item": "U2"}}, {"tool": "check_inventory", "args": {"item": "U2"}}]`))
		s.refuse(c, 0, validate.Omission, c.Compliant.Witness)
		s.refuse(c, 1, validate.Omission, c.Compliant.Witness)
		return []*validate.Case{c}
	},
	"conflicts": func(s *stage) []*validate.Case {
		c := s.find("stock")
		c.Compliant.Witness = s.witness(c, first, `[]`)
		again := `[{"tool": "assign_picker", "args": {"item": "U2"}}, {"tool": "check_inventory", "args": {"item": "U2"}}]`
		s.forward(c, validate.Asked, s.witness(c, strings.Replace(first, `"in_stock": true`, `"in_stock": false`, 1), again))
		further := c.Forward
		s.forward(c, validate.Other, s.witness(c, first, again))
		c.Conflicts = []validate.Forward{further, {Reason: errors.New("interrupted")}}
		s.refuse(c, 2, validate.Commission, s.witness(c, first, `[{"tool": "check_inventory"}, {"tool": "assign_picker"}]`))
		c.Omissions = []validate.Backward{c.Backward[2]}
		c.Omissions[0].Class, c.Omissions[0].Step = validate.Omission, 0
		c.Verdict = validate.ForwardConflict
		return []*validate.Case{c}
	},
	"irrelevant": func(s *stage) []*validate.Case {
		c := s.find("everything")
		c.Compliant.Witness = s.witness(c, first, `[]`)
		c.Compliant.Witness.Irrelevant = []string{"n", "elsewhere"}
		s.forward(c, validate.Other, s.witness(c, first, `[{"tool": "write_note", "args": {"text": "x", "at": 1}}, {"tool": "count_up"}, {"tool": "assign_picker", "args": {"item": "U2"}}]`))
		w := c.Forward.Witness
		w.Irrelevant = []string{"n", "price", "note", "order.items", "elsewhere"}
		w.Steps[0].Irrelevant, w.Steps[2].Irrelevant = []string{"text"}, []string{"item"}
		s.refuse(c, 0, validate.Commission, s.witness(c, first, `[{"tool": "write_note", "args": {"text": "x"}}]`))
		c.Backward[0].Witness.Steps[0].Irrelevant = []string{"text"}
		c.Verdict = validate.ForwardConflict
		return []*validate.Case{c}
	},
	"implicit": func(s *stage) []*validate.Case {
		c := s.find("everything")
		c.Compliant.Witness = s.witness(c, first, `[]`)
		s.forward(c, validate.Asked, s.witness(c, strings.Replace(first, `"price": 1`, `"price": "1/3"`, 1),
			`[{"tool": "divide", "args": {"by": 0}}, {"tool": "assign_picker"}]`))
		return []*validate.Case{c}
	},
	"long": func(s *stage) []*validate.Case {
		c := s.find("everything")
		c.Compliant.Witness = s.witness(c, first, `[]`)
		long := strings.Repeat("a long note with a \\u001b[31m colour and \\u202e a turn; ", 3)
		s.forward(c, validate.Anchor, s.witness(c, first, `[
			{"tool": "count_up"}, {"tool": "count_up"}, {"tool": "count_up"}, {"tool": "count_up"},
			{"tool": "write_note", "args": {"text": "`+long+`", "from": [1, 2.5, null, {"a": "b"}], "漢字": "漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字漢字"}},
			{"tool": "add_item", "args": {"item": "one"}}, {"tool": "add_item", "args": {"item": "two"}},
			{"tool": "count_up"}, {"tool": "count_up"}, {"tool": "check_inventory"}]`))
		return []*validate.Case{c}
	},
	"restrictive": func(s *stage) []*validate.Case {
		c := s.find("everything")
		c.Compliant.Witness = s.witness(c, first, `[]`)
		s.refuse(c, 0, validate.Commission, s.witness(c, first, `[{"tool": "count_up"}, {"tool": "write_note", "args": {"text": "x"}}]`))
		s.refuse(c, 2, validate.Commission, s.witness(c, first, `[{"tool": "count_up"}]`))
		s.refuse(c, 3, validate.Omission, s.witness(c, first, `[]`))
		return []*validate.Case{c}
	},
	"none": func(s *stage) []*validate.Case {
		a, b, c := s.find("stock"), s.find("everything"), s.find("stock")
		a.Verdict, a.ChecksAlone, a.Compliant.Answer = validate.UnsatisfiableChecks, validate.ChecksAlone{Answer: validate.None, Proved: true}, validate.None
		b.Verdict, b.ChecksAlone.Steps, b.Compliant.Answer = validate.NoCompliantTrace, 18, validate.None
		c.Verdict, c.Compliant = validate.NoCompliantTrace, validate.Compliant{Answer: validate.None, Proved: true}
		c.File = "other.checks"
		return []*validate.Case{a, b, c}
	},
	"unknown": func(s *stage) []*validate.Case {
		a, b := s.find("stock"), s.find("everything")
		late, stopped := errors.New("the time for the query ran out"), errors.New("interrupted")
		a.Compliant.Witness = s.witness(a, first, `[]`)
		a.Verdict, a.Forward = validate.UnknownVerdict, validate.Forward{Reason: late}
		a.Backward[1] = validate.Backward{Check: "pick", Decl: a.Backward[1].Decl, Class: validate.Commission, Reason: late}
		b.Verdict = validate.UnknownVerdict
		b.ChecksAlone, b.Compliant, b.Forward = validate.ChecksAlone{Reason: stopped}, validate.Compliant{Reason: stopped}, validate.Forward{Reason: stopped}
		b.Backward[0] = validate.Backward{Check: "quiet", Reason: late}
		return []*validate.Case{a, b}
	},
	"blame": func(s *stage) []*validate.Case {
		a, b, c := s.find("stock"), s.find("everything"), s.find("stock")
		a.Verdict, a.ChecksAlone, a.Compliant.Answer = validate.UnsatisfiableChecks, validate.ChecksAlone{Answer: validate.None, Proved: true}, validate.None
		a.Blame = &validate.Blame{Checks: a.Decl.Checks[:1], Minimal: true, Proved: true}
		b.Verdict, b.Compliant = validate.NoCompliantTrace, validate.Compliant{Answer: validate.None, Proved: true}
		b.Blame = &validate.Blame{Checks: b.Decl.Checks[1:2], Goals: b.Decl.Goals[1:], Init: b.Decl.Init[1:], Minimal: true, Proved: true}
		for _, name := range []string{"assign_picker", "divide"} {
			b.Blame.Conditions = append(b.Blame.Conditions, system.Conditions(s.suite.Model, s.suite.Model.Transition(name))[0])
		}
		c.Verdict, c.Compliant.Answer = validate.NoCompliantTrace, validate.None
		c.Blame = &validate.Blame{Checks: c.Decl.Checks, Init: c.Decl.Init[:1]}
		return []*validate.Case{a, b, c}
	},
	"engines": func(s *stage) []*validate.Case {
		a, b := s.find("stock"), s.find("everything")
		a.Compliant.Witness, b.Compliant.Witness = s.witness(a, first, `[]`), s.witness(b, first, `[]`)
		a.Forward.Proved, a.Backward[0].Never = true, true
		a.Decisions = []validate.Decision{
			{Query: "checks-alone", Answer: validate.Found, Engine: validate.Explicit, Why: "found after 3 states", Took: []validate.Took{{Engine: validate.Explicit, Time: 123456 * time.Nanosecond}}},
			{Query: "forward", Answer: validate.None, Proved: true, Engine: validate.Spacer, Why: "a condition that every call keeps excludes it; " + strings.Repeat("and so on ", 20),
				Took: []validate.Took{{Engine: validate.Explicit, Time: 12 * time.Millisecond}, {Engine: validate.SMT, Time: 345 * time.Millisecond}, {Engine: validate.Spacer, Time: 6789 * time.Millisecond}}},
			{Query: "commission of look", Answer: validate.None, Engine: validate.SMT, Why: "the solver refutes it up to 16 calls", Took: []validate.Took{{Engine: validate.Explicit, Time: 9 * time.Millisecond}, {Engine: validate.SMT, Time: 99 * time.Millisecond}},
				Cost: &search.Cost{Work: 200, Asked: 1, Tool: search.Share{Name: "pick", Count: 150}, Variable: search.Share{Name: "order.items", Count: 512},
					Argument: search.Share{Name: "the argument `item` of pick", Count: 7}, Instead: "say in `init` what the variable is"}},
			{Query: "omission of \u202elook", Engine: validate.Reference, Why: "the time \x1b[2J ran out", Took: []validate.Took{{Engine: validate.Reference, Time: 30 * time.Second}}},
			{Query: "omission of goal", Why: "not asked"},
		}
		b.Forward.Proved = true
		for i := range b.Backward {
			b.Backward[i].Never = true
		}
		return []*validate.Case{a, b}
	},
	"empty": func(*stage) []*validate.Case { return nil },
}

func resultOf(s *stage, name string) *validate.Result {
	r := &validate.Result{Cases: results[name](s), Stats: validate.Stats{States: 7, Search: 3 * time.Millisecond, Explain: 1500 * time.Microsecond, Queries: 12, Solve: 34567 * time.Microsecond, Encode: 2 * time.Millisecond}}
	if name == "engines" {
		stopped := errors.New("interrupted")
		r.Unfinished = []validate.Unfinished{
			{Name: "third", File: "dir/suite.checks", Reason: stopped},
			{Name: "fourth\x1b[2J", File: "dir/other.checks", Reason: errors.New("internal error")},
			{Name: "fifth", File: "dir/other.checks", Reason: stopped},
		}
	}
	return r
}
