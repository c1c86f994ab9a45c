package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/diag"
)

// RunText writes what comes out for each step of a trace, with what is wrong
// with its place, then each check, and a last line that says it all.
func RunText(w io.Writer, r *Run, o Options) error {
	p := newPage(o)
	// The numbers of steps are aligned to the right.
	width := 0
	for i := range r.Replay.Steps {
		width = max(width, len(fmt.Sprint(i+1)))
	}
	for i := range r.Replay.Steps {
		p.step(fmt.Sprintf("%*d", width, i+1), &r.Replay.Steps[i])
	}
	p.judgements(r)
	if p.verbose {
		p.table(r.film())
	}
	if p.out.Len() > 0 {
		p.line("")
	}
	p.last(r)
	_, err := w.Write(p.out.Bytes())
	return err
}

// step writes a call, and what is wrong with it.
func (p *page) step(label string, o *interp.Outcome) {
	p.call(label, "", o.Call, !o.Allowed(), nil)
	if o.Known == interp.InSchema {
		p.note("the model has no transition for this tool: it is always possible, and changes nothing")
	}
	if o.Failed {
		p.note("the call failed, and changes nothing")
	}
	for _, v := range violations(o) {
		p.wrong(v.text, v.rules)
		if v.note != "" {
			p.note(v.note)
		}
	}
	if n := len(o.Dropped); n > 0 {
		p.note(fmt.Sprintf("%s that the trace may have been in before the call do not allow it, so it was in another one", report.Count(n, "state")))
	}
	switch {
	case o.Undecided():
		p.note("not decided: too many possible states or answers to examine all")
	case !o.Complete:
		p.note("too many possible states or answers to examine all, so this is about some of them")
	}
}

// A violation is what is wrong with a step of a trace.
type violation struct {
	rule  string // of the finding
	text  string
	rules []interp.Broken // of the model, that do not hold
	note  string
}

// violations returns all that is wrong with a step.
func violations(o *interp.Outcome) (list []violation) {
	// Several things can be wrong with a step; each is a violation of its own.
	if o.Known == interp.Unknown {
		list = append(list, violation{rule: "unknown-tool", text: "neither the model nor the tool schemas know this tool"})
	}
	if len(o.Broken) > 0 {
		v := violation{rule: "refused-call", text: "the model rejects this call: " + why(o.Broken[0]), rules: o.Broken}
		if o.Consequence() {
			v.note = "it would allow the call if those before that it rejects had changed nothing"
		}
		list = append(list, v)
	}
	if o.Stuck {
		list = append(list, violation{rule: "impossible-call", text: "this call cannot happen: no next state"})
	}
	if len(o.Impossible) > 0 {
		list = append(list, violation{rule: "impossible-state", text: "the recorded state is not possible: " + why(o.Impossible[0]), rules: o.Impossible})
	}
	if len(o.Contradicts) > 0 {
		list = append(list, violation{rule: "contradicting-answer", text: "the answer contradicts the model: " + why(o.Contradicts[0]), rules: o.Contradicts})
	}
	return list
}

// wrong writes what is wrong, and shows where the rules stand.
func (p *page) wrong(text string, rules []interp.Broken) {
	for _, l := range wrap(text, p.width-7) {
		p.line("       %s", p.ink.Paint(report.Red, l))
	}
	for i, b := range rules {
		if at := b.Span(); !at.IsZero() {
			role := ""
			if i > 0 {
				role = why(b)
			}
			p.excerpt("       ", diag.Diagnostic{Primary: at, Role: role})
		}
	}
}

func (p *page) note(text string) { p.wrapped("       ", text) }

func (p *page) judgements(r *Run) {
	if r.Case == nil {
		return
	}
	p.line("")
	for _, j := range r.Checks {
		word, colour, rest := "pass", report.Green, ""
		if j.Undecided {
			word, colour, rest = "unknown", report.Yellow, ": "+j.reason()
		} else if !j.Passed {
			word, colour, rest = "fail", report.Red, ": "+j.reason()
		}
		p.line("  %s  %s%s", p.ink.Paint(colour, word), report.Visible(j.Check), rest)
	}
}

// reason says why a check does not pass.
func (j *judgement) reason() string {
	switch {
	case j.Step > 0:
		return fmt.Sprintf("broken by step %d", j.Step)
	case j.Why != "":
		return j.Why
	}
	return "not met by the end of the trace"
}

// last says in a sentence what comes out.
func (p *page) last(r *Run) {
	text, colour := r.outcome()
	for _, l := range wrap(text, p.width) {
		p.line("%s", p.ink.Paint(colour, l))
	}
}

// Summary says in a sentence what comes out.
func (r *Run) Summary() string {
	text, _ := r.outcome()
	return text
}

// outcome says in a sentence what comes out, in a colour.
func (r *Run) outcome() (text, colour string) {
	text, colour = fmt.Sprintf("the trace is a run of the model: %s", report.Count(r.Length, "call")), report.Green
	refused := r.steps(func(o *interp.Outcome) bool { return !o.Allowed() && !o.Undecided() })
	undecided := r.steps((*interp.Outcome).Undecided)
	switch {
	case len(refused) > 0:
		text, colour = fmt.Sprintf("the trace is not a run of the model: %s of %d %s not allowed", steps(refused), r.Length, isOrAre(refused)), report.Red
	case len(undecided) > 0:
		text, colour = fmt.Sprintf("the trace may be a run of the model or not: %s of %d %s not decided", steps(undecided), r.Length, isOrAre(undecided)), report.Yellow
	}
	if r.Case != nil {
		var lost string
		if lost, colour = r.verdict(colour); lost == "" {
			lost = "it passes all checks"
		}
		text += "; " + lost + " of " + report.Visible(r.Case.Decl.Name().Name)
	}
	return text, colour
}

// verdict says which checks the trace fails, or which are not decided; "" if it
// passes all. The colour is that of what is worst.
func (r *Run) verdict(colour string) (text, worst string) {
	var failed, open []string
	for _, j := range r.Checks {
		switch name := report.Visible(j.Check); {
		case j.Undecided:
			open = append(open, name)
		case !j.Passed:
			failed = append(failed, name)
		}
	}
	switch {
	case len(failed) > 0:
		return "it fails " + strings.Join(failed, ", "), report.Red
	case len(open) == 0:
		return "", colour
	case colour == report.Green:
		// Red stays: the replay has failed already.
		colour = report.Yellow
	}
	return "unknown whether it passes " + strings.Join(open, ", "), colour
}

// steps returns the numbers of the steps that are so.
func (r *Run) steps(are func(*interp.Outcome) bool) (list []int) {
	for i := range r.Replay.Steps {
		if are(&r.Replay.Steps[i]) {
			list = append(list, i+1)
		}
	}
	return list
}

// maxSteps is how many steps are named in a sentence.
const maxSteps = 10

// steps names steps: "step 2", "steps 2, 5 and 7".
func steps(list []int) string {
	if len(list) == 1 {
		return fmt.Sprintf("step %d", list[0])
	}
	parts := lists.Map(list[:min(len(list), maxSteps)], func(n int) string { return fmt.Sprint(n) })
	last := parts[len(parts)-1]
	if more := len(list) - maxSteps; more > 0 {
		return "steps " + strings.Join(parts, ", ") + fmt.Sprintf(" and %d more", more)
	}
	return "steps " + strings.Join(parts[:len(parts)-1], ", ") + " and " + last
}

func isOrAre(list []int) string {
	if len(list) == 1 {
		return "is"
	}
	return "are"
}

// film returns the states that the replay went through; where several are
// possible, the first.
func (r *Run) film() *film {
	f := &film{model: r.Model, free: make(map[string]bool), broken: make(map[int][]interp.Broken)}
	if len(r.Replay.Init) > 0 {
		f.states = append(f.states, r.Replay.Init[0])
	}
	for i := range r.Replay.Steps {
		o := &r.Replay.Steps[i]
		// The table ends where no next state is possible.
		if len(o.After) == 0 || len(f.states) == 0 {
			break
		}
		f.states = append(f.states, o.After[0])
		f.calls = append(f.calls, o.Call.Tool)
		for _, a := range o.Call.Args {
			f.named = append(f.named, a.Value)
		}
		if len(o.Broken) > 0 {
			f.broken[i+1] = o.Broken
		}
	}
	return f
}
