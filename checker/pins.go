package checker

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A pinner checks the pinned arguments of calls.
type pinner struct {
	unit *ast.Unit
	info *unitInfo
}

// pins holds the pins of a call against the tool's schema and transition, of
// which either may be nil.
func (p pinner) pins(a *ast.Atom, schema *tool.Tool, transition *Transition) {
	first := make(map[string]*ast.Ident)
	for _, pin := range a.Pins {
		if pin.Name == nil {
			continue
		}
		name := pin.Name.Name
		if had := first[name]; had != nil {
			p.info.report(pinnedTwice{At: p.unit.Span(pin.Name), Name: name, First: p.unit.Span(had)})
			continue
		}
		first[name] = pin.Name
		t := argumentType(name, schema, transition)
		if t != types.Invalid {
			for _, test := range pin.AllTests() {
				p.typed(test, t)
			}
		}
		p.unique(pin)
		p.tests(pin, t, schemaOf(schema, name))
		if schema != nil {
			p.pin(pin, schema)
		}
		// With a type inferred from the model, the pin must fit it. Without any type, it becomes a
		// claim.
		if param := transition.inferred(name); param != nil {
			p.use(pin, param)
		} else if schema == nil {
			p.claim(a.Tool.Name, pin)
		}
	}
}

// argumentType returns the type of an argument of a tool, or Invalid where
// neither its transition nor its schema tells.
func argumentType(name string, schema *tool.Tool, transition *Transition) types.Type {
	if transition != nil {
		// A bound argument has its type by schema as well, or by its use in the transition.
		for _, p := range transition.Params {
			if p.Bind.Param.Name == name && p.Type != types.Invalid {
				return p.Type
			}
		}
	}
	if schema == nil || schema.Param(name) == nil {
		return types.Invalid
	}
	return SchemaType(schema.Param(name).Schema)
}

// typed notes the type of the values in a test of an argument.
func (p pinner) typed(test *ast.Test, t types.Type) {
	// `(contains v)` compares v with the elements.
	if list, ok := t.(*types.Array); ok && test.Kind == forms.TestContains {
		t = list.Elem
	}
	for _, e := range test.Values {
		p.info.types[e] = t
	}
}

// schemaOf returns the schema of an argument of a tool, or nil.
func schemaOf(t *tool.Tool, name string) *tool.Schema {
	if t == nil || t.Param(name) == nil {
		return nil
	}
	return t.Param(name).Schema
}

// unique checks that no record in a value has a field twice, and that there are
// no maps.
func (p pinner) unique(pin *ast.Pin) {
	ast.Inspect(pin, func(n ast.Node) bool {
		if r, ok := n.(*ast.RecordLit); ok {
			// With an empty type that is partial and not known, matchFields reports duplicates
			// only.
			matchFields(p.unit, p.info, r, &types.Record{}, true, false)
		}
		if m, ok := n.(*ast.MapLit); ok {
			p.info.report(mapPin{At: p.unit.Span(m)})
			return false
		}
		return true
	})
}

func (p pinner) pin(pin *ast.Pin, schema *tool.Tool) {
	param := schema.Param(pin.Name.Name)
	if param == nil {
		// A schema for additional properties gives the type of all arguments that it does not list.
		if open := schema.Input.Additional; open != nil {
			p.value(pin.Value, open)
			return
		}
		if schema.Input.AllowsOthers() {
			return
		}
		p.info.report(unknownArgument{At: p.unit.Span(pin.Name), Name: pin.Name.Name, Tool: schema.Name, Known: schema.Params()})
		return
	}
	p.list(pin, param.Schema)
	p.value(pin.Value, param.Schema)
}

// list notes which values in a pin are of a list in the schema.
func (p pinner) list(pin *ast.Pin, s *tool.Schema) {
	if len(textsOf(s)) > 0 {
		if p.info.listed == nil {
			p.info.listed = make(map[*ast.Pin]bool)
		}
		p.info.listed[pin] = true
	}
	if r, ok := pin.Value.(*ast.RecordLit); ok {
		for _, f := range r.Fields {
			if f.Name == nil {
				continue
			}
			if prop := s.Property(f.Name.Name); prop != nil {
				p.list(f, prop.Schema)
			}
		}
	}
}

// value checks that a schema accepts a pinned value. Where it does not, the
// smallest value in it that is wrong is blamed.
func (p pinner) value(e ast.Expr, s *tool.Schema) {
	v := ValueOf(e)
	if v == nil {
		return
	}
	// JSON Schema accepts the value. The checks of keys and conventions are stricter.
	if ok, _ := s.Accepts(v); ok {
		p.keys(e, s)
		p.conventions(e, s)
		return
	}
	// Search for the innermost part that is wrong by itself. If all parts pass, the whole is to
	// blame.
	switch e := e.(type) {
	case *ast.ArrayLit:
		for _, x := range e.Elems {
			if s.Items != nil && !p.accepted(x, s.Items) {
				p.value(x, s.Items)
				return
			}
		}
	case *ast.RecordLit:
		for _, f := range e.Fields {
			if prop := s.Property(f.Name.Name); prop != nil && !p.accepted(f.Value, prop.Schema) {
				p.value(f.Value, prop.Schema)
				return
			}
		}
	}
	_, why := s.Accepts(v)
	p.info.report(impossiblePin{At: p.unit.Span(e), Why: why, Names: textsOf(s), Value: v, Schema: s.Span, Want: SchemaType(s)})
}

// keys checks that the records in a value have no keys but those that their
// schemas list, where these list any and do not say that there may be others. JSON
// Schema would accept them, as it does arguments that are not listed.
func (p pinner) keys(e ast.Expr, s *tool.Schema) {
	switch e := e.(type) {
	case *ast.ArrayLit:
		for _, x := range e.Elems {
			if s.Items != nil {
				p.keys(x, s.Items)
			}
		}
	case *ast.RecordLit:
		for _, f := range e.Fields {
			prop := s.Property(f.Name.Name)
			switch {
			case prop != nil:
				p.keys(f.Value, prop.Schema)
			case s.Additional != nil:
				p.keys(f.Value, s.Additional)
			// A schema that lists whole values has been compared with the value already.
			case len(s.Properties) > 0 && !s.AllowsOthers() && s.Enum == nil && s.Const == nil:
				p.info.report(unknownField{At: p.unit.Span(f.Name), Name: f.Name.Name, Known: s.PropertyNames(), Schema: s.Span})
			}
		}
	}
}

func (p pinner) accepted(e ast.Expr, s *tool.Schema) bool {
	v := ValueOf(e)
	if v == nil {
		return true
	}
	ok, _ := s.Accepts(v)
	return ok
}

// ValueOf returns the value that an expression of literals stands for, or nil
// where a part of it could not be read.
func ValueOf(e ast.Expr) types.Value {
	switch e := e.(type) {
	case *ast.Literal:
		return e.Value
	case *ast.ArrayLit:
		list := types.List{}
		for _, x := range e.Elems {
			v := ValueOf(x)
			if v == nil {
				return nil
			}
			list = append(list, v)
		}
		return list
	case *ast.RecordLit:
		object := types.Object{}
		for _, f := range e.Fields {
			v := ValueOf(f.Value)
			if v == nil || f.Name == nil {
				return nil
			}
			object = append(object, types.Member{Name: f.Name.Name, Value: v})
		}
		return object
	}
	return nil
}
