package lint

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// The checker finds some of what this package finds by looking at the text
// alone. What it has said is not said again.

// saidBy: two clauses contradict each other, so that the call can never happen.
// That a check asks for it nobody else says.
func (p *NeverFires) saidBy(d diag.Diagnostic) bool {
	return d.Code == "MC0806" && within(d.Primary, p.Whole) && len(p.Needed) == 0
}

// saidBy: the clause is there twice, or always true.
func (p *IdleClause) saidBy(d diag.Diagnostic) bool {
	return (d.Code == "MC0805" || d.Code == "MC0807") && d.Primary.Compare(p.At) == 0
}

// saidBy: two checks exclude each other. Of a check that can never pass by itself
// (NeverPasses) that says nothing.
func (p *NoRun) saidBy(d diag.Diagnostic) bool {
	return d.Code == "MC0906" && within(d.Primary, p.Whole)
}

// saidBy: the check is there twice.
func (p *Implied) saidBy(d diag.Diagnostic) bool {
	return d.Code == "MC0905" && d.Primary.Compare(p.At) == 0
}

// saidBy: the check is there twice.
func (p *NeverFails) saidBy(d diag.Diagnostic) bool {
	return d.Code == "MC0905" && d.Primary.Compare(p.At) == 0
}

// within reports whether a span lies in another one.
func within(s, in source.Span) bool {
	return !s.IsZero() && !in.IsZero() && s.File.Name() == in.File.Name() && in.Start <= s.Start && s.End <= in.End
}
