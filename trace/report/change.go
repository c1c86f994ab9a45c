package report

import (
	"encoding/json"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace/grade"
)

// A Change is what is different in a state from one before it. States are large
// and change little, so a page holds changes, and its script makes states of
// them again.
type Change struct {
	Set    map[string]json.RawMessage `json:"set,omitempty"`    // new values
	Splice map[string]splice          `json:"splice,omitempty"` // changes of lists
	Drop   map[string]bool            `json:"drop,omitempty"`   // what is not known any more
}

// A splice changes a list as the method of JavaScript does: an index, how many
// elements are removed there, and those that are inserted.
type splice []json.RawMessage

// changeOf returns what changes one state into another.
func changeOf(from, to grade.State) *Change {
	c := &Change{}
	for name, v := range to {
		had, known := from[name]
		if known && types.Equal(had, v) {
			continue
		}
		// Lists mostly grow at the end, so a splice is shorter than the list.
		if s := spliceOf(had, v); s != nil {
			put(&c.Splice, name, s)
		} else {
			put(&c.Set, name, interp.ToJSON(v))
		}
	}
	// What is no longer known has to be dropped, or the page would show an old value.
	for name := range from {
		if _, known := to[name]; !known {
			put(&c.Drop, name, true)
		}
	}
	return c
}

func put[V any](m *map[string]V, name string, v V) {
	if *m == nil {
		*m = make(map[string]V)
	}
	(*m)[name] = v
}

// spliceOf returns what changes a list into another one; nil if the list as it
// is now is as short.
func spliceOf(from, to types.Value) splice {
	a, isList := from.(types.List)
	b, isAlso := to.(types.List)
	if !isList || !isAlso {
		return nil
	}
	start := 0
	for start < min(len(a), len(b)) && types.Equal(a[start], b[start]) {
		start++
	}
	end := 0 // how many at the end are equal
	// The end must not overlap with the beginning.
	for end < min(len(a), len(b))-start && types.Equal(a[len(a)-1-end], b[len(b)-1-end]) {
		end++
	}
	inserted := b[start : len(b)-end]
	// A splice has two numbers beside its elements, so it has to save more than that.
	if len(inserted)+2 >= len(b) {
		return nil
	}
	s := splice{interp.ToJSON(types.NewInt(int64(start))), interp.ToJSON(types.NewInt(int64(len(a) - end - start)))}
	for _, v := range inserted {
		s = append(s, interp.ToJSON(v))
	}
	return s
}
