package tool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/types"
)

// Accepts reports whether the modelled part of the schema accepts a value,
// and if not, why: the first reason in file order, with the path to the place
// if that is inside the value, as in
//
//	flights[0].date: expected a string, found a number
//
// It takes time about linear in the size of the value.
func (s *Schema) Accepts(v types.Value) (ok bool, why string) {
	m := s.mismatch(v)
	if m == nil {
		return true, ""
	}
	return false, m.String()
}

// AcceptsMembers is [Schema.Accepts] for an object that may leave out what is required,
// but for the members of some names.
func (s *Schema) AcceptsMembers(object types.Object, names []string) (ok bool, why string) {
	for _, m := range object {
		if bad := s.wrongNamed(m); bad != nil {
			return false, bad.String()
		}
	}
	for _, name := range s.requiredNames() {
		// Required names outside of the list may be missing.
		if _, given := object.Get(name); !given && slices.Contains(names, name) {
			return false, missing(name).String()
		}
	}
	return true, ""
}

// A mismatch is the reason why a value is not accepted, and the way to it
// from the innermost step to the outermost. The way is found out only on the
// way back, since most values are accepted.
type mismatch struct {
	reason string
	steps  []string
}

func mismatchf(format string, args ...any) *mismatch {
	return &mismatch{reason: fmt.Sprintf(format, args...)}
}

// under adds the next step outwards.
func (m *mismatch) under(step string) *mismatch {
	m.steps = append(m.steps, step)
	return m
}

func (m *mismatch) String() string {
	var path strings.Builder
	// Steps were added from the inside out.
	for _, step := range slices.Backward(m.steps) {
		path.WriteString(step)
	}
	if path.Len() == 0 {
		return m.reason
	}
	return strings.TrimPrefix(path.String(), ".") + ": " + m.reason
}

func (s *Schema) mismatch(v types.Value) *mismatch {
	// All other constraints are about values other than null.
	if _, null := v.(types.Null); null && s.Nullable {
		return nil
	}
	if m := s.wrongType(v); m != nil {
		return m
	}
	if m := s.wrongValue(v); m != nil {
		return m
	}
	switch v := v.(type) {
	case types.Number:
		return s.outOfBounds(v)
	case types.List:
		return s.wrongElement(v)
	case types.Object:
		return s.wrongMember(v)
	}
	return nil
}

func (s *Schema) wrongType(v types.Value) *mismatch {
	if _, null := v.(types.Null); null {
		if len(s.Types) == 0 {
			return mismatchf("expected a value other than null")
		}
		return mismatchf("expected %s, found null", alternatives(s.Types))
	}
	// No types listed means that every type but null is accepted. Nullable has been asked above.
	if len(s.Types) == 0 {
		return nil
	}
	for _, k := range s.Types {
		if k.has(v) {
			return nil
		}
	}
	wanted := s.Types
	if s.Nullable && !s.Only(KindNull) {
		// The schema is shared, so its list must not be appended to in place.
		wanted = append(wanted[:len(wanted):len(wanted)], KindNull)
	}
	if n, ok := v.(types.Number); ok && s.Only(KindInteger) {
		return mismatchf("expected an integer, found %s", excerpt(n.String()))
	}
	return mismatchf("expected %s, found %s", alternatives(wanted), article(kindOf(v)))
}

// has reports whether a value is of the kind.
func (k Kind) has(v types.Value) bool {
	// A number may be of two kinds: 1.0 is an integer as well.
	if n, ok := v.(types.Number); ok {
		return k == KindNumber || k == KindInteger && n.IsInt()
	}
	return k == kindOf(v)
}

func kindOf(v types.Value) Kind {
	switch v.(type) {
	case types.Boolean:
		return KindBoolean
	case types.Number:
		return KindNumber
	case types.Text:
		return KindString
	case types.List:
		return KindArray
	case types.Object:
		return KindObject
	}
	return KindNull
}

// article names a kind as sentences do.
func article(k Kind) string {
	return [...]string{"null", "a boolean", "an integer", "a number", "a string", "an array", "an object"}[k]
}

func alternatives(kinds []Kind) string {
	words := lists.Map(kinds, article)
	return strings.Join(words, " or ")
}

func (s *Schema) wrongValue(v types.Value) *mismatch {
	if s.Const != nil && !equal(s.Const, v) {
		return mismatchf("only %s is accepted, not %s", brief(s.Const), brief(v))
	}
	if s.Enum == nil || s.inEnum(v) {
		return nil
	}
	// An empty enum is how the schema `false` is represented.
	if len(s.Enum) == 0 {
		return mismatchf("no value is accepted here")
	}
	m := mismatchf("%s is not one of %s", brief(v), someOf(s.Enum))
	if near := s.nearestValue(v); near != "" {
		m.reason += "; did you mean " + quoted(near) + "?"
	}
	return m
}

// nearestValue returns the string of the enum that v was probably meant to be.
func (s *Schema) nearestValue(v types.Value) string {
	text, ok := v.(types.Text)
	if !ok || len(s.Enum) > maxNear {
		return ""
	}
	var names []string
	for _, e := range s.Enum {
		if t, ok := e.(types.Text); ok {
			names = append(names, string(t))
		}
	}
	return spell.Nearest(string(text), names)
}

// maxNear bounds the candidates that a value is held against, since reasons
// may be asked for by the thousand.
const maxNear = 64

// someOf lists values, the first few if there are many.
func someOf(values []types.Value) string { return diag.Some(values, 8, brief) }

// brief renders a value as JSON, shortened if it is long.
func brief(v types.Value) string {
	var b strings.Builder
	writeBrief(&b, v)
	return excerpt(b.String())
}

// writeBrief writes a value as JSON, or at least as much of it as is shown.
func writeBrief(b *strings.Builder, v types.Value) {
	const enough = 400
	switch v := v.(type) {
	case types.List:
		b.WriteByte('[')
		for i, e := range v {
			// The excerpt shows less than this, so the rest need not be written.
			if b.Len() > enough {
				return
			}
			if i > 0 {
				b.WriteString(", ")
			}
			writeBrief(b, e)
		}
		b.WriteByte(']')
	case types.Object:
		b.WriteByte('{')
		for i, m := range v {
			if b.Len() > enough {
				return
			}
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(quoted(excerpt(m.Name)) + ": ")
			writeBrief(b, m.Value)
		}
		b.WriteByte('}')
	case types.Text:
		b.WriteString(quoted(excerpt(string(v))))
	default:
		b.WriteString(v.String())
	}
}

func (s *Schema) outOfBounds(n types.Number) *mismatch {
	if b := s.Minimum; b != nil {
		switch c := n.Cmp(b.Value); {
		case c < 0 && !b.Exclusive:
			return mismatchf("%s is less than the minimum %s", brief(n), brief(b.Value))
		case c <= 0 && b.Exclusive:
			return mismatchf("%s is not greater than %s", brief(n), brief(b.Value))
		}
	}
	if b := s.Maximum; b != nil {
		switch c := n.Cmp(b.Value); {
		case c > 0 && !b.Exclusive:
			return mismatchf("%s is greater than the maximum %s", brief(n), brief(b.Value))
		case c >= 0 && b.Exclusive:
			return mismatchf("%s is not less than %s", brief(n), brief(b.Value))
		}
	}
	return nil
}

func (s *Schema) wrongElement(list types.List) *mismatch {
	if s.Items == nil {
		return nil
	}
	for i, v := range list {
		if m := s.Items.mismatch(v); m != nil {
			return m.under(fmt.Sprintf("[%d]", i))
		}
	}
	return nil
}

func (s *Schema) wrongMember(object types.Object) *mismatch {
	seen := make(map[string]bool, len(object))
	for _, m := range object {
		seen[m.Name] = true
		if bad := s.wrongNamed(m); bad != nil {
			return bad
		}
	}
	for _, name := range s.requiredNames() {
		if !seen[name] {
			return missing(name)
		}
	}
	return nil
}

func missing(name string) *mismatch { return mismatchf("%s is missing, and required", quoted(name)) }

func (s *Schema) wrongNamed(m types.Member) *mismatch {
	schema := s.Additional
	// A named property goes before what is said of all others.
	if p := s.Property(m.Name); p != nil {
		schema = p.Schema
	} else if s.Closed {
		return s.noSuchName(m.Name)
	}
	if schema == nil {
		return nil
	}
	if bad := schema.mismatch(m.Value); bad != nil {
		return bad.under(step(m.Name))
	}
	return nil
}

func (s *Schema) noSuchName(name string) *mismatch {
	m := mismatchf("no member is named %s", quoted(excerpt(name)))
	if len(s.Properties) > maxNear {
		return m
	}
	if near := spell.Nearest(name, s.PropertyNames()); near != "" {
		m.reason += "; did you mean " + quoted(near) + "?"
	}
	return m
}

// step writes the name of a member as a step of a path.
func step(name string) string {
	// A name with characters of the path's own syntax is quoted.
	if !IsName(name) || strings.ContainsAny(name, ".[]") {
		return "[" + quoted(excerpt(name)) + "]"
	}
	return "." + excerpt(name)
}
