package search

import (
	"encoding/binary"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

// A foreign is an expression that the interpreter computes, with the slots
// that it reads. What came out is kept by the contents of these slots.
type foreign struct {
	memo  int
	reads []reading
}

// A reading is a slot that an expression reads, and how the interpreter calls
// it.
type reading struct {
	slot  int
	typ   types.Type
	leaf  system.Leaf
	next  bool
	param string // of an argument, as the call names it
}

// foreign returns a term that the interpreter computes.
func (b *builder) foreign(t *system.Term) *foreign {
	f := &foreign{memo: *b.memos, reads: b.readings(t)}
	*b.memos++
	return f
}

// readings returns the slots that a term reads.
func (b *builder) readings(t *system.Term) []reading {
	list := make([]reading, len(t.Reads))
	for i, r := range t.Reads {
		if r.Kind == system.Argument {
			list[i] = reading{slot: b.slot(r.Index), typ: r.Param.Type, param: r.Param.Bind.Param.Name}
			continue
		}
		l := b.m.leaves[r.Index]
		list[i] = reading{slot: r.Index, typ: l.Type, leaf: l, next: r.Kind == system.After}
		if r.Kind == system.After {
			list[i].slot += len(b.m.leaves)
		}
	}
	return list
}

// key writes the contents of the slots. It fails where one is needed.
func (f *foreign) key(e *env) bool {
	e.key = e.key[:0]
	for _, r := range f.reads {
		c := e.read(r.slot)
		if c == unset || c == vague {
			return false
		}
		e.key = binary.LittleEndian.AppendUint64(e.key, uint64(c))
	}
	return true
}

// environment is what the interpreter is given.
func (f *foreign) environment(e *env) interp.Environment {
	var m interp.Environment
	m.Now, m.Next = make(interp.State), make(interp.State)
	for _, r := range f.reads {
		c := e.cells[r.slot]
		if r.param != "" {
			switch c {
			case absent:
			case null:
				m.Args = append(m.Args, types.Member{Name: r.param, Value: types.Null{}})
			default:
				m.Args = append(m.Args, types.Member{Name: r.param, Value: e.tab.valueOf(c, r.typ)})
			}
			continue
		}
		s, name := m.Now, r.leaf.Var.Name()
		if r.next {
			s = m.Next
		}
		s[name] = types.WithAt(s[name], r.leaf.Path, e.tab.valueOf(c, r.typ))
	}
	return m
}

// ask returns what compute returns, which depends on the slots alone.
func (f *foreign) ask(e *env, compute func(interp.Environment) cell) cell {
	if !f.key(e) {
		return 0
	}
	if f.memo < len(e.memo) {
		if c, ok := e.memo[f.memo][string(e.key)]; ok {
			return c
		}
	}
	for f.memo >= len(e.memo) {
		e.memo = append(e.memo, nil)
	}
	if e.memo[f.memo] == nil {
		e.memo[f.memo] = make(map[string]cell)
	}
	key, written := string(e.key), e.tab.written
	c := compute(f.environment(e))
	e.work += foreignWork + (e.tab.written-written)/keyWork
	if e.failed == nil {
		e.memo[f.memo][key] = c
	}
	return c
}

// foreignWork is what a question to the interpreter counts for, and keyWork how
// many bytes of what it returns count for one more.
const (
	foreignWork = 40
	keyWork     = 8
)

func (b *builder) foreignCond(t *system.Term) cond {
	f, site, x := b.foreign(t), b.site, t.Expr
	return func(e *env) bool {
		return f.ask(e, func(m interp.Environment) cell { return truth(site.Holds(x, m)) }) == 1
	}
}

// foreignTerm returns the code of an expression whose value a slot of a type
// has; it is absent where it is undefined, or none of the type.
func (b *builder) foreignTerm(x *system.Term, t types.Type) calc {
	f, site, expr := b.foreign(x), b.site, x.Expr
	return func(e *env) (cell, bool) {
		c := f.ask(e, func(m interp.Environment) cell {
			v := site.Value(expr, m)
			if v == nil {
				return absent
			}
			v = interp.Conform(v, t)
			if v == nil || e.huge(v) {
				return absent
			}
			c, ok := e.tab.cellOf(v, t)
			if !ok {
				e.giveUp(errFraction)
			}
			return c
		})
		return c, c != absent && e.need < 0
	}
}
