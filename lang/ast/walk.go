package ast

import (
	"iter"
	"sync"

	"github.com/mantrac/mantrac/lang/ops"
)

// Has reports whether there is a node of a type in n, itself included.
func Has[N Node](n Node) bool {
	for range Each[N](n) {
		return true
	}
	return false
}

// Divides reports whether there is a division in an expression.
func Divides(e Expr) bool {
	for op := range Each[*Op](e) {
		if op.Op == ops.Div {
			return true
		}
	}
	return false
}

// Each returns the nodes of one type in n, itself included, in source order.
func Each[N Node](n Node) iter.Seq[N] {
	return func(yield func(N) bool) {
		more := true
		Inspect(n, func(n Node) bool {
			if found, ok := n.(N); ok && more {
				more = yield(found)
			}
			return more
		})
	}
}

// Inspect calls f for n and, as long as f returns true, for the nodes in it,
// in source order, as go/ast.Inspect does. Parts that are missing are left
// out; names and keywords count as nodes.
func Inspect(n Node, f func(Node) bool) {
	c := rooms.Get().(*children)
	c.inspect(n, f)
	rooms.Put(c)
}

// rooms are where nodes are collected that are being looked at.
var rooms = sync.Pool{New: func() any { return new(children) }}

// inspect is Inspect. What is collected belongs to the nodes around n.
func (c *children) inspect(n Node, f func(Node) bool) {
	if !f(n) {
		return
	}
	from := len(*c)
	c.of(n)
	for i, to := from, len(*c); i < to; i++ {
		c.inspect((*c)[i], f)
	}
	clear((*c)[from:])
	*c = (*c)[:from]
}

// Children returns the nodes directly in n, in source order.
func Children(n Node) []Node {
	var c children
	c.of(n)
	return c
}

// of adds the nodes directly in n.
func (c *children) of(n Node) {
	switch n := n.(type) {
	case *Const:
		c.idents(n.Keyword, n.Name).add(n.Type, n.Value)
	case *Var:
		c.idents(n.Keyword, n.Name).add(n.Type)
	case *Definition:
		c.idents(n.Keyword, n.Name)
		if n.Locals != nil {
			c.add(n.Locals)
		}
		c.exprs(n.Body)
	case *Locals:
		for _, l := range n.List {
			c.add(l)
		}
	case *Local:
		c.idents(n.Name).add(n.Type)
	case *Transition:
		c.idents(n.Keyword, n.Tool).by(n.By)
		if n.Params != nil {
			c.add(n.Params)
		}
		if n.Results != nil {
			c.add(n.Results)
		}
		c.blocks(n.Pre, n.Post)
	case *Params:
		c.idents(n.Keyword)
		for _, b := range n.Binds {
			c.add(b)
		}
	case *Bind:
		c.idents(n.Param, n.Local)
	case *Results:
		c.idents(n.Keyword)
		for _, b := range n.Binds {
			c.add(b)
		}
	case *ResultBind:
		c.add(n.Path).idents(n.Local).add(n.Type)
	case *Block:
		c.idents(n.Keyword).exprs(n.Exprs...)
	case *Use:
		c.idents(n.Keyword).literal(n.Path)
	case *Define:
		c.idents(n.Keyword, n.Name).forms(n.Form)
	case *Common:
		c.idents(n.Keyword)
		if n.Checks != nil {
			c.add(n.Checks)
		}
	case *Rules:
		c.idents(n.Keyword).idents(n.Names...)
	case *CaseName:
		c.idents(n.Keyword, n.Name)
	case *Prompt:
		c.idents(n.Keyword).literal(n.Text)
	case *Init:
		c.idents(n.Keyword).pins(n.Entries)
	case *Checks:
		c.idents(n.Keyword)
		for _, k := range n.Checks {
			c.add(k)
		}
	case *Check:
		c.idents(n.Name).forms(n.Form)
	case *Pin:
		c.idents(n.Name).exprs(n.Value).tests(n.Tests)
	default:
		c.inner(n)
	}
}

// inner adds the children of check forms, types and expressions.
func (c *children) inner(n Node) {
	switch n := n.(type) {
	case *Atom:
		c.by(n.By).idents(n.Keyword, n.Tool).pins(n.Pins)
	case *Combination:
		c.idents(n.Keyword).forms(n.Operands...)
	case *Temporal:
		c.idents(n.Keyword).forms(n.Target, n.Anchor)
	case *Count:
		c.idents(n.Keyword).literal(n.Number).forms(n.Target)
	case *Answered:
		c.idents(n.Keyword)
		if n.Call != nil {
			c.add(n.Call)
		}
		for _, p := range n.Pins {
			c.add(p)
		}
	case *By:
		c.idents(n.Keyword, n.Who)
	case *AnswerPin:
		c.add(n.Path).exprs(n.Value).tests(n.Tests)
	case *Test:
		c.idents(n.Keyword, n.Variable).exprs(n.Values...)
	case *EnumType:
		c.idents(n.Keyword)
		for _, l := range n.Names {
			c.add(l)
		}
	case *RecordType:
		c.idents(n.Keyword)
		for _, f := range n.Fields {
			c.add(f)
		}
	case *FieldType:
		c.idents(n.Name).add(n.Type)
	case *ArrayType:
		c.idents(n.Keyword).add(n.Elem)
	case *MapType:
		c.idents(n.Keyword).add(n.Key, n.Value)
	case *ParamRef:
		c.idents(n.Keyword, n.Local)
	case *NextRef:
		c.idents(n.Keyword, n.Var)
	case *ResultRef:
		c.idents(n.Keyword, n.Local)
	case *SeenExpr:
		c.idents(n.Keyword).exprs(n.Of)
	case *FieldExpr:
		c.idents(n.Keyword).exprs(n.Record).idents(n.Field)
	case *Contains:
		c.idents(n.Keyword).exprs(n.Array, n.Elem)
	case *SetOp:
		c.idents(n.Keyword).exprs(n.Array, n.Elem)
	case *Op:
		c.idents(n.Keyword).exprs(n.Args...)
	case *Quantified:
		c.idents(n.Keyword)
		if n.Binder != nil {
			c.add(n.Binder)
		}
		c.exprs(n.Body)
	case *Binder:
		c.idents(n.Names...).exprs(n.Over)
	case *Zip:
		c.idents(n.Keyword).exprs(n.Lists...)
	case *Apply:
		c.idents(n.Head).exprs(n.Args...)
	case *ArrayLit:
		c.idents(n.Keyword).exprs(n.Elems...)
	case *RecordLit:
		c.idents(n.Keyword).pins(n.Fields)
	case *MapLit:
		c.idents(n.Keyword)
		for _, e := range n.Entries {
			c.add(e)
		}
		c.idents(n.Open)
	case *MapEntry:
		c.exprs(n.Key, n.Value)
	}
}

// children collects nodes and leaves out the missing ones.
type children []Node

func (c *children) add(nodes ...Node) *children {
	for _, n := range nodes {
		if n != nil {
			*c = append(*c, n)
		}
	}
	return c
}

func (c *children) idents(ids ...*Ident) *children {
	for _, id := range ids {
		if id != nil {
			*c = append(*c, id)
		}
	}
	return c
}

func (c *children) exprs(list ...Expr) *children {
	for _, e := range list {
		if e != nil {
			*c = append(*c, e)
		}
	}
	return c
}

func (c *children) forms(list ...CheckForm) {
	for _, f := range list {
		if f != nil {
			*c = append(*c, f)
		}
	}
}

func (c *children) tests(list []*Test) {
	for _, t := range list {
		*c = append(*c, t)
	}
}

func (c *children) literal(l *Literal) *children {
	if l != nil {
		*c = append(*c, l)
	}
	return c
}

func (c *children) by(b *By) *children {
	if b != nil {
		*c = append(*c, b)
	}
	return c
}

func (c *children) pins(list []*Pin) {
	for _, p := range list {
		*c = append(*c, p)
	}
}

func (c *children) blocks(list ...*Block) {
	for _, b := range list {
		if b != nil {
			*c = append(*c, b)
		}
	}
}

// NextPath takes (next V), or a field of it at any depth, apart: it returns the
// reference and the names of the fields; nil if a node is something else.
func NextPath(n Node) (*NextRef, []string) {
	switch n := n.(type) {
	case *NextRef:
		return n, nil
	case *FieldExpr:
		if next, path := NextPath(n.Record); next != nil {
			return next, append(path, n.Field.Name)
		}
	}
	return nil, nil
}
