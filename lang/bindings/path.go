package bindings

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/lang/types"
)

// every is the segment of a path that stands for all members or elements.
const every = "*"

// segmentsOf takes a path apart: a name, or a JSON pointer in which * stands for
// every member or element. The path "" is the whole answer.
func segmentsOf(path string) []string {
	if path == "" {
		return nil
	}
	rest, pointer := strings.CutPrefix(path, "/")
	if !pointer {
		return []string{path}
	}
	list := strings.Split(rest, "/")
	for i, s := range list {
		list[i] = jsonpointer.Unescape(s)
	}
	return list
}

// JoinPath returns the path that has these segments, as it is written.
func JoinPath(segments []string) string {
	if len(segments) == 1 && !strings.HasPrefix(segments[0], "/") && segments[0] != "" {
		return segments[0]
	}
	var b strings.Builder
	for _, s := range segments {
		b.WriteString("/" + jsonpointer.Escape(s))
	}
	return b.String()
}

// ShownPath returns a path as tables show it.
func ShownPath(path string) string {
	return cmp.Or(path, `""`)
}

// An Outcome says what became of what a path leads to.
type Outcome struct {
	Found     int         // values at the path
	Converted int         // of these
	Left      string      // the first that could not be converted
	Beside    types.Value // where the path ends, if it leads nowhere: the last value on its way
	Depth     int         // and how many segments lead there
}

// change puts what f returns into the place of what a path leads to, in copies of
// what is around it. What f does not change stays.
func change(v types.Value, path []string, depth int, o *Outcome, f func(types.Value) types.Value) types.Value {
	if depth == len(path) {
		o.Found++
		return f(v)
	}
	// Of the places where the path ends too early, report the deepest one.
	had := o.Found
	switch x := v.(type) {
	case types.Object:
		v = changeMembers(x, path, depth, o, f)
	case types.List:
		v = changeElements(x, path, depth, o, f)
	}
	if o.Found == had && (o.Beside == nil || depth > o.Depth) {
		o.Beside, o.Depth = v, depth
	}
	return v
}

func changeMembers(x types.Object, path []string, depth int, o *Outcome, f func(types.Value) types.Value) types.Value {
	var changed types.Object
	for i, m := range x {
		if path[depth] != every && path[depth] != m.Name {
			continue
		}
		if changed == nil {
			// Copy before the first change, as the original may be shared.
			changed = append(types.Object(nil), x...)
		}
		changed[i].Value = change(m.Value, path, depth+1, o, f)
	}
	if changed == nil {
		return x
	}
	return changed
}

func changeElements(x types.List, path []string, depth int, o *Outcome, f func(types.Value) types.Value) types.Value {
	var changed types.List
	for i, e := range x {
		if path[depth] != every && path[depth] != strconv.Itoa(i) {
			continue
		}
		if changed == nil {
			// Copy before the first change, as the original may be shared.
			changed = append(types.List(nil), x...)
		}
		changed[i] = change(e, path, depth+1, o, f)
	}
	if changed == nil {
		return x
	}
	return changed
}
