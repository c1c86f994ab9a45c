package jsonmerge

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
)

// Merge returns what both sides have made of a document. It reports false if one
// of the texts is not JSON, or both have changed one value in different ways.
func Merge(base, ours, theirs string) (string, bool) {
	b, o, t := parse(base), parse(ours), parse(theirs)
	if b == nil || o == nil || t == nil {
		return "", false
	}
	text, ok := merge(b, o, t)
	// What is around the value, such as a final line break, is that of ours.
	return ours[:o.At.Start] + text + ours[o.At.End:], ok
}

// Same reports whether two texts are the same document in another layout.
func Same(a, b string) bool {
	x, y := parse(a), parse(b)
	return x != nil && y != nil && x.plain() == y.plain()
}

func merge(base, ours, theirs *value) (text string, ok bool) {
	b, o, t := base.plain(), ours.plain(), theirs.plain()
	switch {
	case o == t || t == b:
		// Both sides agree, or only ours has changed.
		return ours.At.Text(), true
	case o == b:
		return theirs.At.Text(), true
	}
	kind := base.Kind
	if kind != document.Object && kind != document.List || ours.Kind != kind || theirs.Kind != kind || !identify(base, ours, theirs) {
		return "", false
	}
	return mergeLists(base, ours, theirs)
}

// identify gives the entries of three lists their keys, in one of the ways. It
// reports false where entries of one list have the same.
func identify(list ...*value) bool {
	// First by name. If two entries share one, then by name and value.
	for _, key := range []func(entry) string{named, func(e entry) string { return e.name + e.value.plain() }} {
		unique := true
		for _, v := range list {
			v.keys = nil
			for _, e := range v.entries {
				k := key(e)
				unique = unique && !slices.Contains(v.keys, k)
				v.keys = append(v.keys, k)
			}
		}
		if unique {
			return true
		}
	}
	return false
}

// named returns what an entry is known by: a member by its name, and an element by
// that in it, if it has one.
func named(e entry) string {
	if e.name != "" {
		return e.name
	}
	for _, m := range e.value.entries {
		switch {
		case m.name == "at" || m.name == "name":
			return m.value.plain()
		case m.name == "function":
			return named(entry{value: m.value})
		}
	}
	return e.value.plain()
}

func (v *value) find(key string) *entry {
	if i := slices.Index(v.keys, key); i >= 0 {
		return &v.entries[i]
	}
	return nil
}

// A piece is an entry of the result.
type piece struct{ key, space, text string }

func mergeLists(base, ours, theirs *value) (string, bool) {
	var list []piece
	// The entries of ours come first, in their order.
	for i, o := range ours.entries {
		key := ours.keys[i]
		b, t := base.find(key), theirs.find(key)
		text := o.raw()
		switch {
		case b != nil && t == nil && o.value.plain() == b.value.plain():
			continue // they have removed it
		case b != nil && t == nil, b == nil && t != nil && o.value.plain() != t.value.plain():
			// They removed what we changed, or both added different entries under one key.
			return "", false
		case b != nil:
			merged, ok := merge(b.value, o.value, t.value)
			if !ok {
				return "", false
			}
			text = ours.text()[o.start:o.value.At.Start] + merged
		}
		list = append(list, piece{key, o.space(), text})
	}
	// Then what they have added goes after the entry that precedes it on their side.
	for i, t := range theirs.entries {
		key := theirs.keys[i]
		b := base.find(key)
		switch {
		case ours.find(key) != nil:
		case b == nil:
			list = slices.Insert(list, after(list, theirs.keys[:i]), piece{key, t.space(), t.raw()})
		case b.value.plain() != t.value.plain():
			return "", false // we have removed what they have changed
		}
	}
	texts := make([]string, len(list))
	for i, p := range list {
		// The first entry has the white space of a first entry, whichever it is.
		if i == 0 && len(ours.entries) > 0 {
			p.space = ours.entries[0].space()
		}
		texts[i] = p.space + p.text
	}
	raw, closing := ours.At.Text(), ours.closing()
	if len(ours.entries) == 0 {
		// An empty list of ours has no layout for entries.
		closing = theirs.closing()
	}
	return raw[:1] + strings.Join(texts, ",") + closing + raw[len(raw)-1:], true
}

// after returns where an entry goes: after the last of those before it that is
// there.
func after(list []piece, before []string) int {
	for _, key := range slices.Backward(before) {
		if i := slices.IndexFunc(list, func(p piece) bool { return p.key == key }); i >= 0 {
			return i + 1
		}
	}
	return 0
}
