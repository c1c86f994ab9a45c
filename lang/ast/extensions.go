package ast

import "github.com/mantrac/mantrac/lang/forms"

// An Extension is a use of something in a declaration or a check that the strict
// grammar lacks.
type Extension struct {
	At   Node
	Name string
}

// Extensions returns the extensions in a node, in source order. Those in
// expressions are not among them, nor is the goal of a case.
func Extensions(n Node) (list []Extension) {
	add := func(at Node, name string) { list = append(list, Extension{at, name}) }
	word := func(n headed) { add(n.head(), n.head().Name) }
	values := false // the values in it are no expressions
	switch n.(type) {
	case *Init, *Checks, *Common, *Define:
		values = true
	}
	Inspect(n, func(n Node) bool {
		switch n := n.(type) {
		case *Definition, *Define, *Common, *Rules, *By, *Count, *Answered:
			word(n.(headed))
		case *Atom:
			if n.Form.Info().Extension {
				word(n)
			}
		case *Combination:
			if n.Form.Info().Extension {
				word(n)
			}
			n.ordering(add)
		case *Temporal:
			if n.Form.Info().Extension {
				word(n)
			}
			for _, o := range []CheckForm{n.Target, n.Anchor} {
				// The strict grammar accepts only one call as an operand of an ordering form.
				if c, ok := o.(*Combination); ok && c.Form == forms.Or {
					add(c.Keyword, "or as an operand of "+n.Form.String())
				}
			}
		case *GroupRef:
			add(n, n.Name)
		case *MapLit:
			if values {
				word(n)
			}
		case *Test:
			name := n.Kind.String()
			switch {
			case n.Keyword != nil:
				add(n.Keyword, name)
			case n.Variable != nil:
				add(n.Variable, n.Variable.Name)
			}
		}
		return true
	})
	return list
}

// ordering adds the ordering forms in an `or`, which the strict grammar does
// not allow there.
func (c *Combination) ordering(add func(Node, string)) {
	if c.Form != forms.Or {
		return
	}
	for _, o := range c.Operands {
		if t, ok := o.(*Temporal); ok && !t.Form.Info().Extension {
			add(t.Keyword, t.Form.String()+" in or")
		}
	}
}
