package report

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"github.com/mantrac/mantrac/plan"
)

// DOT writes the order of the necessary calls of each case as a graph. An edge that
// holds up to the bound is dashed, and so is the frame of such a call; those that
// others imply are left out. Where there is nothing to order, a text says why.
func DOT(w io.Writer, r *plan.Result) error {
	// Collected first, so that there is one write and one error.
	var b bytes.Buffer
	b.WriteString("digraph plans {\n  rankdir=LR;\n  node [shape=box];\n")
	for i, c := range r.Cases {
		fmt.Fprintf(&b, "  subgraph cluster_%d {\n    label=%s;\n", i, quoted(c.Name()))
		if text := nothing(c); text != "" {
			fmt.Fprintf(&b, "    n%d [label=%s, shape=plaintext];\n", i, quoted(text))
		} else {
			order(&b, i, c.Common)
		}
		b.WriteString("  }\n")
	}
	b.WriteString("}\n")
	_, err := w.Write(b.Bytes())
	return err
}

// nothing says why there is no order of the calls of a case; "" if there is one.
func nothing(c *plan.Case) string {
	switch {
	case c.Err != nil:
		return "internal error"
	case c.None():
		return "no plan"
	case c.Common == nil:
		return "not known"
	case len(c.Common.Necessary) == 0:
		return "no call is in every plan"
	}
	return ""
}

func order(b *bytes.Buffer, cluster int, c *plan.Common) {
	for i, n := range c.Necessary {
		fmt.Fprintf(b, "    n%d_%d [label=%s%s];\n", cluster, i, quoted(n.String()), dashed(", ", n.Proved))
	}
	for _, e := range c.Order {
		if !e.Implied {
			style := dashed("", e.Proved)
			if style != "" {
				style = " [" + style + "]"
			}
			fmt.Fprintf(b, "    n%d_%d -> n%d_%d%s;\n", cluster, e.From, cluster, e.To, style)
		}
	}
}

func dashed(before string, proved bool) string {
	if proved {
		return ""
	}
	return before + "style=dashed"
}

// quoted returns a text as DOT has it, where a backslash begins an escape.
func quoted(s string) string { return strconv.Quote(s) }
