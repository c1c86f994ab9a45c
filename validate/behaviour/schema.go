package behaviour

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// Where the schema of an argument differs by bounds of a number alone, by the
// strings that are listed, or by whether it may be absent, the product has a schema that accepts what either
// does, and each version has preconditions that say what its own accepts. An
// argument that is left out breaks none of them.

// sameProperty reports whether two schemas of an argument accept the same as
// far as models know about it.
func sameProperty(a, b *tool.Property) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Required == b.Required && sameSchema(a.Schema, b.Schema)
}

func sameSchema(a, b *tool.Schema) bool {
	if a == nil || b == nil || a == b {
		return a == b
	}
	return sameButLimits(a, b) && a.Nullable == b.Nullable && (a.Enum == nil) == (b.Enum == nil) && slices.EqualFunc(a.Enum, b.Enum, types.Equal) &&
		sameBound(a.Minimum, b.Minimum) && sameBound(a.Maximum, b.Maximum)
}

// sameButLimits is sameSchema apart from bounds, listed values and null.
func sameButLimits(a, b *tool.Schema) bool {
	return slices.Equal(a.Types, b.Types) && a.Closed == b.Closed &&
		types.Equal(a.Const, b.Const) && types.Equal(a.Default, b.Default) &&
		sameSchema(a.Additional, b.Additional) && sameSchema(a.Items, b.Items) &&
		slices.EqualFunc(a.Properties, b.Properties, func(x, y *tool.Property) bool { return x.Name == y.Name && sameProperty(x, y) })
}

func sameBound(a, b *tool.Bound) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Exclusive == b.Exclusive && a.Value.Cmp(b.Value) == 0
}

// widened returns a schema that accepts what either of two does, if they differ
// in no more than bounds, or than the strings that are listed.
func widened(a, b *tool.Property) (*tool.Property, bool) {
	if a == nil || b == nil || !sameButLimits(a.Schema, b.Schema) || !presenceTold(a, b) {
		return nil, false
	}
	s := fresh(a.Schema)
	s.Nullable = a.Schema.Nullable || b.Schema.Nullable
	// limits: more differs than null. The first case is then out.
	limits := !sameSchema(a.Schema, b.Schema) && (a.Schema.Nullable == b.Schema.Nullable)
	switch {
	case !limits && sameSchema(s, orNullable(a.Schema, s.Nullable)) && sameSchema(s, orNullable(b.Schema, s.Nullable)):
	case a.Schema.Enum == nil && b.Schema.Enum == nil && len(s.Types) == 1 && (s.Only(tool.KindInteger) || s.Only(tool.KindNumber)):
		// The preconditions of each version say its own bounds; see limits.
		s.Minimum, s.Maximum = nil, nil
	case textsAlone(a.Schema.Enum) && textsAlone(b.Schema.Enum) && s.Only(tool.KindString) && s.Const == nil && s.Default == nil:
		// The union: each version refuses the names that are not its own.
		s.Enum = slices.Clone(a.Schema.Enum)
		for _, v := range b.Schema.Enum {
			s.Enum = types.Include(s.Enum, v)
		}
	default:
		return nil, false
	}
	return &tool.Property{Name: a.Name, Schema: s, Required: a.Required && b.Required}, true
}

// presenceTold reports whether a model can tell which version accepts a call that
// gives no value: an argument that is left out and one that is null look the same
// to it.
func presenceTold(a, b *tool.Property) bool {
	switch required, nullable := a.Required == b.Required, a.Schema.Nullable == b.Schema.Nullable; {
	case required && nullable:
		return true
	case a.Schema.Default != nil || !scalar(a.Schema):
		return false // an argument is equal to itself where it is there, but for records that lack fields
	case nullable:
		// They differ in what is required. An argument that is absent must not be confused with null.
		return !a.Schema.Nullable
	}
	// They differ in null. An argument that is null must not be confused with an absent one.
	return a.Required && b.Required
}

// scalar reports whether a schema accepts values of one type without parts, beside
// null.
func scalar(s *tool.Schema) bool {
	return len(s.Types) == 1 && s.Types[0] != tool.KindArray && s.Types[0] != tool.KindObject && s.Types[0] != tool.KindNull
}

// orNullable returns the schema, or one that accepts null as well.
func orNullable(s *tool.Schema, nullable bool) *tool.Schema {
	as := fresh(s)
	as.Nullable = nullable
	return as
}

// fresh copies a schema without what was made of it for speed.
func fresh(s *tool.Schema) *tool.Schema {
	return &tool.Schema{Types: s.Types, Nullable: s.Nullable, Enum: s.Enum, Const: s.Const, Default: s.Default, Minimum: s.Minimum, Maximum: s.Maximum,
		Properties: s.Properties, Closed: s.Closed, Additional: s.Additional, Items: s.Items}
}

// accepting returns a tool whose schema accepts what the properties do.
func accepting(t *tool.Tool, wide []*tool.Property) *tool.Tool {
	if t == nil || len(wide) == 0 {
		return t
	}
	// Copies, since the original schema belongs to a version.
	as, input := *t, fresh(t.Input)
	input.Properties = slices.Clone(input.Properties)
	for i, p := range input.Properties {
		for _, w := range wide {
			if w.Name == p.Name {
				input.Properties[i] = w
			}
		}
	}
	as.Input = input
	return &as
}

func textsAlone(list []types.Value) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(v types.Value) bool {
		_, ok := v.(types.Text)
		return !ok
	})
}

// allows returns the preconditions of a tool in a version, those of schemas
// included.
func (v *version) allows(t *toolPair) []clause {
	list := v.pre(v.model.Transition(t.name))
	for _, w := range t.wide {
		list = append(list, v.limits(t, w)...)
	}
	return list
}

// widens reports whether the schema of an argument was widened.
func (t *toolPair) widens(param string) bool {
	return slices.ContainsFunc(t.wide, func(p *tool.Property) bool { return p.Name == param })
}

// limits returns preconditions that say what a version's schema accepts of an
// argument whose schema was widened.
func (v *version) limits(t *toolPair, wide *tool.Property) []clause {
	had := v.model.Tools.Lookup(t.name).Param(wide.Name)
	own := had.Schema
	arg := "(param " + v.local(wide.Name) + ")"
	var list []clause
	// x = x holds exactly where the argument is there and not null.
	if had.Required && !wide.Required || !own.Nullable && wide.Schema.Nullable {
		list = append(list, clause{text: "(= " + arg + " " + arg + ")"})
	}
	// Negated, so that an absent argument breaks none of them: its comparison is false.
	refuse := func(format string, args ...any) {
		list = append(list, clause{text: not("(" + fmt.Sprintf(format, args...) + ")")})
	}
	bound := func(b *tool.Bound, op, exclusive string) {
		if b != nil && b.Exclusive {
			op = exclusive
		}
		if b != nil {
			refuse("%s %s %s", op, arg, b.Value)
		}
	}
	bound(own.Minimum, "<", "<=")
	bound(own.Maximum, ">", ">=")
	if wide.Schema.Enum == nil {
		return list
	}
	for _, value := range wide.Schema.Enum {
		if !types.Contains(own.Enum, value) {
			refuse("= %s %s", arg, value)
		}
	}
	return list
}
