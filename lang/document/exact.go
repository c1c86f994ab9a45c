package document

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/types"
)

// ReadValue reads a text of JSON into a value with exact numbers. Of a name
// that stands twice in an object, the last value is taken, in the place of the
// first. An error says what cannot be represented: what is not JSON, a number
// beyond the limits of [types.ParseNumber], nesting beyond [MaxValueDepth].
func ReadValue(text string) (types.Value, error) { return new(Reader).Value(text) }

// Value reads a text like [ReadValue].
func (r *Reader) Value(text string) (types.Value, error) {
	if at := invalidUTF8(text); at >= 0 {
		return nil, &SyntaxError{at, fmt.Sprintf("the byte 0x%02X is not UTF-8", text[at])}
	}
	r.text, r.at, r.err = text, 0, nil
	r.space()
	v := r.value(0)
	r.space()
	if r.err == nil && r.at < len(text) {
		r.fail("data after the top-level value")
	}
	return v, r.err
}

// A Reader makes values of texts. It allocates members in blocks, which pays
// where there are many small objects.
type Reader struct {
	// Duplicates counts the names that stood twice in an object.
	Duplicates int

	partial bool // a value that cannot be represented is nil, and no error
	unread  bool // there was one in the value that is being read

	text    string
	at      int
	err     error
	members []types.Member // the rest of a block
}

// Arguments reads a text that is an object. Members whose value is JSON, or
// what Python writes for NaN and the infinities, but cannot be represented are
// left out, and their names returned: numbers and nesting beyond the limits,
// and strings with half a surrogate pair. An error says that the text is not an
// object.
func (r *Reader) Arguments(text string) (args types.Object, unread []string, err error) {
	r.partial, r.unread = true, false
	v, err := r.Value(text)
	r.partial = false
	all, ok := v.(types.Object)
	switch {
	case err != nil:
		return nil, nil, err
	case !ok:
		return nil, nil, errors.New("not a JSON object")
	}
	args = all[:0]
	for _, m := range all {
		if m.Value == nil {
			unread = append(unread, m.Name)
		} else {
			args = append(args, m)
		}
	}
	return args, unread, nil
}

// Object reads the object that a text, known to be UTF-8, begins with, and
// returns the length of what was read. An error is like that of [ReadValue]; half
// a surrogate pair is one, too.
func (r *Reader) Object(text string) (types.Object, int, error) {
	r.text, r.at, r.err, r.unread = text, 0, nil, false
	if len(text) == 0 || text[0] != '{' {
		return nil, 0, errors.New("expected an object")
	}
	v, _ := r.value(0).(types.Object)
	if r.unread {
		r.fail("half a surrogate pair")
	}
	return v, r.at, r.err
}

func (r *Reader) fail(message string) {
	if r.err == nil {
		r.err = &SyntaxError{r.at, message}
	}
}

func (r *Reader) space() {
	for r.at < len(r.text) {
		switch r.text[r.at] {
		case ' ', '\t', '\n', '\r':
			r.at++
		default:
			return
		}
	}
}

// next returns the next character after white space, 0 at the end.
func (r *Reader) next() byte {
	r.space()
	if r.at >= len(r.text) {
		return 0
	}
	return r.text[r.at]
}

// smallInts are the whole numbers that are read most, made once.
var smallInts = func() (list [256]types.Value) {
	for i := range list {
		list[i] = types.NewInt(int64(i))
	}
	return list
}()

func (r *Reader) value(depth int) types.Value {
	if r.at >= len(r.text) {
		r.fail("unexpected end; expected a value")
		return nil
	}
	switch c := r.text[r.at]; c {
	case '{', '[':
		if depth == MaxValueDepth {
			return r.tooDeep()
		}
		r.at++
		if c == '{' {
			return r.object(depth + 1)
		}
		return r.list(depth + 1)
	case '"':
		return types.Text(r.string())
	case 't':
		return r.word("true", types.Boolean(true))
	case 'f':
		return r.word("false", types.Boolean(false))
	case 'n':
		return r.word("null", types.Null{})
	}
	return r.number()
}

func (r *Reader) word(w string, v types.Value) types.Value {
	if end := r.at + len(w); end > len(r.text) || r.text[r.at:end] != w {
		r.fail("expected a value")
		return nil
	}
	r.at += len(w)
	return v
}

func (r *Reader) number() types.Value {
	size := numberSize(r.text[r.at:])
	if size == 0 {
		size = notANumber(r.text[r.at:])
		if size == 0 || !r.partial {
			r.fail("expected a value")
			return nil
		}
		return r.skip(size)
	}
	text := r.text[r.at : r.at+size]
	if n, ok := tiny(text); ok {
		r.at += size
		return smallInts[n]
	}
	n, err := types.ParseNumber(text)
	switch {
	case err == nil:
		r.at += size
		return n
	case r.partial:
		return r.skip(size)
	}
	r.fail(err.Error())
	return nil
}

// skip passes over a value that cannot be represented.
func (r *Reader) skip(size int) types.Value {
	r.at += size
	r.unread = true
	return nil
}

// tooDeep passes over a value beyond MaxValueDepth, if it is JSON.
func (r *Reader) tooDeep() types.Value {
	if !r.partial {
		r.fail(fmt.Sprintf("nested more than %d levels deep", MaxValueDepth))
		return nil
	}
	size, fault := deepSize(r.text[r.at:])
	if fault != "" {
		r.at += size
		r.fail(fault)
		return nil
	}
	return r.skip(size)
}

// tiny reads a number of up to three digits that is in smallInts.
func tiny(s string) (n int, ok bool) {
	if len(s) > 3 || s[0] == '-' {
		return 0, false
	}
	for i := range len(s) {
		c := s[i] - '0'
		if c > 9 {
			return 0, false
		}
		n = n*10 + int(c)
	}
	return n, n < len(smallInts)
}

func (r *Reader) string() string {
	s, size := ScanString(r.text[r.at:])
	if size == 0 {
		r.fail("expected a string")
		return ""
	}
	if escaped := len(s)+2 < size; escaped && strings.Contains(s, "\ufffd") {
		_, _, halves, _ := scanString(r.text[r.at:])
		r.unread = r.unread || halves
	}
	r.at += size
	return s
}

func (r *Reader) list(depth int) types.Value {
	list := types.List{}
	for first := true; ; first = false {
		c := r.next()
		if c == ']' {
			r.at++
			return list
		}
		if !first && !r.comma(c) {
			return nil
		}
		v := r.value(depth)
		if r.err != nil {
			return nil
		}
		list = append(list, v)
	}
}

// comma reads the comma between two values, and the space behind it.
func (r *Reader) comma(c byte) bool {
	if c != ',' {
		r.fail("expected a comma, or the end of the list or object")
		return false
	}
	r.at++
	r.space()
	return true
}

func (r *Reader) object(depth int) types.Value {
	var space [8]types.Member
	members := space[:0]
	for c := r.next(); c != '}'; c = r.next() {
		if len(members) > 0 && !r.comma(c) {
			return nil
		}
		name := r.string()
		if r.err == nil && r.next() != ':' {
			r.fail("expected a colon")
		}
		if r.err != nil {
			return nil
		}
		r.at++
		r.space()
		v := r.value(depth)
		if r.err != nil {
			return nil
		}
		if depth == 1 && r.unread {
			v, r.unread = nil, false
		}
		members = append(members, types.Member{Name: name, Value: v})
	}
	r.at++
	once := unique(members)
	r.Duplicates += len(members) - len(once)
	return r.keep(once)
}

// keep copies members to where they stay.
func (r *Reader) keep(members []types.Member) types.Object {
	const block = 256
	n := len(members)
	if n == 0 {
		return types.Object{}
	}
	if n > block {
		return append(types.Object(nil), members...)
	}
	if len(r.members) < n {
		r.members = make([]types.Member, block)
	}
	kept := r.members[:n:n]
	r.members = r.members[n:]
	copy(kept, members)
	return kept
}

// few members are compared with each other; more have a map.
const few = 16

// unique takes out the members whose name stands twice, in place.
func unique(members []types.Member) []types.Member {
	if len(members) > few {
		return uniqueOfMany(members)
	}
	for i := 1; i < len(members); i++ {
		for k := range i {
			if members[k].Name == members[i].Name {
				members[k].Value = members[i].Value
				members = append(members[:i], members[i+1:]...)
				i--
				break
			}
		}
	}
	return members
}

func uniqueOfMany(members []types.Member) []types.Member {
	place := make(map[string]int, len(members))
	kept := members[:0]
	for _, m := range members {
		if k, has := place[m.Name]; has {
			kept[k].Value = m.Value
			continue
		}
		place[m.Name] = len(kept)
		kept = append(kept, m)
	}
	return kept
}
