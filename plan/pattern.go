package plan

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate"
)

// A Pattern is a call with some of its arguments, those whose values matter. The
// others may have any values.
type Pattern struct {
	Tool string
	Args types.Object
}

// patternOf returns the pattern of a step: without irrelevant arguments, and
// without those whose values checks cannot name.
func patternOf(s *validate.Step) Pattern {
	p := Pattern{Tool: s.Call.Tool}
	p.Args = lists.Filter(s.Call.Args, func(a types.Member) bool { return !slices.Contains(s.Irrelevant, a.Name) && pinnable(a) })
	return p
}

func patternsOf(w *validate.Witness) []Pattern {
	list := make([]Pattern, len(w.Steps))
	for i := range w.Steps {
		list[i] = patternOf(&w.Steps[i])
	}
	return list
}

// pinnable reports whether a check can pin an argument to a value.
func pinnable(a types.Member) bool {
	if !syntax.IsIdent(a.Name) {
		return false
	}
	switch v := a.Value.(type) {
	case types.Object:
		return !slices.ContainsFunc(v, func(m types.Member) bool { return !pinnable(m) })
	case types.List:
		// Elements have no names of their own; that of the argument is known to be fine.
		return !slices.ContainsFunc(v, func(x types.Value) bool { return !pinnable(types.Member{Name: a.Name, Value: x}) })
	}
	return true
}

// Matches reports whether a call is one of the pattern.
func (p Pattern) Matches(c tool.Call) bool {
	if p.Tool != c.Tool {
		return false
	}
	for _, a := range p.Args {
		if v, ok := c.Args.Get(a.Name); !ok || !types.Equal(a.Value, v) {
			return false
		}
	}
	return true
}

// first returns the index of the first call of the pattern, or -1.
func (p Pattern) first(run []tool.Call) int { return slices.IndexFunc(run, p.Matches) }

// disjoint reports whether no call is one of both patterns.
func (p Pattern) disjoint(q Pattern) bool {
	return p.Tool != q.Tool || slices.ContainsFunc(p.Args, func(a types.Member) bool {
		// An argument that q leaves open may have any value, so only a different one tells them apart.
		v, ok := q.Args.Get(a.Name)
		return ok && !types.Equal(a.Value, v)
	})
}

// String returns the pattern as checks have it, without `call`: pay (order "A1").
func (p Pattern) String() string {
	var b strings.Builder
	b.WriteString(p.Tool)
	for _, a := range p.Args {
		b.WriteString(" (" + a.Name + " " + a.Value.String() + ")")
	}
	return b.String()
}

func (p Pattern) call() string   { return "(call " + p.String() + ")" }
func (p Pattern) noCall() string { return "(no_call " + p.String() + ")" }

// distinct returns the patterns of a list without repetitions.
func distinct(list []Pattern) (out []Pattern, times []int) {
	for _, p := range list {
		// Types with lists are not comparable, so patterns are compared by their texts.
		at := slices.IndexFunc(out, func(q Pattern) bool { return p.String() == q.String() })
		if at < 0 {
			out, times = append(out, p), append(times, 1)
		} else {
			times[at]++
		}
	}
	return out, times
}

// calls returns the calls of a witness.
func calls(w *validate.Witness) []tool.Call {
	return lists.Map(w.Steps, func(s validate.Step) tool.Call { return s.Call })
}
