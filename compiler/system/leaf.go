package system

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/types"
)

// A Leaf is a state variable that is no record, or a field of one, at any
// depth, that is no record. Frames are made of leaves (grammar/spec.md, 4.12).
type Leaf struct {
	Var  *checker.Var
	Path []string // of fields, from the variable inwards; empty for a variable
	Type types.Type
}

// Leaves returns the leaves of a model's state, in order of declaration.
func Leaves(m *checker.Model) []Leaf {
	state := m.State()
	list := make([]Leaf, 0, len(state))
	for _, v := range state {
		list = addLeaves(list, Leaf{Var: v, Type: v.Type})
	}
	return list
}

// LeavesOf returns the leaves of a variable, or of a field of it, in order of
// declaration.
func LeavesOf(v *checker.Var, path []string) []Leaf {
	return addLeaves(nil, Leaf{Var: v, Path: path, Type: types.TypeAt(v.Type, path)})
}

// addLeaves adds the leaves in what may be a record.
func addLeaves(list []Leaf, l Leaf) []Leaf {
	r, ok := l.Type.(*types.Record)
	if !ok {
		return append(list, l)
	}
	for _, f := range r.Fields {
		// Clip makes append copy: fields share the path of their record.
		list = addLeaves(list, Leaf{Var: l.Var, Path: append(slices.Clip(l.Path), f.Name), Type: f.Type})
	}
	return list
}

// Name returns the name of the leaf in reports: `v` or `r.f.g`.
func (l Leaf) Name() string { return PathName(l.Var, l.Path) }

// PathName returns the name of a variable, or of a field of it, in reports.
func PathName(v *checker.Var, path []string) string {
	return strings.Join(append([]string{v.Name()}, path...), ".")
}

// Key returns what tells the leaf from all others. Its name may be that of another one,
// as names of variables may have dots.
func (l Leaf) Key() string { return strings.Join(append([]string{l.Var.Name()}, l.Path...), " ") }

// In returns the value of the leaf in a state, nil if the state has none.
func (l Leaf) In(state map[string]types.Value) types.Value {
	return types.ValueAt(state[l.Var.Name()], l.Path)
}

// Set gives the leaf a value in a state. Other states that share values with
// it do not change.
func (l Leaf) Set(state map[string]types.Value, v types.Value) {
	state[l.Var.Name()] = types.WithAt(state[l.Var.Name()], l.Path, v)
}

// LeavesUnder returns the indices of the leaves of a variable, or of a field of it.
func LeavesUnder(leaves []Leaf, v *checker.Var, path []string) []int {
	var list []int
	for i, l := range leaves {
		if l.Under(v, path) {
			list = append(list, i)
		}
	}
	return list
}

// Under reports whether the leaf belongs to a variable, or to a field of it.
func (l Leaf) Under(v *checker.Var, path []string) bool {
	return l.Var == v && len(path) <= len(l.Path) && slices.Equal(path, l.Path[:len(path)])
}
