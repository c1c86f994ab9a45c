package checker

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
)

// unusedConsts returns the constants that neither the transitions nor the
// suites use. It looks no further than it has to, since an editor asks at each
// keystroke.
func (m *Model) unusedConsts(suites []*Suite) map[*Const]bool {
	left := lists.SetOf(m.Consts)
	for _, t := range m.Transitions {
		// With nothing left the rest need not be looked at.
		if len(left) == 0 {
			return nil
		}
		for k := range m.units[t.Unit].consts {
			delete(left, k)
		}
	}
	for _, d := range m.Definitions {
		for k := range m.units[d.Unit].consts {
			delete(left, k)
		}
	}
	for _, s := range suites {
		if len(left) == 0 {
			return nil
		}
		for _, info := range s.units {
			for k := range info.consts {
				delete(left, k)
			}
		}
	}
	return left
}

// neverSet returns the variables that transitions read and none sets, of which no
// answer tells anything, and that no case gives a value. Without suites it returns none.
func (m *Model) neverSet(suites []*Suite) map[*Var]bool {
	// Without suites nobody says where the variables start.
	if len(suites) == 0 {
		return nil
	}
	left := lists.SetOf(m.Vars)
	for _, t := range m.Transitions {
		if len(left) == 0 {
			return nil
		}
		for v := range m.units[t.Unit].sets {
			delete(left, v)
		}
		m.withoutTold(left, t)
	}
	for _, s := range suites {
		for _, k := range s.Cases {
			for _, i := range k.Init {
				delete(left, i.Var)
			}
		}
	}
	return m.read(left)
}

// withoutTold removes the variables that answers to a transition's tool tell
// something about.
func (m *Model) withoutTold(left map[*Var]bool, t *Transition) {
	if len(t.Results) == 0 || t.Decl.Post == nil {
		return
	}
	for _, e := range t.Decl.Post.Exprs {
		// A clause about an answer tells something of every variable in it.
		if !ast.Has[*ast.ResultRef](e) {
			continue
		}
		for ref := range ast.Each[*ast.Ref](e) {
			if v, ok := m.ObjectOf(t.Unit, ref).(*Var); ok {
				delete(left, v)
			}
		}
	}
}

// read returns those of some variables that transitions read.
func (m *Model) read(of map[*Var]bool) map[*Var]bool {
	read := make(map[*Var]bool)
	for _, t := range m.Transitions {
		if len(read) == len(of) {
			break
		}
		for v := range m.units[t.Unit].reads {
			if of[v] {
				read[v] = true
			}
		}
	}
	return read
}
