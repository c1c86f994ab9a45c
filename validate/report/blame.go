package report

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/validate"
)

// blameOf returns what a verdict rests on, where that is known.
func blameOf(c *validate.Case) []validate.Part {
	if c.Blame == nil {
		return nil
	}
	return c.Blame.Parts(c.Suite, c.Decl)
}

// culprits says in words how many parts are to blame; "" if none is known.
func culprits(c *validate.Case) string {
	within, proved := "", c.Compliant.Proved
	if c.Verdict == validate.UnsatisfiableChecks {
		proved = c.ChecksAlone.Proved
	}
	// The verdict is proved for every length, but what is to blame only up to the bound.
	if proved && c.Blame != nil && !c.Blame.Proved {
		within = fmt.Sprintf("up to %s ", report.Count(c.Bound, "call"))
	}
	switch n := len(blameOf(c)); {
	case n == 0:
		return ""
	case !c.Blame.Minimal:
		return fmt.Sprintf("%sbecause of some of these %d (unknown which)", within, n)
	case n == 1:
		return within + "because of this alone"
	default:
		return fmt.Sprintf("%sbecause of these %d together, none of which can be left out", within, n)
	}
}

// blame shows the name of a case, and what is to blame for its verdict.
func (p *page) blame(c *validate.Case) {
	d := diag.Diagnostic{Primary: c.Span}
	for _, part := range blameOf(c) {
		d.Also(part.Span, roles[part.Kind])
	}
	p.excerpt("", d)
}

var roles = map[validate.PartKind]string{
	validate.CheckPart:    "this check",
	validate.GoalPart:     "this goal",
	validate.InitPart:     "this initial value",
	validate.PrePart:      "this precondition",
	validate.ImplicitPart: "that this can be assigned",
}

type jsonPart struct {
	Kind string `json:"kind"`
	report.Place
	Text string `json:"text"`
}

func toJSONBlame(c *validate.Case) []jsonPart {
	return lists.Map(blameOf(c), func(part validate.Part) jsonPart {
		return jsonPart{string(part.Kind), *report.PlaceOf(part.Span), part.Text}
	})
}
