package monitor

import (
	"encoding/binary"
	"maps"
	"slices"
)

// maxJoined bounds the bindings of a tally whose patterns bind different
// variables: each step is compared with all of them.
const maxJoined = 1 << 12

// A tally counts steps that agree, by what they bind together.
type tally struct {
	vars   []string // of all patterns
	single bool     // all patterns bind the same variables: only equal rows agree
	counts map[row]int
}

// note counts a step that matches with these rows, and returns how many agree
// with it and each other.
func (t *tally) note(rows []row) int {
	if t.counts == nil {
		t.counts = make(map[row]int)
	}
	// The counts are raised after the loop, so that a step does not agree with itself.
	added := make(map[row]int, len(rows))
	for _, x := range rows {
		added[x] = max(added[x], t.counts[x]+1)
		if t.single {
			continue
		}
		for other, n := range t.counts {
			if joined, agree := t.join(other, x); agree {
				added[joined] = max(added[joined], n+1)
			}
		}
	}
	most := 0
	for x, n := range added {
		t.counts[x] = max(t.counts[x], n)
		most = max(most, n)
	}
	return most
}

// wide returns a row of some variables as one of all, in which those that are
// missing are empty and the others begin with an equals sign.
func (t *tally) wide(vars []string, x row) row {
	if t.single {
		return x
	}
	var b []byte
	for _, v := range t.vars {
		// An equals sign tells an empty text from a variable that is missing.
		if !slices.Contains(vars, v) {
			b = appendText(b, "")
			continue
		}
		var value string
		value, x = readText(x)
		b = appendText(b, "="+value)
	}
	return row(b)
}

// join returns what two wide rows bind together, if they agree.
func (t *tally) join(x, y row) (row, bool) {
	var b []byte
	for range t.vars {
		var v, w string
		v, x = readText(x)
		w, y = readText(y)
		if v != "" && w != "" && v != w {
			return "", false
		}
		b = appendText(b, max(v, w))
	}
	return row(b), true
}

func (t *tally) full() bool {
	return len(t.counts) > maxBindings || !t.single && len(t.counts) > maxJoined
}

func (t *tally) append(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(t.counts)))
	for _, x := range slices.Sorted(maps.Keys(t.counts)) {
		b = binary.AppendUvarint(appendText(b, x), uint64(t.counts[x]))
	}
	return b
}

func (t *tally) read(from string) string {
	n, from := uvarint(from)
	t.counts = make(map[row]int, n)
	for range n {
		var x row
		x, from = readText(from)
		t.counts[x], from = uvarint(from)
	}
	return from
}
