package behaviour

import (
	"slices"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// optionsOf returns what an argument may be as far as tests can tell, and both
// versions accept: absent (nil), each of the values that they name, one other
// value, and one of each further class of values that pass the same tests.
func optionsOf(arg string, tests []*property.Test, schemas [2]*tool.Tool) ([]types.Value, error) {
	var own [2]*tool.Schema
	required := false
	for i, t := range schemas {
		if t == nil {
			continue
		}
		if p := t.Param(arg); p != nil {
			// Both versions have to accept the call, so one that requires the argument decides.
			own[i], required = p.Schema, required || p.Required
		}
	}
	accept := func(v types.Value) bool {
		return !slices.ContainsFunc(own[:], func(s *tool.Schema) bool {
			if s == nil {
				return false
			}
			ok, _ := s.Accepts(v)
			return !ok
		})
	}
	var options []types.Value
	if !required {
		options = append(options, nil)
	}
	named := namedBy(tests)
	other, err := another(own, named, accept)
	if err != nil {
		return nil, err
	}
	if other != nil {
		options = append(options, other)
	}
	options = append(options, lists.Filter(named, accept)...)
	return further(options, tests, own, accept)
}

// namedBy returns the values that tests name as a whole.
func namedBy(tests []*property.Test) (list []types.Value) {
	for _, t := range tests {
		if t.Kind != forms.TestEqual && t.Kind != forms.TestIn && t.Kind != forms.TestNot {
			continue
		}
		for _, v := range t.Values {
			list = types.Include(list, v)
		}
	}
	return list
}

// further adds values of the classes that the options lack. Each version has
// a value for each class that its schema has; where none of these is accepted by
// both, there may be one or not.
func further(options []types.Value, tests []*property.Test, own [2]*tool.Schema, accept func(types.Value) bool) ([]types.Value, error) {
	// A class is the set of tests that a value passes.
	had := lists.SetBy(options, func(v types.Value) string { return property.Passed(tests, v) })
	if null := property.Passed(tests, types.Null{}); !had[null] && accept(types.Null{}) {
		had[null] = true
		options = append(options, types.Null{})
	}
	var open [2]map[string]bool
	for i, s := range own {
		list, ok := system.Candidates(tests, s)
		if !ok {
			return nil, errProduct
		}
		// Classes in which this schema has a value.
		open[i] = make(map[string]bool)
		for _, v := range list {
			class := property.Passed(tests, v)
			if open[i][class] = true; !had[class] && accept(v) {
				had[class] = true
				options = append(options, v)
			}
		}
	}
	// Both schemas have values of the class, but none was found that both accept.
	for class := range open[0] {
		if open[1][class] && !had[class] {
			return nil, errAnother
		}
	}
	return options, nil
}
