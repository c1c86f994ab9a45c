package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// actor returns what precedes a call of others than the agent: `user: `.
func actor(by tool.Owner) string {
	if by == tool.Agent {
		return ""
	}
	return by.String() + ": "
}

// needs lists the tools that others than the agent call in a compliant trace, each
// once; nothing if there are none.
func needs(c *validate.Case) string {
	if c.Compliant.Witness == nil {
		return ""
	}
	var list []string
	for _, i := range c.Compliant.Witness.Others() {
		s := c.Compliant.Witness.Steps[i-1]
		list = lists.Include(list, actor(s.By)+report.Visible(s.Call.Tool))
	}
	return strings.Join(list, ", ")
}

// restsOn says what a compliant trace needs before an answer has shown it; nothing
// if that is nothing.
func restsOn(c *validate.Case) string {
	var list []string
	for _, n := range c.Compliant.RestsOn {
		text := "`" + n.Leaf + "`"
		if n.Key != nil {
			text += " of " + report.Visible(n.Key.String())
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// disturbed returns the conflicts that need a step of others that no check names.
func disturbed(c *validate.Case) []validate.Forward {
	return lists.Filter(forwards(c), func(x validate.Forward) bool { return x.Disturbed })
}

// others writes what is no verdict, since it rests on what others than the agent do.
func (p *page) others(c *validate.Case) {
	for _, x := range disturbed(c) {
		sentence := "every trace like this one has a step of the user that no check names, so it counts for no verdict; " + forward(x)
		p.head(report.Blue, fmt.Sprintf("disturbed[%s]", x.Class), c, "", sentence)
		p.witness(c, x.Witness, func(i int) bool { return len(x.Witness.Steps[i].Broken) > 0 })
	}
	for _, b := range ofClass(c, validate.ByOthers) {
		p.backward(c, b)
	}
}
