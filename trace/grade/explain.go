package grade

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/forms"
)

// explain says of a tree of a check why it has its verdict, and what proves it.
func (r *run) explain(x *tree, out *Check) {
	if x.op == forms.None {
		v := r.view(x.part, out)
		switch out.Verdict {
		case Pass:
			v.passed()
		case Fail:
			v.failed()
		case Inconclusive:
			v.unsure()
		}
		return
	}
	// Parts with the verdict of the whole explain it.
	messages := r.explainParts(x, out, out.Verdict)
	out.Message = strings.Join(messages, "; ")
	switch {
	// Where each world fails another part, every part by itself is inconclusive.
	case out.Verdict == Fail && len(messages) == 0:
		r.explainParts(x, out, Inconclusive)
		out.Class, out.Tool, out.Message = CompoundOr, "", "its forms do not hold together, whatever is not known"
	case out.Verdict == Fail && x.op == forms.Or:
		out.Class, out.Tool, out.Message = CompoundOr, "", "none of the alternatives holds: "+out.Message
	case out.Verdict == Inconclusive && len(messages) == 0:
		out.Message = "it depends on what is not known"
	}
}

// explainParts adds what explains those parts of a tree that have a verdict, and
// returns what is said of them. Of alternatives that pass, one is enough.
func (r *run) explainParts(x *tree, out *Check, v Verdict) (messages []string) {
	for i := range x.of {
		part := Check{Verdict: r.track.ofTree(&x.of[i])}
		// Of an `or` that passes, one operand is proof enough.
		if part.Verdict != v || x.op == forms.Or && v == Pass && len(out.Evidence) > 0 {
			continue
		}
		r.explain(&x.of[i], &part)
		out.add(&part)
		// The error of a nested `or` counts as well, since it may hold a forbidden call.
		if x.op == forms.Or && (part.Class == ForbiddenCall || part.Error != "") {
			out.Error = infoOf[ForbiddenCall].Error
		}
		if part.Message != "" {
			messages = append(messages, part.Message)
		}
	}
	return messages
}

// add takes over what explains a part of the check. The first class stands for
// all.
func (c *Check) add(part *Check) {
	if c.Class == "" {
		c.Class, c.Tool = part.Class, part.Tool
	}
	c.prove(part.Evidence)
}

// prove adds evidence, each once and as far as it is listed.
func (c *Check) prove(list []Evidence) {
	for _, e := range list {
		if len(c.Evidence) < maxListed && !slices.Contains(c.Evidence, e) {
			c.Evidence = append(c.Evidence, e)
		}
	}
}
