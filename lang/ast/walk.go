package ast

import (
	"iter"
	"sync"

	"github.com/mantrac/mantrac/lang/ops"
)

// Has reports whether there is a node of a type in n, itself included.
func Has[N Node](n Node) bool {
	return Any(n, func(N) bool { return true })
}

// Any reports whether a node of a type in n, itself included, is accepted.
func Any[N Node](n Node, accept func(N) bool) bool {
	for x := range Each[N](n) {
		if accept(x) {
			return true
		}
	}
	return false
}

// Divides reports whether there is a division in an expression.
func Divides(e Expr) bool {
	return Any(e, func(op *Op) bool { return op.Op == ops.Div })
}

// Each returns the nodes of one type in n, itself included, in source order.
func Each[N Node](n Node) iter.Seq[N] {
	return func(yield func(N) bool) {
		more := true
		Inspect(n, func(n Node) bool {
			// Inspect goes on with the siblings of a node: more keeps them from being yielded.
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
	// f may call Inspect, which then takes another slice from the pool.
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
	// A stack: the children of n are at its top, above those of the nodes around it.
	from := len(*c)
	c.of(n)
	for i, to := from, len(*c); i < to; i++ {
		// The call may move the stack, so each element is taken through c.
		c.inspect((*c)[i], f)
	}
	// The pool must not keep the nodes of a file alive.
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
		addTo(c.idents(n.Keyword, n.Name), n.Locals).exprs(n.Body)
	case *Locals:
		addTo(c, n.List...)
	case *Local:
		c.idents(n.Name).add(n.Type)
	case *Transition:
		addTo(c.idents(n.Keyword, n.Tool), n.By)
		addTo(c, n.Params)
		addTo(c, n.Results)
		addTo(c, n.Pre, n.Post)
	case *Params:
		addTo(c.idents(n.Keyword), n.Binds...)
	case *Bind:
		c.idents(n.Param, n.Local)
	case *Results:
		addTo(c.idents(n.Keyword), n.Binds...)
	case *ResultBind:
		c.add(n.Path).idents(n.Local).add(n.Type)
	case *Block:
		c.idents(n.Keyword).exprs(n.Exprs...)
	case *Use:
		addTo(c.idents(n.Keyword), n.Path)
	case *Define:
		c.idents(n.Keyword, n.Name).forms(n.Form)
	case *Common:
		addTo(c.idents(n.Keyword), n.Checks)
	case *Rules:
		c.idents(n.Keyword).idents(n.Names...)
	case *CaseName:
		c.idents(n.Keyword, n.Name)
	case *Prompt:
		addTo(c.idents(n.Keyword), n.Text)
	case *Init:
		addTo(c.idents(n.Keyword), n.Entries...)
	case *Checks:
		addTo(c.idents(n.Keyword), n.Checks...)
	case *Check:
		c.idents(n.Name).forms(n.Form)
	case *Pin:
		addTo(c.idents(n.Name).exprs(n.Value), n.Tests...)
	default:
		c.inner(n)
	}
}

// inner adds the children of check forms, types and expressions.
func (c *children) inner(n Node) {
	switch n := n.(type) {
	case *Atom:
		addTo(c, n.By)
		addTo(c.idents(n.Keyword, n.Tool), n.Pins...)
	case *Combination:
		c.idents(n.Keyword).forms(n.Operands...)
	case *Temporal:
		c.idents(n.Keyword).forms(n.Target, n.Anchor)
	case *Count:
		addTo(c.idents(n.Keyword), n.Number).forms(n.Target)
	case *Answered:
		addTo(c.idents(n.Keyword), n.Call)
		addTo(c, n.Pins...)
	case *By:
		c.idents(n.Keyword, n.Who)
	case *AnswerPin:
		addTo(c.add(n.Path).exprs(n.Value), n.Tests...)
	case *Test:
		c.idents(n.Keyword, n.Variable).exprs(n.Values...)
	case *EnumType:
		addTo(c.idents(n.Keyword), n.Names...)
	case *RecordType:
		addTo(c.idents(n.Keyword), n.Fields...)
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
		addTo(c.idents(n.Keyword), n.Binder).exprs(n.Body)
	case *Binder:
		c.idents(n.Names...).exprs(n.Over)
	case *Zip:
		c.idents(n.Keyword).exprs(n.Lists...)
	case *Apply:
		c.idents(n.Head).exprs(n.Args...)
	case *ArrayLit:
		c.idents(n.Keyword).exprs(n.Elems...)
	case *RecordLit:
		addTo(c.idents(n.Keyword), n.Fields...)
	case *MapLit:
		addTo(c.idents(n.Keyword), n.Entries...).idents(n.Open)
	case *MapEntry:
		c.exprs(n.Key, n.Value)
	}
}

// children collects nodes and leaves out the missing ones.
type children []Node

func (c *children) add(nodes ...Node) *children { return addTo(c, nodes...) }

func (c *children) idents(ids ...*Ident) *children { return addTo(c, ids...) }

func (c *children) exprs(list ...Expr) *children { return addTo(c, list...) }

func (c *children) forms(list ...CheckForm) *children { return addTo(c, list...) }

// addTo adds the nodes of a list that are there.
func addTo[N interface {
	comparable
	Node
}](c *children, list ...N) *children {
	// A nil pointer of type N: in an interface it would not equal nil.
	var missing N
	for _, n := range list {
		if n != missing {
			*c = append(*c, n)
		}
	}
	return c
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
