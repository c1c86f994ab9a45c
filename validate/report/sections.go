package report

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/monitor"
	"github.com/mantrac/mantrac/validate"
)

// sections writes what is to be said of a case.
func (p *page) sections(c *validate.Case) {
	// Checks that contradict each other have no compliant trace either, so one section is enough.
	if c.ChecksAlone.Answer == validate.None {
		p.unsatisfiable(c)
	} else if c.Compliant.Answer == validate.None {
		p.noTrace(c)
	}
	for _, x := range forwards(c) {
		if x.Answer == validate.Found {
			p.forward(c, x)
		}
	}
	for _, b := range ofClass(c, validate.Commission) {
		p.backward(c, b)
	}
	// These were asked for expressly, so they are shown without --verbose.
	for _, b := range c.Omissions {
		if b.Answer == validate.Found {
			p.backward(c, b)
		}
	}
	if p.verbose || c.Verdict != validate.Consistent {
		p.others(c)
	}
	if p.verbose {
		for _, b := range ofClass(c, validate.Omission) {
			p.backward(c, b)
		}
		p.compliant(c)
	} else if c.Verdict != validate.Consistent {
		p.omissions(c)
	}
	p.unknown(c)
}

// head opens a section: what it is about, and one sentence.
func (p *page) head(colour, subject string, c *validate.Case, rest, sentence string) {
	p.line("")
	file := ""
	if p.file {
		file = " (" + fileName(c) + ")"
	}
	p.line("%s%s%s", p.ink.Paint(colour, subject), p.ink.Paint(report.Bold, ": "+report.Visible(c.Name)+rest), file)
	p.wrapped("", sentence)
}

func (p *page) unsatisfiable(c *validate.Case) {
	p.head(report.Red, string(validate.UnsatisfiableChecks), c, "", unsatisfiable(c))
	p.blame(c)
}

func unsatisfiable(c *validate.Case) string {
	why := cmp.Or(culprits(c), "some of them contradict each other, or the schemas of the tools leave no call that they ask for")
	length := "at all"
	if !c.ChecksAlone.Proved {
		length = "of at most " + lengths(c)
	}
	return fmt.Sprintf("no trace %s passes the %s of this case, for any model: %s", length, report.Count(len(c.Decl.Checks), "check"), why)
}

func (p *page) noTrace(c *validate.Case) {
	p.head(report.Red, string(validate.NoCompliantTrace), c, "", noTrace(c))
	p.blame(c)
}

func noTrace(c *validate.Case) string {
	what := "the checks"
	if len(c.Decl.Goals) > 0 {
		what = "the checks and reaches the goal"
	}
	length := fmt.Sprintf(" of at most %s", lengths(c))
	if c.Compliant.Proved {
		length = ""
	}
	why := cmp.Or(culprits(c), "either they ask for something that the model forbids, or the case begins where it cannot be reached")
	// The bound is too small for the checks themselves, which explains more than any blame.
	if c.ChecksAlone.Steps > c.Bound {
		why = fmt.Sprintf("the checks alone %s, so look at longer traces (--bound %d)", need(c), c.ChecksAlone.Steps)
	}
	return fmt.Sprintf("no run of the model%s passes %s: %s", length, what, why)
}

// lengths says how long the traces, and the lists in them, are that were looked at.
func lengths(c *validate.Case) string {
	text := report.Count(c.Bound, "call")
	if c.Lists > 0 {
		text += fmt.Sprintf(" and lists of at most %d", c.Lists)
	}
	return text
}

// need says how many calls the checks alone need.
func need(c *validate.Case) string {
	n := report.Count(c.ChecksAlone.Steps, "call")
	if c.ChecksAlone.Rough {
		return "need " + n + " or fewer"
	}
	return "need " + n
}

func (p *page) forward(c *validate.Case, x validate.Forward) {
	p.head(report.Red, fmt.Sprintf("%s[%s]", validate.ForwardConflict, x.Class), c, "", forward(x))
	d := diag.Diagnostic{Primary: x.Broken[0].Span()}
	for _, b := range x.Broken[1:] {
		d.Also(b.Span(), "does not hold either")
	}
	at, role := because(c, x)
	d.Also(at, role)
	p.excerpt("", d)
	p.witness(c, x.Witness, func(i int) bool { return len(x.Witness.Steps[i].Broken) > 0 })
}

// forwards returns all answers about forward conflicts.
func forwards(c *validate.Case) []validate.Forward {
	return append([]validate.Forward{c.Forward}, c.Conflicts...)
}

func forward(x validate.Forward) string {
	return fmt.Sprintf("the checks accept this trace; the model rejects step %d: %s", x.Step, why(x.Broken[0]))
}

// because returns the pattern of a check that gives a forward conflict its
// class.
func because(c *validate.Case, x validate.Forward) (at source.Span, role string) {
	call := x.Witness.Steps[x.Step-1].Call
	for _, check := range c.Decl.Checks {
		// The same tests as in validator.class, which found the class.
		m := monitor.In(c.Suite, check)
		for _, a := range m.Atoms {
			form := m.Basics[a.Basic].Form
			switch {
			case !a.Matches(call):
			case x.Class == validate.Asked && form.Asks() && !a.Anchor:
				return spanOf(c, a.Node), "asks for this call"
			case x.Class == validate.Anchor && (a.Anchor || form.Conditional()):
				return spanOf(c, a.Node), "speaks of the order of this call"
			}
		}
	}
	return source.Span{}, ""
}

// spanOf returns the place of a part of a case's checks.
func spanOf(c *validate.Case, n ast.Node) source.Span {
	return c.Suite.SpanOf(c.Decl, n)
}

func (p *page) backward(c *validate.Case, b validate.Backward) {
	subject, colour := string(b.Class), report.Red
	switch {
	case b.Class == validate.Omission, b.Class == validate.ByOthers:
		// Neither makes a case over-restrictive.
		colour = report.Blue
	case c.Verdict == validate.OverRestrictive:
		subject = string(validate.OverRestrictive)
	}
	p.head(colour, subject, c, ", "+report.Visible(b.Check), backward(c, b))
	if at := rejecting(c, b); !at.IsZero() {
		p.excerpt("", diag.Diagnostic{Primary: at})
	}
	p.flaws(c, b)
	p.witness(c, b.Witness, func(i int) bool { return i+1 == b.Step })
}

func backward(c *validate.Case, b validate.Backward) string {
	others := "every other check accepts it"
	if len(c.Backward) == 1 {
		others = "no other check is there to reject it"
	}
	reject := fmt.Sprintf("`%s` rejects step %d", report.Visible(b.Check), b.Step)
	if b.Step == 0 {
		reject = fmt.Sprintf("`%s` is not met by its end", report.Visible(b.Check))
	}
	if b.Class == validate.ByOthers {
		reject += ", for what the user does"
	}
	return fmt.Sprintf("the model allows this trace and %s; %s", others, reject)
}

// rejecting returns the place of the check, or the goal, that rejects a trace.
func rejecting(c *validate.Case, b validate.Backward) source.Span {
	if b.Decl != nil {
		return spanOf(c, b.Decl)
	}
	if u := c.Decl.Decl.Goal; u != nil {
		return c.Suite.File.Tree.Resolve(u.Span(u.Node))
	}
	return source.Span{}
}

// omissions lists the checks that a run can leave undone.
func (p *page) omissions(c *validate.Case) {
	names := lists.Map(ofClass(c, validate.Omission), func(b validate.Backward) string { return report.Visible(b.Check) })
	if len(names) == 0 {
		return
	}
	p.head(report.Blue, "omissions", c, "", "not implied by the other checks: "+strings.Join(names, ", "))
}

func (p *page) compliant(c *validate.Case) {
	if c.Compliant.Answer != validate.Found {
		return
	}
	sentence := "the model allows this trace, and the checks accept it"
	if list := needs(c); list != "" {
		sentence += "; it needs " + list
	}
	if list := restsOn(c); list != "" {
		sentence += "; it rests on " + list + ", which no answer has shown by then"
	}
	p.head(report.Green, "compliant", c, "", sentence)
	p.witness(c, c.Compliant.Witness, func(int) bool { return false })
}

func (p *page) witness(c *validate.Case, w *validate.Witness, bad func(int) bool) {
	p.trace(w, bad)
	if w.Rough {
		p.line("")
		p.wrapped("    ", "there may be a smaller trace: the solver gave no answer to that")
	}
	if c.Suite.Model != nil {
		p.table(filmOf(c, w))
	}
	p.legend(w)
}

// unknown lists the questions that have no answer, those with one reason
// together.
func (p *page) unknown(c *validate.Case) {
	list := unknowns(c)
	if len(list) == 0 {
		return
	}
	p.head(report.Yellow, string(validate.UnknownVerdict), c, "", report.Count(len(list), "question")+" without answer, so nothing is claimed about them")
	// Each round takes out the questions that share the first one's reason.
	for len(list) > 0 {
		var same []string
		var rest []UnknownNote
		for _, u := range list {
			if u.Reason == list[0].Reason {
				same = append(same, u.Question)
			} else {
				rest = append(rest, u)
			}
		}
		p.wrapped("    ", strings.Join(same, ", ")+": "+report.Visible(list[0].Reason))
		list = rest
	}
}

func unknowns(c *validate.Case) []UnknownNote {
	var list []UnknownNote
	add := func(a validate.Answer, question string, reason error) {
		if a == validate.Unknown {
			list = append(list, UnknownNote{question, Reason(reason)})
		}
	}
	add(c.ChecksAlone.Answer, "the checks alone", c.ChecksAlone.Reason)
	add(c.Compliant.Answer, "a compliant trace", c.Compliant.Reason)
	add(c.Forward.Answer, "a forward conflict", c.Forward.Reason)
	for _, b := range c.Backward {
		add(b.Answer, "a backward conflict of "+report.Visible(b.Check), b.Reason)
	}
	for _, x := range c.Conflicts {
		add(x.Answer, "further forward conflicts", x.Reason)
	}
	for _, b := range c.Omissions {
		add(b.Answer, "an omission of "+report.Visible(b.Check), b.Reason)
	}
	return list
}

// Reason words why a question has no answer; nil is that nobody asked.
func Reason(err error) string {
	if err == nil {
		return "not asked"
	}
	return err.Error()
}
