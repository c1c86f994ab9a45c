package explicit

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/types"
)

// ranks is the order in which witnesses would rather have strings: those of
// the source as they occur, in the checks, the initial state, the constants
// and the expressions; then some that occur nowhere; then the names of enums.
type ranks struct {
	texts []string // all that occur, without strangers
	spare int      // how many of them come before the strangers
	order map[string]int
}

// strangers is how many strings that occur nowhere come before the names of
// enums.
const strangers = 16

func (s *Search) ranking() *ranks {
	if s.ranked == nil {
		s.ranked = s.rank()
	}
	return s.ranked
}

func (s *Search) rank() *ranks {
	r := &ranks{order: make(map[string]int)}
	m := s.model.model
	for _, c := range s.scenario.Case.Checks {
		for _, a := range checker.Atoms(c.Form) {
			for _, p := range a.Pins {
				r.occurring(checker.ValueOf(p.Value), types.Invalid)
			}
		}
	}
	for _, i := range s.scenario.Case.Init {
		r.occurring(i.Value, i.Var.Type)
	}
	for _, k := range m.Consts {
		r.occurring(k.Value, k.Type)
	}
	for _, t := range m.Transitions {
		ast.Inspect(t.Decl, func(n ast.Node) bool {
			if l, ok := n.(*ast.Literal); ok && m.TypeOf(t.Unit, l) == types.String {
				r.occurring(l.Value, types.String)
			}
			return true
		})
	}
	r.spare = len(r.texts)
	for _, v := range m.Vars {
		r.enums(v.Type)
	}
	return r
}

func (r *ranks) add(s string) {
	if _, had := r.order[s]; had {
		return
	}
	r.order[s] = len(r.texts)
	r.texts = append(r.texts, s)
}

// of returns the rank of a string. Those of which nothing is known come last.
func (r *ranks) of(s string) int {
	if i, ok := strangerIn(s); ok {
		if i < strangers {
			return r.spare + i
		}
		return 1<<20 + i
	}
	i, ok := r.order[s]
	switch {
	case !ok:
		return 1 << 19
	case i >= r.spare:
		return i + strangers
	}
	return i
}

// occurring ranks the strings in a value, names of enums aside.
func (r *ranks) occurring(v types.Value, t types.Type) {
	switch v := v.(type) {
	case types.Text:
		if _, enum := t.(*types.Enum); !enum {
			r.add(string(v))
		}
	case types.List:
		elem := types.Type(types.Invalid)
		if a, ok := t.(*types.Array); ok {
			elem = a.Elem
		}
		for _, m := range v {
			r.occurring(m, elem)
		}
	case types.Object:
		record, _ := t.(*types.Record)
		for _, m := range v {
			field := types.Type(types.Invalid)
			if record != nil {
				field, _ = record.Field(m.Name)
			}
			r.occurring(m.Value, field)
		}
	}
}

// enums ranks the names of the enums in a type.
func (r *ranks) enums(t types.Type) {
	switch t := t.(type) {
	case *types.Enum:
		for _, name := range t.Names {
			r.add(name)
		}
	case *types.Array:
		r.enums(t.Elem)
	case *types.Record:
		for _, field := range t.Fields {
			r.enums(field.Type)
		}
	}
}
