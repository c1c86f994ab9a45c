package gate

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/pairs"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// schemaChanges compares the tools of a project: a schema that accepts more than
// before is looser, one that accepts less is stricter, whether a model reads the
// argument or not.
func schemaChanges(in Input, p projectPair) []Change {
	if p.Old.Tools == p.New.Tools {
		return nil
	}
	s := schemas{in: in}
	// The tools of the new version come first, then those that it lacks.
	for _, name := range lists.Include(slices.Clone(p.New.Tools.Names()), p.Old.Tools.Names()...) {
		s.tool(name, p.Old.Tools.Lookup(name), p.New.Tools.Lookup(name))
	}
	return s.list
}

// schemas collects the changes of schemas.
type schemas struct {
	in   Input
	list []Change
}

func (s *schemas) add(c Change) {
	c.Edit = -1
	s.list = append(s.list, c)
}

func (s *schemas) tool(name string, old, new *tool.Tool) {
	key := "tools/" + name + "/"
	switch {
	case old == nil:
		s.add(Change{Rule: "add-tool", Words: fixed("added tool |", name), Key: key, New: new.NameSpan, Difference: looser("it can be called now")})
		return
	case new == nil:
		s.add(Change{Rule: "remove-tool", Words: fixed("removed tool |", name), Key: key, Old: old.NameSpan, Difference: stricter("it can no longer be called")})
		return
	case old.Effect != new.Effect:
		s.add(Change{Rule: "tool-effect", Words: fixed("changed effect of | from | to |", name, old.Effect.String(), new.Effect.String()), Key: key + "effect",
			Old: old.NameSpan, New: new.NameSpan, Difference: none()})
	}
	at := place{s: s, tool: name, oldAt: old.NameSpan, newAt: new.NameSpan, read: s.read(name)}
	at.object(old.Input, new.Input)
}

// read returns what reports whether a transition binds a parameter of a tool, or a check pins it.
func (s *schemas) read(name string) func(param string) bool {
	read := make(map[string]bool)
	for _, set := range []Version{s.in.Old, s.in.New} {
		models := slices.Clone(set.Set.Models)
		for _, k := range set.Set.Suites {
			if k.Model != nil {
				models = append(models, k.Model)
			}
		}
		for _, m := range models {
			if t := m.Transition(name); t != nil {
				for _, p := range t.Params {
					read[p.Bind.Param.Name] = true
				}
			}
		}
	}
	return func(param string) bool { return read[param] }
}

func looser(why string) behaviour.Difference {
	return behaviour.Difference{Stricter: behaviour.NoTrace(), Looser: found(why)}
}

func stricter(why string) behaviour.Difference {
	return behaviour.Difference{Stricter: found(why), Looser: behaviour.NoTrace()}
}

// both is a difference of which it is said whether more, and whether less is
// accepted.
func both(more, less bool) behaviour.Difference {
	d := none()
	if more {
		d.Looser = found("calls are accepted that were not")
	}
	if less {
		d.Stricter = found("calls are no longer accepted that were")
	}
	return d
}

// A place is where in the schema of a tool something changed.
type place struct {
	s            *schemas
	tool         string
	path         []string // of members, `[]` for elements and `*` for members without a name
	oldAt, newAt source.Span
	read         func(param string) bool
}

func (p place) in(step string, old, new source.Span) place {
	// The capped capacity keeps siblings from sharing a path.
	p.path = append(p.path[:len(p.path):len(p.path)], step)
	p.oldAt, p.newAt = orAt(old, p.oldAt), orAt(new, p.newAt)
	return p
}

func orAt(a, b source.Span) source.Span {
	if a.IsZero() {
		return b
	}
	return a
}

// changed adds a change of a keyword; "" is an absent value.
func (p place) changed(keyword, old, new string, d behaviour.Difference) {
	words := fixed("changed "+keyword+" of | from | to |", p.name(), old, new)
	switch {
	case old == "":
		words = fixed("added "+keyword+" | to |", new, p.name())
	case new == "":
		words = fixed("removed "+keyword+" | from |", old, p.name())
	}
	p.s.add(Change{Rule: "tool-schema", Words: words, Key: strings.Join(append(append([]string{"tools", p.tool}, p.path...), keyword), "/"),
		Old: p.oldAt, New: p.newAt, Difference: d})
}

func (p place) name() string { return strings.Join(append([]string{p.tool}, p.path...), ".") }

// object compares the members of two schemas of objects.
func (p place) object(old, new *tool.Schema) {
	for _, name := range lists.Include(new.PropertyNames(), old.PropertyNames()...) {
		o, n := old.Property(name), new.Property(name)
		switch {
		case o == nil:
			at := p.in(name, source.Span{}, n.NameSpan)
			// An unnamed argument may be anything unless the object is closed.
			free := none()
			if old.Closed {
				free.Looser = found("calls with it are accepted now")
			} else {
				free.Stricter = found("it may no longer be anything")
			}
			if n.Required {
				free.Stricter = found("calls without it are no longer accepted")
			}
			at.changed("argument", "", name, free)
		case n == nil:
			at := p.in(name, o.NameSpan, source.Span{})
			d := none()
			if new.Closed {
				d.Stricter = found("calls with it are no longer accepted")
			} else {
				d.Looser = found("it may be anything now")
			}
			if o.Required {
				d.Looser = found("calls without it are accepted now")
			}
			at.changed("argument", name, "", d)
		default:
			at := p.in(name, o.NameSpan, n.NameSpan)
			if o.Required != n.Required {
				at.changed("required", fmt.Sprint(o.Required), fmt.Sprint(n.Required), both(o.Required, n.Required))
			}
			at.schema(o.Schema, n.Schema)
		}
	}
	if old.Closed != new.Closed {
		p.changed("additionalProperties", fmt.Sprint(!old.Closed), fmt.Sprint(!new.Closed), both(old.Closed, new.Closed))
	}
	// `*` is the schema of all members without a name.
	p.optional("*", "additionalProperties", old.Additional, new.Additional)
	p.keywords(old, new)
}

// optional compares schemas that accept anything where they are absent.
func (p place) optional(step, keyword string, old, new *tool.Schema) {
	switch {
	case old == nil && new == nil:
		// Both accept anything.
	case old == nil:
		p.changed(keyword, "", "a schema", both(false, true))
	case new == nil:
		p.changed(keyword, "a schema", "", both(true, false))
	default:
		p.in(step, old.Span, new.Span).schema(old, new)
	}
}

// schema compares two schemas of a value.
func (p place) schema(old, new *tool.Schema) {
	if old == new {
		return
	}
	// The verdict on the values as a whole goes with each keyword that changed.
	more, less := compareValues(old, new)
	p.list("type", kindsOf(old), kindsOf(new), more, less)
	if old.Nullable != new.Nullable {
		p.changed("nullable", fmt.Sprint(old.Nullable), fmt.Sprint(new.Nullable), both(new.Nullable, old.Nullable))
	}
	p.list("enum", valuesText(old.Enum), valuesText(new.Enum), more, less)
	if o, n := valueText(old.Const), valueText(new.Const); o != n {
		p.changed("const", o, n, both(more, less))
	}
	p.bound("minimum", old.Minimum, new.Minimum, more, less)
	p.bound("maximum", old.Maximum, new.Maximum, more, less)
	p.defaults(old, new)
	// object compares the keywords as well.
	if len(old.Properties)+len(new.Properties) > 0 || old.Closed || new.Closed || old.Additional != nil || new.Additional != nil {
		p.object(old, new)
	} else {
		p.keywords(old, new)
	}
	p.optional("[]", "items", old.Items, new.Items)
}

func (p place) list(keyword, old, new string, more, less bool) {
	if old != new {
		p.changed(keyword, old, new, both(more, less))
	}
}

func (p place) bound(keyword string, old, new *tool.Bound, more, less bool) {
	o, n := boundText(old), boundText(new)
	if o == n {
		return
	}
	at := p
	if old != nil {
		at.oldAt = orAt(old.Span, p.oldAt)
	}
	if new != nil {
		at.newAt = orAt(new.Span, p.newAt)
	}
	at.changed(keyword, o, n, both(more, less))
}

// defaults compares what a call means that leaves an argument out. It accepts
// the same calls. What it means for the checks that pin the argument is compared
// by itself; what it means where a transition reads it is unknown.
func (p place) defaults(old, new *tool.Schema) {
	o, n := valueText(old.Default), valueText(new.Default)
	if o == n {
		return
	}
	d := none()
	if p.read(p.path[0]) {
		d = undecided("a transition reads the argument, and what a call means that leaves it out changed")
	}
	p.changed("default", o, n, d)
}

// keywords compares what the schemas say and models do not know: a keyword more
// accepts less.
func (p place) keywords(old, new *tool.Schema) {
	for _, k := range pairs.Same(old.Unmodelled, new.Unmodelled, func(k tool.Keyword) string { return k.Name }) {
		switch o, n := k.Old, k.New; {
		case !k.InOld:
			p.changed(n.Name, "", n.Value(), both(false, true))
		case !k.InNew:
			p.changed(o.Name, o.Value(), "", both(true, false))
		case o.Value() != n.Value():
			p.changed(n.Name, o.Value(), n.Value(), undecided("what `"+n.Name+"` accepts is not compared"))
		}
	}
}

func kindsOf(s *tool.Schema) string {
	list := lists.Map(s.Types, tool.Kind.String)
	slices.Sort(list)
	if len(list) == 0 {
		return "any"
	}
	return strings.Join(list, ", ")
}

func valueText(v types.Value) string {
	if v == nil {
		return ""
	}
	return v.String()
}

func valuesText(list []types.Value) string {
	texts := lists.Map(list, types.Value.String)
	slices.Sort(texts)
	if list != nil && len(list) == 0 {
		return "none"
	}
	return strings.Join(texts, ", ")
}

func boundText(b *tool.Bound) string {
	switch {
	case b == nil:
		return ""
	case b.Exclusive:
		return b.Value.String() + " (exclusive)"
	}
	return b.Value.String()
}
