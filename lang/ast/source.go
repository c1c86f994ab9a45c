package ast

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// Source writes a node from the tree, on one line, with single spaces. Two
// expressions have the same source if and only if their trees are the same, so
// that it tells expressions apart, wherever their nodes are from. What could not
// be read is told apart by its place.
func Source(n Node) string {
	var b strings.Builder
	writeSource(&b, n)
	return b.String()
}

func writeSource(b *strings.Builder, n Node) {
	switch n := n.(type) {
	case *Ident:
		b.WriteString(n.Name)
	case *Ref:
		b.WriteString(n.Name)
	case *BasicType:
		b.WriteString(n.Type.String())
	case *Literal:
		text := n.Value.String()
		b.WriteString(text)
		// A Real that is a whole number must differ from an Int.
		if _, number := n.Value.(types.Number); number && n.Real && !strings.ContainsAny(text, ".eE") {
			b.WriteString(".0")
		}
	case *Binder:
		writeBinder(b, n)
	case *Bad:
		fmt.Fprintf(b, "?%d-%d", n.Start, n.End)
	default:
		b.WriteByte('(')
		for i, child := range Children(n) {
			if i > 0 {
				b.WriteByte(' ')
			}
			writeSource(b, child)
		}
		b.WriteByte(')')
	}
}

func writeBinder(b *strings.Builder, n *Binder) {
	names := lists.Map(n.Names, func(name *Ident) string { return name.Name })
	text := strings.Join(names, " ")
	if len(names) > 1 {
		text = "(" + text + ")"
	}
	b.WriteString("(" + text + " ")
	writeSource(b, n.Over)
	b.WriteByte(')')
}
