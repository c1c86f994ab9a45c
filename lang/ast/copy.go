package ast

import (
	"cmp"

	"github.com/mantrac/mantrac/internal/lists"
)

// A Copier copies expressions.
type Copier struct {
	// Replace returns what is in the copy in place of an expression, or nil
	// for a copy of it.
	Replace func(Expr) Expr
	// At is the place of all nodes of the copy; nil for that of the original.
	At *Range
	// Binding has the names, by those of the original, that quantifiers bind in
	// the copy. It may be nil.
	Binding map[string]string
	// Copied is told of each node and its copy. It may be nil.
	Copied func(from, to Node)
}

// Expr returns the copy of an expression.
func (c *Copier) Expr(e Expr) Expr {
	if e == nil {
		return nil
	}
	if r := c.Replace(e); r != nil {
		return r
	}
	to := c.copy(e)
	if c.Copied != nil {
		c.Copied(e, to)
	}
	return to
}

func (c *Copier) copy(e Expr) Expr {
	switch e := e.(type) {
	case *Ref:
		return &Ref{Range: c.at(e.Range), Name: cmp.Or(c.Binding[e.Name], e.Name)}
	case *Literal:
		return &Literal{Range: c.at(e.Range), Value: e.Value, Real: e.Real}
	case *ParamRef:
		return &ParamRef{Headed: c.Head(e.Headed), Local: c.Ident(e.Local)}
	case *NextRef:
		return &NextRef{Headed: c.Head(e.Headed), Var: c.Ident(e.Var)}
	case *ResultRef:
		return &ResultRef{Headed: c.Head(e.Headed), Local: c.Ident(e.Local)}
	case *SeenExpr:
		return &SeenExpr{Headed: c.Head(e.Headed), Of: c.Expr(e.Of)}
	case *FieldExpr:
		return &FieldExpr{Headed: c.Head(e.Headed), Record: c.Expr(e.Record), Field: c.Ident(e.Field)}
	case *Contains:
		return &Contains{Headed: c.Head(e.Headed), Array: c.Expr(e.Array), Elem: c.Expr(e.Elem)}
	case *SetOp:
		return &SetOp{Headed: c.Head(e.Headed), Op: e.Op, Array: c.Expr(e.Array), Elem: c.Expr(e.Elem)}
	case *Op:
		return &Op{Headed: c.Head(e.Headed), Op: e.Op, Args: c.list(e.Args)}
	case *Apply:
		// This copies what is unexported, too, with the places of the original.
		to := *e
		to.Range, to.Head, to.Args = c.at(e.Range), c.Ident(e.Head), c.list(e.Args)
		return &to
	case *ArrayLit:
		return &ArrayLit{Headed: c.Head(e.Headed), Elems: c.list(e.Elems)}
	case *MapLit:
		return &MapLit{Headed: c.Head(e.Headed), Entries: c.entries(e.Entries), Open: c.Ident(e.Open)}
	case *Quantified:
		return &Quantified{Headed: c.Head(e.Headed), Op: e.Op, Binder: c.binder(e.Binder), Body: c.Expr(e.Body)}
	case *Zip:
		return &Zip{Headed: c.Head(e.Headed), Lists: c.list(e.Lists)}
	case *RecordLit:
		return &RecordLit{Headed: c.Head(e.Headed), Fields: c.pins(e.Fields)}
	}
	return &Bad{Range: c.at(e.Pos())}
}

func (c *Copier) at(r Range) Range {
	if c.At != nil {
		return *c.At
	}
	return r
}

// Head returns the copy of the start of a list.
func (c *Copier) Head(h Headed) Headed { return Headed{c.at(h.Range), c.Ident(h.Keyword)} }

// Ident returns the copy of a name.
func (c *Copier) Ident(id *Ident) *Ident {
	if id == nil {
		return nil
	}
	to := &Ident{Range: c.at(id.Range), Name: id.Name}
	if c.Copied != nil {
		c.Copied(id, to)
	}
	return to
}

func (c *Copier) list(list []Expr) []Expr {
	return lists.Map(list, c.Expr)
}

func (c *Copier) pins(list []*Pin) []*Pin {
	return lists.Map(list, func(p *Pin) *Pin {
		return &Pin{Range: c.at(p.Range), Name: c.Ident(p.Name), Value: c.Expr(p.Value)}
	})
}

func (c *Copier) entries(list []*MapEntry) []*MapEntry {
	return lists.Map(list, func(m *MapEntry) *MapEntry {
		return &MapEntry{Range: c.at(m.Range), Key: c.Expr(m.Key), Value: c.Expr(m.Value)}
	})
}

func (c *Copier) binder(b *Binder) *Binder {
	if b == nil {
		return nil
	}
	to := &Binder{Range: c.at(b.Range), Over: c.Expr(b.Over)}
	for _, name := range b.Names {
		id := c.Ident(name)
		id.Name = cmp.Or(c.Binding[id.Name], id.Name)
		to.Names = append(to.Names, id)
	}
	return to
}

// Size returns the number of expressions in an expression, itself included.
func Size(e Expr) int {
	n := 0
	for range Each[Expr](e) {
		n++
	}
	return n
}
