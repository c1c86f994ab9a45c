package coverage

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/validate"
)

// probeAll asks of each tool and value that no case exercises whether a case reaches
// it. A clause or an effect is reached if its tool is called by a compliant trace.
func (c *coverer) probeAll() error {
	// Clauses and effects follow from their tools, so only tools and values are asked for.
	asked := lists.Filter(c.model.Items, func(x *Item) bool { return (x.Kind == Tool || x.Kind == Value) && len(x.Exercised) == 0 })
	type reached struct {
		by   string
		open bool
	}
	answers, err := parallel.Each(max(1, c.Workers), asked, func(x *Item) (r reached, err error) {
		for i := range c.model.Cases {
			k := &c.model.Cases[i]
			if !k.Compliant {
				continue
			}
			answer, err := c.probe(k, x)
			switch {
			case err != nil:
				return r, err
			case answer == validate.Found:
				// One case is enough; open questions about earlier cases no longer matter.
				return reached{by: k.Name}, nil
			case answer == validate.Unknown:
				r.open = true
			}
		}
		return r, nil
	})
	if err != nil {
		return err
	}
	// Clauses and effects take over what is known of their tools.
	by, open := make(map[string]string), make(map[string]bool) // by tool
	for _, x := range c.model.Items {
		if x.Kind == Tool && len(x.Exercised) > 0 {
			by[x.tool()] = x.Exercised[0]
		}
	}
	for i, x := range asked {
		x.Open = x.Open || answers[i].open
		open[x.tool()] = open[x.tool()] || x.Kind == Tool && x.Open
		if answers[i].by == "" {
			continue
		}
		if x.Kind == Tool {
			by[x.tool()] = answers[i].by
		}
		// Forbidden is the better status, so Reached is left empty.
		if len(x.Forbidden) == 0 {
			x.Reached = []string{answers[i].by}
		}
	}
	for _, x := range c.model.Items {
		if (x.Kind == Clause || x.Kind == Effect) && len(x.Exercised)+len(x.Forbidden) == 0 {
			if x.Open = x.Open || open[x.tool()]; by[x.tool()] != "" {
				x.Reached = []string{by[x.tool()]}
			}
		}
	}
	return nil
}
