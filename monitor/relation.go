package monitor

import (
	"encoding/binary"
	"maps"
	"slices"
)

// A row is the values of some variables, one after the other, each after its
// length: see [Bound].
type row = string

// A projection says which values of a row are kept; all, if it is nil.
type projection []int

// project returns the projection of rows of some variables to others of them.
// Both lists are in order.
func project(from, to []string) projection {
	if len(from) == len(to) {
		return nil
	}
	p := projection{}
	for i, v := range from {
		if slices.Contains(to, v) {
			p = append(p, i)
		}
	}
	return p
}

func (p projection) of(r row) row {
	if p == nil {
		return r
	}
	var kept []byte
	for i, next := 0, 0; next < len(p); i++ {
		n, rest := uvarint(r)
		// A value is written as its length and its text, and both are kept.
		size := len(r) - len(rest) + n
		if p[next] == i {
			kept = append(kept, r[:size]...)
			next++
		}
		r = r[size:]
	}
	return row(kept)
}

// intersection returns what two lists in order have in common.
func intersection(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(v string) bool { return !slices.Contains(b, v) })
}

// A relation is a set of rows that is found by some projections of them.
type relation struct {
	rows    map[row]bool
	indices []index
}

type index struct {
	on   projection
	rows map[row]map[row]bool
}

// whole is the index of a relation by whole rows.
const whole = -1

// index makes the rows of a relation, which is empty, to be found by a
// projection.
func (r *relation) index(on projection) int {
	if on == nil {
		return whole
	}
	for i, x := range r.indices {
		if slices.Equal(x.on, on) {
			return i
		}
	}
	r.indices = append(r.indices, index{on: on})
	return len(r.indices) - 1
}

func (r *relation) reset() {
	r.rows = nil
	for i := range r.indices {
		r.indices[i].rows = nil
	}
}

func (r *relation) has(by int, key row) bool {
	if by == whole {
		return r.rows[key]
	}
	return len(r.indices[by].rows[key]) > 0
}

func (r *relation) add(x row) {
	if r.rows[x] {
		return
	}
	if r.rows == nil {
		r.rows = make(map[row]bool)
		for i := range r.indices {
			r.indices[i].rows = make(map[row]map[row]bool)
		}
	}
	r.rows[x] = true
	for _, n := range r.indices {
		key := n.on.of(x)
		if n.rows[key] == nil {
			n.rows[key] = make(map[row]bool)
		}
		n.rows[key][x] = true
	}
}

// remove removes the rows with a key.
func (r *relation) remove(by int, key row) {
	if by == whole {
		r.removeRow(key)
		return
	}
	// Removing changes the index that is walked.
	for x := range maps.Clone(r.indices[by].rows[key]) {
		r.removeRow(x)
	}
}

func (r *relation) removeRow(x row) {
	if !r.rows[x] {
		return
	}
	delete(r.rows, x)
	for _, n := range r.indices {
		key := n.on.of(x)
		if delete(n.rows[key], x); len(n.rows[key]) == 0 {
			delete(n.rows, key)
		}
	}
}

func (r *relation) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(r.rows)))
	for _, x := range slices.Sorted(maps.Keys(r.rows)) {
		b = appendText(b, x)
	}
	return b
}

func (r *relation) read(from string) string {
	r.reset()
	n, from := uvarint(from)
	for range n {
		var x row
		x, from = readText(from)
		r.add(x)
	}
	return from
}

func appendText(b []byte, s string) []byte {
	return append(binary.AppendUvarint(b, uint64(len(s))), s...)
}

func readText(from string) (text, rest string) {
	n, rest := uvarint(from)
	return rest[:n], rest[n:]
}
