package syntax_test

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/syntax"
)

// outline shows how a file is cut: a line for each piece but gaps.
func outline(t *syntax.Tree) string {
	var b strings.Builder
	for _, p := range t.Pieces {
		if p.Kind != syntax.Gap {
			kind := [...]string{"gap", "open", "unit", "close", "stray"}[p.Kind]
			fmt.Fprintf(&b, "%-5s %s\n", kind, strings.Join(strings.Fields(p.Source.Text()), " "))
		}
	}
	return b.String()
}
