package report

import (
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
)

// fingerprint is the name under which code scanning finds a result again.
const fingerprint = "mantracTest/v1"

// SARIF writes what failed, and what is missing, as a SARIF 2.1.0 log, at the checks
// and cases.
func SARIF(w io.Writer, r *Result) error {
	return report.SARIF(w, findings(r), report.Log{Version: r.Version, Fingerprint: fingerprint})
}

// GitHub writes what [SARIF] writes as workflow commands.
func GitHub(w io.Writer, r *Result) error { return report.GitHub(w, findings(r)) }

func findings(r *Result) (list []report.Finding) {
	for _, s := range r.Suites {
		if !s.Kept {
			list = append(list, report.Finding{
				Rule: "no-traces", Help: "Make the traces of a suite by mantrac test --update.", Level: report.Warning,
				Text: fmt.Sprintf("%s has no traces; `%s` makes them", s.Name, update(s)), At: s.Suite.File.Tree.File.Span(0, 0), Key: s.Name,
			})
			continue
		}
		for _, x := range s.Outcomes {
			f := report.Finding{At: place(s, x), Key: s.Name + "\n" + x.ID}
			switch x.Status {
			case golden.Failed:
				f.Rule, f.Level = "changed-trace", report.Error
				f.Help = "A kept trace changed sides: correct the change, or accept it by mantrac test --update."
				f.Text = fmt.Sprintf("trace %s: %s", report.Visible(x.ID), reasons(x))
			case golden.Missing:
				f.Rule, f.Level = "missing-trace", report.Warning
				f.Help = "Make what is missing by mantrac test --update."
				// There may be no reason.
				f.Text = strings.TrimSuffix(fmt.Sprintf("no trace %s: %s", report.Visible(x.ID), report.Visible(x.Reason)), ": ")
			default:
				continue
			}
			list = append(list, f)
		}
	}
	return list
}

// reasons says in a line why a trace failed.
func reasons(x golden.Outcome) string {
	list := lists.Map(x.Changes, changed)
	if x.Reason != "" {
		list = append(list, report.Visible(x.Reason))
	}
	return strings.Join(list, "; ")
}

// place returns where the check is that an outcome is about first, or else its case;
// the file, if the suite does not have that.
func place(s Suite, x golden.Outcome) source.Span {
	k := s.Suite.CaseNamed(x.Case)
	if k == nil {
		return s.Suite.File.Tree.File.Span(0, 0)
	}
	if c := k.CheckNamed(about(x)); c != nil {
		return s.Suite.SpanOf(k, c)
	}
	return s.Suite.File.Tree.Resolve(k.Decl.Header.Span(k.Decl.Name()))
}

// about returns the check that an outcome is about.
func about(x golden.Outcome) string {
	if len(x.Changes) > 0 {
		return x.Changes[0].Name
	}
	return golden.CheckOf(x.Case, x.ID)
}

// Markdown writes a result as a table of the suites, with what failed below it.
func Markdown(w io.Writer, r *Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "### %s\n\n", report.Escape(Summary(r)))
	b.WriteString(report.Columns("suite", "traces:", "failed:", "missing:", "impossible:"))
	for _, s := range r.Suites {
		n := s.Tally()
		if !s.Kept {
			n = map[golden.Status]int{}
		}
		b.WriteString(report.Row(report.Cell(s.Name), n[golden.Passed]+n[golden.Failed], n[golden.Failed], n[golden.Missing], n[golden.Skipped]))
	}
	for _, s := range r.Suites {
		for _, x := range s.Outcomes {
			if x.Status == golden.Failed {
				fmt.Fprintf(&b, "\n- %s: %s\n", report.Code(report.Visible(x.ID)), report.Escape(reasons(x)))
				b.WriteString(report.Block("  ", "", calls(x.Trace)))
			}
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// JUnit writes a test suite for each suite, and a test for each trace.
func JUnit(w io.Writer, r *Result) error { return report.JUnit(w, r.junit()) }

func (r *Result) junit() iter.Seq[report.TestSuite] {
	return func(yield func(report.TestSuite) bool) {
		for _, s := range r.Suites {
			suite := report.TestSuite{Name: s.Name}
			if !s.Kept {
				suite.Add(report.TestCase{Class: s.Name, Name: "traces", Error: &report.TestOutcome{Message: "no traces; " + update(s) + " makes them", Type: "missing"}})
			}
			for _, x := range s.Outcomes {
				if s.Kept {
					suite.Add(test(x))
				}
			}
			if !yield(suite) {
				return
			}
		}
	}
}

func test(x golden.Outcome) report.TestCase {
	t := report.TestCase{Class: x.Case, Name: x.ID}
	switch x.Status {
	case golden.Failed:
		t.Failure = &report.TestOutcome{Message: reasons(x), Type: "changed", Body: strings.Join(calls(x.Trace), "\n")}
	case golden.Missing:
		t.Error = &report.TestOutcome{Message: strings.TrimSuffix("no trace: "+x.Reason, ": "), Type: "missing"}
	case golden.Skipped:
		t.Skipped = &report.TestOutcome{Message: x.Reason}
	}
	return t
}
