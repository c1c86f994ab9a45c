package tool

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// longEnum is the length from which an enum gets an index.
const longEnum = 16

// finish prepares a schema for use, after which it does not change.
func (s *Schema) finish() {
	s.index = lists.IndexBy(s.Properties, func(p *Property) string { return p.Name })
	s.must = s.listRequired()
	s.inIndex = nil
	if len(s.Enum) > longEnum {
		s.inIndex = lists.SetBy(s.Enum, types.Key)
	}
	s.measure = measure{size: 1}
	// Parts are finished before, so the measure is the sum of theirs.
	for _, part := range s.parts() {
		s.measure.add(part.measure)
	}
}

// parts returns the schemas directly inside a schema.
func (s *Schema) parts() []*Schema {
	parts := lists.Map(s.Properties, func(p *Property) *Schema { return p.Schema })
	for _, part := range [...]*Schema{s.Items, s.Additional} {
		if part != nil {
			parts = append(parts, part)
		}
	}
	return parts
}

// requiredNames returns the names that an object must have.
func (s *Schema) requiredNames() []string {
	// finish sets the index together with the list.
	if s.index != nil {
		return s.must
	}
	return s.listRequired()
}

func (s *Schema) listRequired() []string {
	var names []string
	for _, p := range s.Properties {
		if p.Required {
			names = append(names, p.Name)
		}
	}
	for _, w := range s.required {
		names = append(names, w.name)
	}
	return names
}

// inEnum reports whether the enum has a value.
func (s *Schema) inEnum(v types.Value) bool {
	if s.inIndex != nil {
		return s.inIndex[types.Key(v)]
	}
	return slices.ContainsFunc(s.Enum, func(e types.Value) bool { return equal(e, v) })
}

// equal is [types.Equal] in time about linear in the sizes of the values,
// however many members their objects have.
func equal(a, b types.Value) bool {
	if kindOf(a) != kindOf(b) {
		return false
	}
	switch a.(type) {
	case types.List, types.Object:
		// Keys are canonical, so the order of members does not matter.
		return types.Key(a) == types.Key(b)
	}
	return types.Equal(a, b)
}
