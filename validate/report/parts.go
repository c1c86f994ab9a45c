package report

import (
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// Traces writes traces one after the other, and says once what marks values that do
// not matter.
type Traces struct{ page *page }

// NewTraces returns a writer of traces, with their states where the options ask for
// more.
func NewTraces(o Options) *Traces { return &Traces{newPage(o)} }

// Text returns the calls of a trace of a case as [Text] shows them.
func (t *Traces) Text(s *checker.Suite, k *checker.Case, w *validate.Witness) string {
	t.page.out.Reset()
	if t.page.verbose {
		t.page.witness(&validate.Case{Suite: s, Decl: k}, w, func(int) bool { return false })
	} else {
		t.page.trace(w, func(int) bool { return false })
		t.page.legend(w)
	}
	return t.page.out.String()
}

// WitnessJSON returns a trace as it is in the document that [JSON] writes.
func WitnessJSON(w *validate.Witness) any { return toJSONWitness(w) }

// NoTrace returns the section of [Text] about a case without a compliant trace.
func NoTrace(c *validate.Case, o Options) string {
	p := newPage(o)
	if c.Verdict == validate.UnsatisfiableChecks {
		p.unsatisfiable(c)
	} else {
		p.noTrace(c)
	}
	return strings.TrimPrefix(p.out.String(), "\n")
}

// BlameJSON returns what the verdict on a case rests on as it is in the document
// that [JSON] writes; it is empty where that is not known.
func BlameJSON(c *validate.Case) any { return toJSONBlame(c) }

// NeedsJSON returns what a compliant trace rests on as it is in the document that
// [JSON] writes.
func NeedsJSON(list []validate.Need) any { return toJSONNeeds(list) }

// RestsOn says what a compliant trace needs before an answer has shown it; "" if
// that is nothing.
func RestsOn(list []validate.Need) string {
	return restsOn(&validate.Case{Compliant: validate.Compliant{RestsOn: list}})
}

// Why says in words why a rule of the model does not hold, from the values that occur
// in it.
func Why(b interp.Broken) string { return why(b) }

// Call returns a call as [Text] shows it.
func Call(c tool.Call) string {
	p := newPage(Options{})
	p.call("", "", c, false, nil)
	return strings.TrimSpace(p.out.String())
}
