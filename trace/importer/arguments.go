package importer

import (
	"bytes"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
)

// arguments reads the arguments of a call: an object, or a text with one, as
// OpenAI has it. An empty text is no argument.
func (t *trail) arguments(e *trace.Event, v document.Value) {
	switch {
	case !v.Given():
		e.State = trace.ArgsAbsent
		t.note("absent-args", e.At)
	case v.IsString():
		t.argumentText(e, v.Text())
	default:
		t.argumentValue(e, v.Raw())
	}
}

// argumentText reads arguments that were in a string.
func (t *trail) argumentText(e *trace.Event, text string) {
	switch text = strings.TrimSpace(text); {
	case text == "":
		e.Args, e.State, e.Raw = types.Object{}, trace.ArgsOK, document.Bytes("{}")
	case t.isRedacted(text):
		e.State, e.Raw = trace.ArgsRedacted, document.AppendJSON(nil, types.Text(text))
		t.note("redacted-args", e.At)
	default:
		t.argumentValue(e, text)
	}
}

// argumentValue reads arguments that should be JSON.
func (t *trail) argumentValue(e *trace.Event, text string) {
	args, unread, err := t.values.Arguments(text)
	if err != nil {
		e.State, e.Raw = trace.ArgsInvalid, trace.RawArguments(text)
		t.note("invalid-args", e.At)
		return
	}
	// The text was decoded twice: the replacement character may hide what was there.
	if t.halves {
		args, unread = withoutReplaced(args, unread)
	}
	e.Args, e.Unread, e.State, e.Raw = args, unread, trace.ArgsOK, document.Bytes(text)
	if t.resolve != nil {
		// The values were changed, so the text as written no longer says the same.
		e.Args = t.resolvedValue(args).(types.Object)
		e.Raw = document.AppendJSON(nil, e.Args)
	}
	// Raw keeps the whole text where some values cannot be represented.
	if unread != nil {
		e.Hidden = lists.Map(unread, func(u document.Unread) string { return u.Name })
		e.State, e.Raw = trace.ArgsPartial, trace.RawArguments(text)
		t.noteUnread(e)
	}
	t.hide(e)
}

// withoutReplaced moves the arguments with U+FFFD to those that are unread. In a
// record with half a surrogate pair the character may stand for it: arguments in
// a string are decoded twice, and the first decoding replaces it.
func withoutReplaced(args types.Object, unread []document.Unread) (types.Object, []document.Unread) {
	kept := args[:0]
	for _, m := range args {
		if bytes.Contains(document.AppendJSON(nil, m.Value), []byte("\ufffd")) {
			unread = append(unread, document.Unread{Name: m.Name, Why: document.HalfPair})
		} else {
			kept = append(kept, m)
		}
	}
	return kept, unread
}

// resolvedValue returns a value with what its texts refer to.
func (t *trail) resolvedValue(v types.Value) types.Value {
	if text, ok := v.(types.Text); ok {
		return types.Text(t.resolve(string(text)))
	}
	return types.WithParts(v, t.resolvedValue)
}

// hide takes out the arguments that are redacted.
func (t *trail) hide(e *trace.Event) {
	if len(t.o.Redacted) == 0 {
		return
	}
	var known types.Object
	for _, m := range e.Args {
		if hasText(m.Value, t.isRedacted) {
			e.Hidden = append(e.Hidden, m.Name)
		} else {
			known = append(known, m)
		}
	}
	if len(known) < len(e.Args) {
		e.Args = known
		// Partial says more than redacted: some values may be ones that the schema refuses.
		if e.State == trace.ArgsOK {
			e.State = trace.ArgsRedacted
		}
		t.note("redacted-args", e.At)
	}
}

// hasText reports whether a value, or a part of it, is a text that f accepts.
func hasText(v types.Value, f func(string) bool) bool {
	switch v := v.(type) {
	case types.Text:
		return f(string(v))
	case types.List:
		return slices.ContainsFunc(v, func(item types.Value) bool { return hasText(item, f) })
	case types.Object:
		return slices.ContainsFunc(v, func(m types.Member) bool { return hasText(m.Value, f) })
	}
	return false
}

func (r *reading) isRedacted(text string) bool {
	return slices.ContainsFunc(r.o.Redacted, func(pattern string) bool { return matches(pattern, text) })
}

// matches reports whether a text is what a pattern says, in which * is any
// text. It takes the first place for each part, which suffices as only stars
// are between them.
func matches(pattern, text string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return text == pattern
	}
	first, last := parts[0], parts[len(parts)-1]
	// The fixed ends must not overlap in a short text.
	if len(text) < len(first)+len(last) || !strings.HasPrefix(text, first) || !strings.HasSuffix(text, last) {
		return false
	}
	text = text[len(first) : len(text)-len(last)]
	for _, part := range parts[1 : len(parts)-1] {
		_, rest, found := strings.Cut(text, part)
		if !found {
			return false
		}
		text = rest
	}
	return true
}
