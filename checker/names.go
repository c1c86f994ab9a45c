package checker

import (
	"cmp"
	"maps"
	"slices"
	"sync"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

func sortedKeys[K cmp.Ordered, V any](m map[K]V) []K { return slices.Sorted(maps.Keys(m)) }

// nearest returns the local, variable, constant or definition that a name was
// probably meant to be, or "".
func (t *typer) nearest(name string) string {
	// Locals are near at hand, so they come before the names of the model.
	if near := spell.Nearest(name, sortedKeys(t.locals)); near != "" {
		return near
	}
	return cmp.Or(t.speller.nearest(name, true), t.nearestDefinition(name))
}

// nearestVar is nearest among the variables.
func (t *typer) nearestVar(name string) string { return t.speller.nearest(name, false) }

// A speller finds the names of a scope that words were probably meant to be,
// each once: a declaration that is renamed leaves one word in many places. It
// may be used by several goroutines.
type speller struct {
	scope scope

	definitions []string // in order

	mu    sync.Mutex
	names map[bool][]string // in order: of variables, and with those of constants
	found map[misspelt]string
}

type misspelt struct {
	name   string
	consts bool
}

func newSpeller(s scope, definitions []string) *speller {
	return &speller{scope: s, definitions: definitions, names: make(map[bool][]string), found: make(map[misspelt]string)}
}

func (s *speller) nearest(name string, consts bool) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	// A misspelt word is often in many places, and the search takes long.
	key := misspelt{name, consts}
	near, ok := s.found[key]
	if !ok {
		if s.names[consts] == nil {
			s.names[consts] = s.scope.declared(consts)
		}
		near = spell.Nearest(name, s.names[consts])
		s.found[key] = near
	}
	return near
}

// declared returns the names of the variables, and those of the constants too
// if they are asked for, in order.
func (s scope) declared(consts bool) []string {
	var names []string
	for _, n := range sortedKeys(s) {
		switch s[n].(type) {
		case *Var:
			names = append(names, n)
		case *Const:
			if consts {
				names = append(names, n)
			}
		}
	}
	return names
}

// enumsIn returns the enums that a type is made of.
func enumsIn(t types.Type) (list []*types.Enum) {
	switch t := t.(type) {
	case *types.Enum:
		return []*types.Enum{t}
	case *types.Array:
		return enumsIn(t.Elem)
	case *types.Map:
		return append(enumsIn(t.Key), enumsIn(t.Value)...)
	case *types.Record:
		for _, f := range t.Fields {
			list = append(list, enumsIn(f.Type)...)
		}
	}
	return list
}

// enumWith returns the name of the first variable or constant whose enum has
// the name, or "".
func (t *typer) enumWith(name string) string {
	for _, n := range sortedKeys(t.scope) {
		if slices.ContainsFunc(enumsIn(objectType(t.scope[n])), func(e *types.Enum) bool { return e.Has(name) }) {
			return n
		}
	}
	return ""
}

// unknownLocal reports (param x) where the transition gives no argument the
// name x.
func (t *typer) unknownLocal(e *ast.ParamRef) {
	if t.transition.Decl.Partial {
		return // it may be bound in what could not be read
	}
	name := e.Local.Name
	p := unknownLocal{At: t.span(e.Local), Form: t.span(e), Name: name, Tool: t.transition.toolName()}
	if bound := t.bound(name); bound != nil {
		p.Member = bound.Declared()
	}
	// The local names are what `param` takes; the names of the tool show what was meant.
	var locals []string
	for _, q := range t.transition.Params {
		locals = append(locals, q.Name())
		if q.Bind.Param.Name == name {
			p.Near = q.Name()
		}
	}
	// A variable of the same name is what was meant without `param`.
	if v, ok := t.lookup(name).(*Var); ok {
		p.Variable = v.Declared()
	}
	if p.Near == "" {
		p.Near = spell.Nearest(name, locals)
	}
	if q := t.param(p.Near); q != nil {
		// The argument counts as read, so that nothing more is said of it.
		t.read[q] = true
		if typeNames[p.Near] {
			p.Typed = t.span(q.Bind.Local)
		}
	}
	if tool := t.transition.Tool; tool != nil && tool.Param(name) != nil && t.transition.Decl.Params != nil {
		// The new binding goes before the parenthesis that closes the params.
		end := t.transition.Decl.Params.End - 1
		p.Bind = t.unit.Fragment.Source.Span(end, end)
	}
	t.report(p)
}

// typeNames are names that somebody wrote who takes params for declarations
// with types.
var typeNames = map[string]bool{"Bool": true, "Int": true, "Real": true, "String": true}

func (t *Transition) toolName() string {
	if t.Decl.Tool == nil {
		return ""
	}
	return t.Decl.Tool.Name
}
