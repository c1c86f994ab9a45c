package validate_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

const restsTools = `{"tools": [
	{"name": "show", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "cancel", "inputSchema": {"properties": {"o": {"type": "string"}}, "required": ["o"]}},
	{"name": "close"}, {"name": "look"}]}`

func restsModel(pre string) string {
	return `(model (var status (Map String (Enum "pending" "cancelled"))) (var desk (Record (open Bool) (hidden Bool)))
	(transition show (params (o o)) (results (status s (Enum "pending" "cancelled"))) (pre) (post (= (result s) (get status (param o)))))
	(transition cancel (params (o o)) (pre (= (get status (param o)) "pending")` + pre + `) (post (= (get (next status) (param o)) "cancelled")))
	(transition look (params) (results (open x Bool)) (pre) (post (= (result x) (field desk open))))
	(transition close (params) (pre (field desk open) (field desk hidden)) (post (= (field (next desk) open) false))))`
}

// TestTrapRestsOn: REACH trap 1. A compliant trace says what it needs and no answer has
// shown, if one could have.
func TestTrapRestsOn(t *testing.T) {
	lib := library(t)
	for _, row := range []struct{ pre, parts, want string }{
		{"", `(checks (c (call cancel (o "A"))))`, `cancel; 1 status "A"`},
		{" (seen (get status (param o)))", `(checks (c (call cancel (o "A"))))`, `show cancel;`},
		{"", `(init (status (map ("A" "pending") open))) (checks (c (call cancel (o "A"))))`, `cancel;`},
		{"", `(init (status (map ("B" "pending") open))) (checks (c (call cancel (o "A"))))`, `cancel; 1 status "A"`},
		{"", `(checks (c (call cancel (o "A"))) (d (call cancel (o "B"))))`, `cancel cancel; 1 status "A", 2 status "B"`},
		{"", `(checks (c (call cancel (o "A"))) (d (after (call cancel) (call show (o "A")))))`, `show cancel;`},
		{"", `(checks (c (call cancel (o "A"))) (d (after (call cancel) (call show (o "B")))))`, `show cancel; 2 status "A"`},
		{"", `(checks (c (call cancel (o "A"))) (d (answered (call show (o "A")) (status "pending"))))`, `show cancel;`},
		// no answer shows the other field
		{"", `(checks (c (call close)))`, `close; 1 desk.open`},
		{"", `(checks (c (after (call close) (call look))) (d (call close)))`, `look close;`},
		{"", `(checks (c (no_call cancel))) (goal (field desk open))`, `; 0 desk.open`},
		{"", `(checks (c (call close))) (goal (not (field desk open)))`, `close; 1 desk.open`},
	} {
		p, err := modeltest.Load(restsTools, restsModel(row.pre), `(use "model.wm") (case c `+row.parts+`)`)
		if err != nil {
			t.Fatal(err)
		}
		c := validatedWith(t, p, validate.Options{Bound: 3, NewSolver: solvers(lib)})
		var calls, needs []string
		for _, s := range c.Compliant.Witness.Steps {
			calls = append(calls, s.Call.Tool)
		}
		for _, n := range c.Compliant.RestsOn {
			text := fmt.Sprint(n.Step, " ", n.Leaf)
			if n.Key != nil {
				text += " " + n.Key.String()
			}
			needs = append(needs, text)
		}
		if got := strings.TrimSpace(strings.Join(calls, " ") + "; " + strings.Join(needs, ", ")); got != row.want {
			t.Errorf("%s with%s:\n got %s\nwant %s", row.parts, row.pre, got, row.want)
		}
	}
}

// TestRestsOnInReports: the line of a case and the document say so.
func TestRestsOnInReports(t *testing.T) {
	p, err := modeltest.Load(restsTools, restsModel(""), `(use "model.wm") (case c (checks (c (call cancel (o "A")))))`)
	if err != nil {
		t.Fatal(err)
	}
	c := validatedWith(t, p, validate.Options{Bound: 2, NewSolver: solvers(library(t))})
	var text strings.Builder
	if err := report.Text(&text, &validate.Result{Cases: []*validate.Case{c}}, report.Options{Verbose: true}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{", rests on `status` of \"A\"", "it rests on `status` of \"A\", which no answer has shown"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), want) {
			t.Errorf("it does not say %s:\n%s", want, &text)
		}
	}
	if doc := document(t, c); !strings.Contains(strings.Join(strings.Fields(doc), ""), `"rests_on":[{"step":1,"leaf":"status","key":"A"}]`) {
		t.Errorf("the document does not say so:\n%s", doc)
	}
}
