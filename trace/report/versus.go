package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// A Versus shows how two models did on one case.
type Versus struct {
	Case  string  `json:"case"`
	Sides [2]Side `json:"sides"`
}

// A Side is how one model did.
type Side struct {
	Model  string      `json:"model"`
	Trials int         `json:"trials"`
	Passed int         `json:"passed"`
	Checks []SideCheck `json:"checks"` // the replay in the model and the goal among them

	// Shown is the trial whose calls are shown: the first that does not pass, or else the
	// first.
	Shown *grade.Result `json:"shown"`
	Calls []SideCall    `json:"calls"`
}

// A SideCheck counts the trials in which a check was judged, and those that pass it.
type SideCheck struct {
	Check  string `json:"check"`
	Trials int    `json:"trials"`
	Passed int    `json:"passed"`
}

// A SideCall is a call.
type SideCall struct {
	Seq    int    `json:"seq"`
	Tool   string `json:"tool"`
	Args   string `json:"args"`
	Status string `json:"status"`
}

// NewSide counts the trials of a model on a case. There is at least one.
func NewSide(model string, trials []grade.Result) Side {
	s := Side{Model: model, Trials: len(trials), Checks: []SideCheck{}, Shown: &trials[0], Calls: []SideCall{}}
	for i := range trials {
		x := &trials[i]
		if x.Verdict == grade.Pass {
			s.Passed++
		} else if s.Shown.Verdict == grade.Pass {
			// The first trial that does not pass shows most about the model.
			s.Shown = x
		}
		for _, c := range x.Judged() {
			s.check(c)
		}
	}
	return s
}

func (s *Side) check(c grade.Check) {
	i := slices.IndexFunc(s.Checks, func(o SideCheck) bool { return o.Check == c.Check })
	if i < 0 {
		i = len(s.Checks)
		s.Checks = append(s.Checks, SideCheck{Check: c.Check})
	}
	s.Checks[i].Trials++
	if c.Verdict == grade.Pass {
		s.Checks[i].Passed++
	}
}

// Call adds a call of the trial that is shown.
func (s *Side) Call(e *trace.Event) {
	// The event is used again by the reader.
	s.Calls = append(s.Calls, SideCall{e.Seq, strings.Clone(e.Tool), short(string(e.Raw)), string(e.Status)})
}

// JSON writes the comparison as JSON.
func (v *Versus) JSON(w io.Writer) error { return jsontext.Write(w, v) }

// Text writes the comparison for people.
func (v *Versus) Text(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "case %s\n", report.Visible(v.Case))
	for _, x := range v.tables() {
		b.WriteString("\n")
		x.text(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// Markdown writes the comparison as Markdown.
func (v *Versus) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "## Case %s\n", report.Escape(v.Case))
	for _, x := range v.tables() {
		x.markdown(&b)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (v *Versus) tables() []table {
	a, b := &v.Sides[0], &v.Sides[1]
	checks := table{Title: "Trials that pass", Columns: []string{"check", a.Model, b.Model}}
	for _, c := range a.Checks {
		checks.add(c.Check, c, b.checkNamed(c.Check))
	}
	// Checks of the first side are listed already.
	for _, c := range b.Checks {
		if (a.checkNamed(c.Check) == SideCheck{}) {
			checks.add(c.Check, SideCheck{}, c)
		}
	}
	checks.add("all of them", SideCheck{Trials: a.Trials, Passed: a.Passed}, SideCheck{Trials: b.Trials, Passed: b.Passed})
	calls := table{Title: "Calls", Columns: []string{a.heading(), "", b.heading()}}
	for _, p := range aligned(a.Calls, b.Calls) {
		calls.add(p[0], p[1], p[2])
	}
	return []table{checks, calls}
}

func (s *Side) checkNamed(name string) SideCheck {
	return lists.Find(s.Checks, func(c SideCheck) bool { return c.Check == name })
}

// String says how many trials pass; a dash if there are none.
func (c SideCheck) String() string {
	if c.Trials == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d", c.Passed, c.Trials)
}

func (s *Side) heading() string {
	return fmt.Sprintf("%s, trial %d: %s", s.Model, s.Shown.Trial, s.Shown.Verdict)
}

// shownCall is how many bytes of a call are shown.
const shownCall = 70

// String returns the call in one line.
func (c SideCall) String() string {
	text := c.Tool
	if c.Args != "" && c.Args != "{}" {
		text += " " + c.Args
	}
	if len(text) > shownCall {
		// The text may be cut inside a character.
		text = strings.ToValidUTF8(text[:shownCall], "") + "…"
	}
	if c.Status != "" && c.Status != string(trace.OK) {
		text += " (" + c.Status + ")"
	}
	return text
}

// maxAligned is how many calls of each side are shown side by side.
const maxAligned = 500

// aligned puts calls side by side: a longest common sequence of calls that both make
// with the same arguments, marked by =, and between them the others.
func aligned(a, b []SideCall) (rows [][3]string) {
	// The table of lengths grows with the product of both.
	a, b = a[:min(len(a), maxAligned)], b[:min(len(b), maxAligned)]
	same := func(i, j int) bool { return a[i].Tool == b[j].Tool && a[i].Args == b[j].Args }
	// longest[i][j] is the length of a longest common sequence of a[i:] and b[j:].
	longest := make([][]int, len(a)+1)
	for i := range longest {
		longest[i] = make([]int, len(b)+1)
	}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			longest[i][j] = max(longest[i+1][j], longest[i][j+1])
			if same(i, j) {
				longest[i][j] = 1 + longest[i+1][j+1]
			}
		}
	}
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && same(i, j):
			rows = append(rows, [3]string{a[i].String(), "=", b[j].String()})
			i, j = i+1, j+1
		// Ties go to the left side, so that its calls come before those of the right.
		case j == len(b) || i < len(a) && longest[i+1][j] >= longest[i][j+1]:
			rows = append(rows, [3]string{a[i].String(), "<", ""})
			i++
		default:
			rows = append(rows, [3]string{"", ">", b[j].String()})
			j++
		}
	}
	return rows
}
