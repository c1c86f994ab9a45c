package search

import (
	"cmp"
	"errors"
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/types"
)

// A cell is a value in a slot, of a type that is known from the slot: a Bool
// is 0 or 1, an Int itself, and all else the place of the value in a table. An
// Int that is too large for that has its place in the table too, with the sign
// of the number, after all numbers that are themselves (see whole).
type cell = int64

const (
	unset  cell = math.MinInt64 + iota // any value, which nothing has asked for yet
	absent                             // of an argument that is left out
	null                               // of an argument that is null
	vague                              // a value of which nothing is known; see approximation.go
	kept                               // of a map after a call that does not change it: what it was
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
	hostile bool         // the source has a string, or a pattern, that may be one of those
	written int          // bytes of what values are written as
	spare   []cell       // the strings that occur nowhere
	spans   []span       // those of ranges

	inside map[cell][]cell // the strings in values with parts
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
	t.hostile = t.hostile || reserved(s)
	c := t.add(types.Text(s))
	t.texts[s] = c
	return c
}

// textsIn returns the strings in a value, in their order, which the caller must not change.
func (t *table) textsIn(c cell) []cell {
	list, ok := t.inside[c]
	if !ok {
		eachText(t.value(c), func(s string) { list = append(list, t.text(s)) })
		if t.inside == nil {
			t.inside = make(map[cell][]cell)
		}
		t.inside[c] = list
	}
	return list
}

// has reports whether a string has a number.
func (t *table) has(s string) bool {
	if t.base != nil {
		if _, ok := t.base.texts[s]; ok {
			return true
		}
	}
	_, ok := t.texts[s]
	return ok
}

// put returns the number of a value. Equal values have the same number if
// they are in canonical form.
func (t *table) put(v types.Value) cell {
	// Strings have an index of their own, which needs no key.
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
	case types.Dict:
		for _, e := range v {
			if *left < 0 || !within(e.Key, left) || !within(e.Value, left) {
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
	case types.Dict:
		return appendEntries(append(b, 'd'), v)
	case types.OpenDict:
		return appendEntries(append(b, 'p'), v)
	case types.Object:
		b = append(strconv.AppendInt(append(b, 'o'), int64(len(v)), 10), ':')
		for _, m := range v {
			b = appendKey(appendKey(b, types.Text(m.Name)), m.Value)
		}
		return b
	}
	return append(append(b, v.String()...), ';') // null, true and false
}

func appendEntries(b []byte, list []types.Entry) []byte {
	b = append(strconv.AppendInt(b, int64(len(list)), 10), ':')
	for _, e := range list {
		b = appendKey(appendKey(b, e.Key), e.Value)
	}
	return b
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
		// text would take the string for one of the source, and the search would give up.
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
//
// It has no characters but those of a block that is for private use, and which no
// pattern of `like` has: it matches what any string of other characters does.
func strangerText(i int) string {
	return strangerMark + strings.Map(func(r rune) rune { return r - '0' + strangerDigit }, strconv.Itoa(i))
}

const (
	strangerMark  = "\uE000\uE000"
	strangerDigit = '\uE010'
)

// isStrangers reports whether a character is one of strangers.
func isStrangers(r rune) bool { return r >= '\uE000' && r < strangerDigit+10 }

// reserved reports whether a string might be one of strangers.
func reserved(s string) bool { return strings.HasPrefix(s, strangerMark) }

// strangerIn returns the number of a stranger.
func strangerIn(s string) (int, bool) {
	digits, ok := strings.CutPrefix(s, strangerMark)
	if !ok {
		return 0, false
	}
	i, err := strconv.Atoi(strings.Map(func(r rune) rune {
		if r < strangerDigit || !isStrangers(r) {
			return -1
		}
		return r - strangerDigit + '0'
	}, digits))
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

// limit is the least number that is not its own cell. The cell of a number from
// there on is limit and the number's place in the table; of one from -limit
// downwards, the same with a minus. So cells that differ in sign, or of which one
// is within the limits, are in the order of their numbers.
const limit = 3 << 61

func direct(c cell) bool { return -limit < c && c < limit }

// whole returns the cell of an integer. It fails for a fraction.
func (t *table) whole(n types.Number) (cell, bool) {
	if !n.IsInt() {
		return 0, false
	}
	if i := n.Rat().Num(); i.IsInt64() && direct(i.Int64()) {
		return i.Int64(), true
	}
	place := limit + t.put(n)
	if n.Sign() < 0 {
		return -place, true
	}
	return place, true
}

// number returns the integer of a cell.
func (t *table) number(c cell) types.Number {
	switch {
	case direct(c):
		return types.NewInt(c)
	case c < 0:
		c = -c
	}
	return t.value(c - limit).(types.Number)
}

// compare compares two integers.
func (t *table) compare(a, b cell) int {
	if direct(a) || direct(b) || (a < 0) != (b < 0) {
		return cmp.Compare(a, b)
	}
	return t.number(a).Cmp(t.number(b))
}

// compute applies an operator to two integers. It fails for a division by zero,
// and where the search gives up.
func (e *env) compute(op ops.Op, a, b cell) (cell, bool) {
	if direct(a) && direct(b) {
		if c, ok := quick(op, a, b); ok {
			return c, true
		}
	}
	if b == 0 && op == ops.Div {
		return 0, false
	}
	if e.tab == nil { // of a constant, which nothing rests on
		return 0, false
	}
	x, y := e.tab.number(a).Rat().Num(), e.tab.number(b).Rat().Num()
	switch op {
	case ops.Add:
		x.Add(x, y)
	case ops.Sub:
		x.Sub(x, y)
	case ops.Mul:
		x.Mul(x, y)
	case ops.Div:
		x.Div(x, y) // Euclidean
	}
	if e.work += foreignWork; x.BitLen() > mostBits {
		e.giveUp(errHuge)
		return 0, false
	}
	return e.tab.whole(types.NewNumber(new(big.Rat).SetInt(x)))
}

// mostBits is how large computed integers may be. They may grow with each call,
// and states are many.
const mostBits = 4096

// quick computes with integers that are their own cells. It fails where the
// result is none, or might not be.
func quick(op ops.Op, a, b cell) (c cell, ok bool) {
	switch op {
	case ops.Add:
		c = a + b
		return c, (c > a) == (b > 0) && direct(c)
	case ops.Sub:
		c = a - b
		return c, (c < a) == (b > 0) && direct(c)
	case ops.Mul:
		high, low := bits.Mul64(size(a), size(b))
		if c = cell(low); (a < 0) != (b < 0) {
			c = -c
		}
		return c, high == 0 && low < limit
	}
	return quotient(a, b), b != 0
}

func size(a cell) uint64 {
	if a < 0 {
		return uint64(-a)
	}
	return uint64(a)
}

// quotient is Euclidean: the remainder is never negative.
func quotient(a, b cell) cell {
	if b == 0 {
		return 0
	}
	q := a / b
	if a%b < 0 {
		if b > 0 {
			return q - 1
		}
		return q + 1
	}
	return q
}

// An env is what code is computed in: the slots of a state, of the next state
// and of the arguments of a call, one after the other.
//
// A slot may be unset. Code that comes to such a slot, and cannot do without,
// notes it in need and returns nothing of meaning; its caller gives the
// slot a value and asks again. So the search tells only those values apart
// that something looks at.
type env struct {
	cells   []cell
	need    int // the slot that is needed, or -1
	failed  error
	tab     *table
	memo    []map[string]cell // what the interpreter said, by the number of the code that asked
	parts   []map[cell][]cell // of the values that it returned, the same way
	key     []byte
	scratch []cell // room for the value of an assignment
	work    int
	asked   int // questions to the interpreter
	dear    int // effort that is not in work, since it was last looked at

	layout    []system.Leaf
	piecemeal map[int]bool // the leaves whose entries are told apart, in the question at work
	pairs     []pair       // keys that were needed
	numbers   map[pair]int
}

// A cond is the code of an expression where a truth value is expected, a term
// that of one where a value is; ok is false where it has none.
type (
	cond func(*env) bool
	calc func(*env) (c cell, ok bool)
)

var (
	errHuge     = errors.New("a value grows larger than the search reckons with")
	errFraction = errors.New("a fraction where the search expects an integer")
)

// read returns what a slot has.
func (e *env) read(slot int) cell {
	c := e.cells[slot]
	if (c == unset || abstract(c)) && e.need < 0 {
		e.need = slot
	}
	return c
}

// giveUp ends what is computed; the first reason stays.
func (e *env) giveUp(err error) {
	if e.failed == nil {
		e.failed = err
	}
}

// huge reports whether a value that was computed is too large to go on with,
// and gives up if so.
func (e *env) huge(v types.Value) bool {
	if slight(v) {
		return false
	}
	e.giveUp(errHuge)
	return true
}

// all is a conjunction, or with want false a disjunction that is negated: it
// reports whether every operand is want. An operand that decides counts even
// if others need a slot.
func (e *env) all(list []cond, want bool) bool {
	had := e.need
	need := had
	for _, c := range list {
		e.need = -1
		v := c(e)
		if e.need >= 0 {
			if need < 0 {
				need = e.need
			}
			continue
		}
		if v != want {
			e.need = had
			return false
		}
	}
	e.need = need
	return true
}
