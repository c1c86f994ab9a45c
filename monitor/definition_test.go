package monitor_test

import (
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/monitor"
)

// What checks mean, as their definitions have it: quantifiers over the steps of
// a trace. Nothing of the package is used, and values are plain Go.

// A moment is a step of a trace: a call, or the answer to one.
type moment struct {
	call   tool.Call
	answer types.Value // nil: it is the call

	known map[*property.Pattern]bound // what m says, where it is asked often
}

// bound is what m returns.
type bound struct {
	binding
	is bool
}

func (m moment) letter(c *monitor.Check) monitor.Letter {
	if m.answer == nil {
		return c.Letter(m.call)
	}
	return c.AnswerLetter(m.call, m.answer)
}

// plain returns a value as encoding/json has it.
func plain(v types.Value) any {
	switch v := v.(type) {
	case types.Boolean:
		return bool(v)
	case types.Number:
		f, _ := v.Rat().Float64()
		return f
	case types.Text:
		return string(v)
	case types.List:
		list := []any{}
		for _, x := range v {
			list = append(list, plain(x))
		}
		return list
	case types.Object:
		object := map[string]any{}
		for _, m := range v {
			object[m.Name] = plain(m.Value)
		}
		return object
	}
	return nil
}

// passes reports whether a value that is there passes a test.
func passes(t property.Test, v any) bool {
	one := func(w any) bool {
		for _, x := range t.Values {
			if reflect.DeepEqual(plain(x), w) {
				return true
			}
		}
		return false
	}
	n, number := v.(float64)
	list, isList := v.([]any)
	s, isText := v.(string)
	switch t.Kind {
	case forms.TestEqual, forms.TestIn:
		return one(v)
	case forms.TestNot:
		return !one(v)
	case forms.TestLess:
		return number && n < plain(t.Values[0]).(float64)
	case forms.TestLessOrEqual:
		return number && n <= plain(t.Values[0]).(float64)
	case forms.TestGreater:
		return number && n > plain(t.Values[0]).(float64)
	case forms.TestGreaterOrEqual:
		return number && n >= plain(t.Values[0]).(float64)
	case forms.TestContains:
		if slices.ContainsFunc(list, one) {
			return true
		}
		return false && isList
	case forms.TestLike:
		parts := strings.Split(plain(t.Values[0]).(string), "*")
		for i := range parts {
			parts[i] = regexp.QuoteMeta(parts[i])
		}
		return isText && regexp.MustCompile(`(?s)^`+strings.Join(parts, ".*")+`$`).MatchString(s)
	}
	return t.Kind == forms.TestPresent
}

// binding is the values of variables.
type binding map[string]any

// m returns what a step binds that matches a pattern.
func m(s moment, p *property.Pattern) (binding, bool) {
	if x, ok := s.known[p]; ok {
		return x.binding, x.is
	}
	b, is := match(s, p)
	if s.known != nil {
		s.known[p] = bound{b, is}
	}
	return b, is
}

func match(s moment, p *property.Pattern) (binding, bool) {
	if s.call.Tool != p.Tool || (p.Answer != nil) != (s.answer != nil) {
		return nil, false
	}
	b := binding{}
	asks := func(tests []property.Test, vars []property.Var, get func(string) (any, bool)) bool {
		for _, t := range tests {
			v, given := get(t.Of)
			if t.Kind == forms.TestAbsent && given || t.Kind != forms.TestAbsent && (!given || !passes(t, v)) {
				return false
			}
		}
		for _, x := range vars {
			v, given := get(x.Of)
			had, bound := b[x.Name]
			if !given || bound && !reflect.DeepEqual(had, v) {
				return false
			}
			b[x.Name] = v
		}
		return true
	}
	args := plain(s.call.Args).(map[string]any)
	if !asks(p.Tests, p.Vars, func(name string) (any, bool) { v, ok := args[name]; return v, ok }) {
		return nil, false
	}
	if p.Answer == nil {
		return b, true
	}
	whole := plain(s.answer)
	return b, asks(p.Answer.Tests, p.Answer.Vars, func(path string) (any, bool) {
		if path == "" {
			return whole, true
		}
		object, _ := whole.(map[string]any)
		v, ok := object[path[1:]]
		return v, ok
	})
}

func agree(b, c binding) bool {
	for name, v := range b {
		if w, ok := c[name]; ok && !reflect.DeepEqual(v, w) {
			return false
		}
	}
	return true
}

// meaning reports whether a property holds on a trace.
func meaning(p *property.Property, trace []moment) bool {
	if p.Basic != nil {
		return basicMeaning(p.Basic, trace)
	}
	for _, x := range p.Parts {
		if meaning(x, trace) == (p.Op == forms.Or) {
			return p.Op == forms.Or
		}
	}
	return p.Op != forms.Or
}

func basicMeaning(b *property.Basic, trace []moment) bool {
	all := func(patterns []*property.Pattern, i int) (list []binding) {
		for _, p := range patterns {
			if x, ok := m(trace[i], p); ok {
				list = append(list, x)
			}
		}
		return list
	}
	exists := func(from, to int, patterns []*property.Pattern, with binding) bool {
		for j := from; j < to; j++ {
			for _, x := range all(patterns, j) {
				if agree(x, with) {
					return true
				}
			}
		}
		return false
	}
	matching := 0
	for i := range trace {
		matching += min(1, len(all(b.Target, i)))
	}
	earlier := func(i int, x binding) bool { return exists(0, i, b.Anchor, x) }
	later := func(i int, x binding) bool { return exists(i+1, len(trace), b.Anchor, x) }
	fresh := func(i int, x binding) bool {
		for j := range i {
			if exists(j, j+1, b.Anchor, x) && !exists(j+1, i, b.Target, x) {
				return true
			}
		}
		return false
	}
	every := func(condition func(int, binding) bool) bool {
		for i := range trace {
			for _, x := range all(b.Target, i) {
				if condition(i, x) == b.Forbid {
					return false
				}
			}
		}
		return true
	}
	some := func(condition func(int, binding) bool) bool {
		for i := range trace {
			for _, x := range all(b.Target, i) {
				if condition(i, x) {
					return true
				}
			}
		}
		return false
	}
	switch b.Form {
	case forms.Call, forms.Answered:
		return matching > 0
	case forms.NoCall:
		return matching == 0
	case forms.EveryCall:
		for i, s := range trace {
			if s.answer == nil && s.call.Tool == b.Target[0].Tool && len(all(b.Target, i)) == 0 {
				return false
			}
		}
		return true
	case forms.After:
		return every(earlier)
	case forms.Before:
		return every(later)
	case forms.EachAfter:
		return every(fresh)
	case forms.Follows:
		return some(earlier)
	case forms.Precedes:
		return some(later)
	case forms.AtLeast:
		return matching >= b.Limit
	case forms.AtMost:
		return !agreeing(b.Limit+1, 0, len(trace), nil, func(i int) []binding { return all(b.Target, i) })
	}
	panic("no such form")
}

// agreeing reports whether n steps match, each with one of its bindings, so
// that these agree with each other and some others.
func agreeing(n, from, to int, with []binding, of func(int) []binding) bool {
	if n == 0 {
		return true
	}
	for i := from; i < to; i++ {
	next:
		for _, x := range of(i) {
			for _, y := range with {
				if !agree(x, y) {
					continue next
				}
			}
			if agreeing(n-1, i+1, to, append(with[:len(with):len(with)], x), of) {
				return true
			}
		}
	}
	return false
}
