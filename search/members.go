package search

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// What a quantifier binds a name to comes from where the members of its set or list
// come from: what the name meets, all of them meet.

// looksAtMembers reports whether a term is a quantifier, a length or a size.
func looksAtMembers(t *system.Term) bool {
	return len(t.Binds) > 0 || t.Kind == system.Applied && t.Op.Family() == ops.Measure
}

// members notes where the members come from that a quantifier, a length or a size
// looks at.
func (b *builder) members(t *system.Term, out *[]fact) {
	over := t.Args
	if len(t.Binds) > 0 {
		over = t.Args[:len(t.Binds)]
	}
	for i, x := range over {
		if len(t.Binds) > 0 {
			if b.over == nil {
				b.over = make(map[*checker.Bound]*system.Term)
			}
			// The name is looked up here when the body is collected.
			b.over[t.Binds[i]] = x
		}
		var texts, numbers fact
		b.collect(x, &texts, &numbers, out)
		texts.measured = true
		for _, f := range []fact{texts, numbers} {
			if len(f.places)+len(f.sums) > 0 {
				*out = append(*out, f)
			}
		}
	}
}

// collectMember notes what a bound name meets.
func (b *builder) collectMember(t *system.Term, texts, numbers *fact, out *[]fact) {
	var s, n fact
	b.collect(b.over[t.Bound], &s, &n, out)
	_, count, endless := contents(t.Type)
	texts.places, texts.texts = append(texts.places, s.places...), append(texts.texts, s.texts...) // names of enums, too
	// Numbers are taken only where the name may be a number or have one in it.
	if count > 0 || endless || t.Type == types.Invalid {
		numbers.places, numbers.numbers, numbers.sums = append(numbers.places, n.places...), append(numbers.numbers, n.numbers...), append(numbers.sums, n.sums...)
	}
}

// aboutMember reports whether there is a name in a term that something around it binds.
func aboutMember(t *system.Term, inside ...*checker.Bound) bool {
	if t.Kind == system.Member {
		return !slices.Contains(inside, t.Bound)
	}
	// Clip keeps append from writing into the list of another branch.
	inside = append(slices.Clip(inside), t.Binds...)
	return slices.ContainsFunc(t.Args, func(x *system.Term) bool { return aboutMember(x, inside...) })
}

// withMembers reports whether a member is compared with what varies: it may be with
// another one of the same set or list.
func withMembers(t *system.Term) bool {
	vary := 0
	for _, x := range t.Args {
		vary += int(truth(len(x.Reads) > 0 || aboutMember(x)))
	}
	return vary > 1 && aboutMember(t)
}
