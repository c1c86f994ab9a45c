package checker

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// fewCases is the number of cases up to which a check that all of them have is
// no reason for a `common`.
const fewCases = 2

// repeatedInAll reports the checks that every case has under the same name.
// `common` adds a check to every case, so it says the same once. Checks with a
// comment are left alone, since the comment may be about the one case.
func (c *suiteChecker) repeatedInAll() {
	// A check that was not read in some case may be missing there.
	if len(c.File.Cases) <= fewCases || slices.ContainsFunc(c.File.Cases, func(k *ast.Case) bool { return !movable(k) }) {
		return
	}
	var p repeatedInAll
	for i, check := range c.File.Cases[0].Checks.Node.(*ast.Checks).Checks {
		same := c.inAll(check, i)
		if same == nil {
			continue
		}
		u := c.File.Cases[0].Checks
		p.Names, p.Texts = append(p.Names, check.Name.Name), append(p.Texts, u.Text(check))
		p.Removed = append(p.Removed, same...)
	}
	if len(p.Names) == 0 {
		return
	}
	// The fix needs a place before the first case for a new `common`.
	p.At, p.Cases, p.Place = p.Removed[0], len(c.File.Cases), c.File.Cases[0].Header.Span(c.File.Cases[0].Header.Node)
	p.Place = p.Place.File.Span(p.Place.Start, p.Place.Start)
	if u := c.File.Common; u != nil {
		common := u.Node.(*ast.Common)
		// A `common` that was not read whole cannot take more checks.
		if common.Checks == nil || u.Broken() {
			return
		}
		p.Place, p.Has = u.Span(common.Checks), true
		// New checks go before the closing parenthesis.
		p.Place = p.Place.File.Span(p.Place.End-1, p.Place.End-1)
	}
	c.report(p)
}

// movable reports whether the checks of a case were read whole.
func movable(k *ast.Case) bool { return k.Checks != nil && !k.Checks.Broken() }

// inAll returns where the cases have a check of the first case, or nil if some
// case lacks it.
func (c *suiteChecker) inAll(check *ast.Check, at int) (spans []source.Span) {
	if check.Name == nil || check.Form == nil {
		return nil
	}
	text := ""
	for i, k := range c.File.Cases {
		list := k.Checks.Node.(*ast.Checks).Checks
		j := at // where cases were copied, the check is at the same place
		if i > 0 && (j >= len(list) || !named(list[j], check.Name.Name)) {
			j = slices.IndexFunc(list, func(o *ast.Check) bool { return named(o, check.Name.Name) })
		}
		if j < 0 || list[j].Form == nil || commented(k.Checks, list[j]) {
			return nil
		}
		// The text decides, so that a check with the same name and another form stays.
		if own := k.Checks.Compact(list[j].Form); i == 0 {
			text = own
		} else if own != text {
			return nil
		}
		spans = append(spans, k.Checks.Span(list[j]))
	}
	return spans
}

func named(c *ast.Check, name string) bool { return c.Name != nil && c.Name.Name == name }

// repeatedInAll is a list of checks that all cases of a suite have.
type repeatedInAll struct {
	At, Place    source.Span
	Has          bool // Place is in a `common` that is there
	Cases        int
	Names, Texts []string
	Removed      []source.Span
}

// Diagnose implements [diag.Problem].
func (p repeatedInAll) Diagnose() diag.Diagnostic {
	what := "check `" + p.Names[0] + "`"
	if n := len(p.Names) - 1; n > 0 {
		what = "checks `" + strings.Join(p.Names, "`, `") + "`"
	}
	d := diag.Lintf("MC0908", p.At, "all %d cases have the %s", p.Cases, what)
	d.Also(p.Removed[1], "here again")
	d.Notef("`(common (checks …))` adds checks to every case of the suite")
	added := "(common\n  (checks\n    " + strings.Join(p.Texts, "\n    ") + "))\n\n"
	if p.Has {
		added = "\n    " + strings.Join(p.Texts, "\n    ")
	}
	edits := []diag.Edit{{Span: p.Place, New: added}}
	for _, s := range p.Removed {
		edits = append(edits, diag.Edit{Span: s})
	}
	d.Fix("write it once, in `common`", edits...)
	return d
}
