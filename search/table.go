package search

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// A cell is a value in a slot, of a type that is known from the slot: a Bool
// is 0 or 1, an Int itself, and all else the place of the value in a table. An
// Int that is too large for that has its place in the table too, with the sign
// of the number, behind all numbers that are themselves (see integers.go).
type cell = int64

const (
	unset  cell = math.MinInt64 + iota // any value, which nothing has asked for yet
	absent                             // of an argument that is left out
	null                               // of an argument that is null
	vague                              // a value of which nothing is known; see approximation.go
)

// A table numbers values. The one of a model has its constants, and is not
// changed after; a search goes on from there with a table of its own.
type table struct {
	base    *table
	first   cell // the number of the first value of this table
	texts   map[string]cell
	others  map[string]cell // by what they are written as
	values  []types.Value
	fresh   map[cell]int // which of the strings that occur nowhere
	hostile bool         // the source has a string that is one of those
	written int          // bytes of what values are written as
	spare   []cell       // the strings that occur nowhere
}

func newTable(base *table) *table {
	t := &table{base: base}
	if base != nil {
		t.hostile = base.hostile
		t.first = cell(len(base.values))
	}
	return t
}

// text returns the number of a string.
func (t *table) text(s string) cell {
	if t.base != nil {
		if c, ok := t.base.texts[s]; ok {
			return c
		}
	}
	if c, ok := t.texts[s]; ok {
		return c
	}
	if t.texts == nil {
		t.texts = make(map[string]cell)
	}
	t.hostile = t.hostile || strings.HasPrefix(s, strangerMark)
	c := t.add(types.Text(s))
	t.texts[s] = c
	return c
}

// put returns the number of a value. Equal values have the same number if
// they are in canonical form.
func (t *table) put(v types.Value) cell {
	if s, ok := v.(types.Text); ok {
		return t.text(string(s))
	}
	var room [128]byte
	key := appendKey(room[:0], v)
	t.written += len(key)
	if t.base != nil {
		if c, ok := t.base.others[string(key)]; ok {
			return c
		}
	}
	if c, ok := t.others[string(key)]; ok {
		return c
	}
	if t.others == nil {
		t.others = make(map[string]cell)
	}
	c := t.add(v)
	t.others[string(key)] = c
	return c
}

// slight reports whether a value is small enough to be handled: numbers and
// sets may grow with each call, and to write one takes time that grows with the
// square of its length.
func slight(v types.Value) bool {
	left := maxSize
	return within(v, &left)
}

// maxSize is how large a value may be: in members and fields, and in words of
// numbers, of each of which there is one.
const maxSize = 1000

func within(v types.Value, left *int) bool {
	*left--
	switch v := v.(type) {
	case types.Number:
		*left -= (v.Rat().Num().BitLen() + v.Rat().Denom().BitLen()) / 64
	case types.List:
		for _, m := range v {
			if *left < 0 || !within(m, left) {
				return false
			}
		}
	case types.Object:
		for _, m := range v {
			if *left < 0 || !within(m.Value, left) {
				return false
			}
		}
	}
	return *left >= 0
}

// appendKey writes a value so that no two values are written alike, whatever
// their strings hold: texts with their length, lists and objects with their
// number of members.
func appendKey(b []byte, v types.Value) []byte {
	switch v := v.(type) {
	case types.Text:
		b = strconv.AppendInt(append(b, 't'), int64(len(v)), 10)
		return append(append(b, ':'), v...)
	case types.Number:
		return append(append(append(b, 'n'), v.Rat().RatString()...), ';')
	case types.List:
		b = append(strconv.AppendInt(append(b, 'l'), int64(len(v)), 10), ':')
		for _, m := range v {
			b = appendKey(b, m)
		}
		return b
	case types.Object:
		b = append(strconv.AppendInt(append(b, 'o'), int64(len(v)), 10), ':')
		for _, m := range v {
			b = appendKey(appendKey(b, types.Text(m.Name)), m.Value)
		}
		return b
	}
	return append(append(b, v.String()...), ';') // null, true and false
}

func (t *table) add(v types.Value) cell {
	t.values = append(t.values, v)
	return t.first + cell(len(t.values)-1)
}

func (t *table) value(c cell) types.Value {
	if c < t.first {
		return t.base.value(c)
	}
	return t.values[c-t.first]
}

// stranger returns a string that occurs nowhere, numbered from 0 on.
func (t *table) stranger(i int) cell {
	for len(t.spare) <= i {
		c := t.add(types.Text(strangerText(len(t.spare))))
		if t.fresh == nil {
			t.fresh = make(map[cell]int)
		}
		t.fresh[c] = len(t.spare)
		t.spare = append(t.spare, c)
		t.textOf(c)
	}
	return t.spare[i]
}

// textOf makes a stranger's text lead back to it, since the interpreter may
// return it.
func (t *table) textOf(c cell) {
	if t.texts == nil {
		t.texts = make(map[string]cell)
	}
	t.texts[string(t.value(c).(types.Text))] = c
}

// strangerText names a stranger during the search; witnesses call it by another
// name. A search whose source has such a string gives up.
func strangerText(i int) string { return strangerMark + strconv.Itoa(i) }

const strangerMark = "\x00\x00stranger "

// strangerIn returns the number of a stranger.
func strangerIn(s string) (int, bool) {
	digits, ok := strings.CutPrefix(s, strangerMark)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(digits)
	return i, err == nil
}

var errHostile = errors.New("a string in the source is one that the search keeps for itself")

// cellOf returns the cell of a value of a type. It fails for a fraction where
// an Int is expected.
func (t *table) cellOf(v types.Value, typ types.Type) (cell, bool) {
	switch v := v.(type) {
	case types.Boolean:
		if typ == types.Bool {
			return truth(bool(v)), true
		}
	case types.Number:
		if typ == types.Int {
			return t.whole(v)
		}
	}
	return t.put(v), true
}

// valueOf returns the value of a cell of a type.
func (t *table) valueOf(c cell, typ types.Type) types.Value {
	switch typ {
	case types.Bool:
		return types.Boolean(c != 0)
	case types.Int:
		return t.number(c)
	}
	return t.value(c)
}

func truth(b bool) cell {
	if b {
		return 1
	}
	return 0
}
