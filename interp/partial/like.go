package partial

import (
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/like"
	"github.com/mantrac/mantrac/lang/types"
)

// matching returns the condition that a string matches a pattern.
func (s *scope) matching(e *ast.Op) *Term {
	v := s.term(e.Args[0])
	pattern, _ := e.Args[1].(*ast.Literal).Value.(types.Text)
	switch {
	case v.vague != nil:
		return s.And(v.Def, s.derived(types.Bool, v.terms()...))
	case v.Term == nil || !comparable(v.Term.typ, types.String):
		return s.no
	}
	return s.And(v.Def, s.Like(v.Term, string(pattern)))
}

// Like returns the condition that a string, or a name of an enum, matches a
// pattern.
func (s *Space) Like(t *Term, pattern string) *Term {
	switch p := like.Parse(pattern); {
	case t.kind == constant:
		text, ok := t.value.(types.Text)
		return s.Truth(ok && p.Matches(string(text)))
	case p.All():
		return s.yes
	case t.kind == choice && t.size < maxSpread:
		return s.Choose(t.args[0], s.Like(t.args[1], pattern), s.Like(t.args[2], pattern))
	}
	return s.intern(Term{kind: matches, typ: types.Bool, args: []*Term{t, s.constant(types.Text(pattern), types.String)}})
}

// patternOf returns the pattern of a condition of Like.
func patternOf(t *Term) string { return string(t.args[1].value.(types.Text)) }

// A likeness says that a string matches a pattern, or does not.
type likeness struct {
	pattern string
	is      bool
}

// resembling returns what is known of a symbol that has a likeness, too.
func (p span) resembling(l likeness) span {
	p.alike = append(slices.Clip(p.alike), l)
	return p
}

// resembles reports whether a string has all likenesses.
func (p span) resembles(s string) bool {
	return !slices.ContainsFunc(p.alike, func(l likeness) bool { return like.Parse(l.pattern).Matches(s) != l.is })
}

// strings returns up to n different strings that a symbol with likenesses may have.
// It reports false if they are too hard to find.
func (p span) strings(n int) (list []string, ok bool) {
	patterns := lists.Map(p.alike, func(l likeness) like.Pattern { return like.Parse(l.pattern) })
	var avoid []string
	for _, v := range p.not {
		if text, ok := v.(types.Text); ok && p.resembles(string(text)) {
			avoid = append(avoid, string(text))
		}
	}
	for len(list) < n {
		samples, ok := like.Samples(patterns, avoid)
		i := slices.IndexFunc(samples, func(s like.Sample) bool { return p.resembles(s.Text) })
		if !ok || i < 0 {
			return list, ok
		}
		list, avoid = append(list, samples[i].Text), append(avoid, samples[i].Text)
	}
	return list, true
}

// likely returns whether a symbol matches a pattern, where what is known of it
// tells.
func (p span) likely(pattern string) (truth, ok bool) {
	if p.among == nil && len(p.alike) == 0 {
		return false, false
	}
	for _, l := range p.alike {
		if l.pattern == pattern {
			return l.is, true
		}
	}
	yes, no := p.possibly(likeness{pattern, true}), p.possibly(likeness{pattern, false})
	return yes, yes != no
}

// possibly reports whether a symbol may have a likeness, too.
func (p span) possibly(l likeness) bool {
	if p = p.resembling(l); p.among != nil {
		return slices.ContainsFunc(p.among, p.admits)
	}
	list, ok := p.strings(1)
	return !ok || len(list) > 0
}
