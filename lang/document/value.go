package document

import (
	"iter"
	"math"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/lang/types"
)

// A Value is a value in a document. The zero Value is one that is not there;
// everything may be asked of it.
type Value struct {
	d *Document
	i int32
}

func (v Value) node() *node { return &v.d.nodes[v.i] }

// Kind returns the kind of the value.
func (v Value) Kind() Kind {
	if v.d == nil {
		return Absent
	}
	return v.node().kind
}

// Given reports whether there is a value, and it is not null.
func (v Value) Given() bool { k := v.Kind(); return k != Absent && k != Null }

// IsString, IsList and IsObject report what a value is.
func (v Value) IsString() bool { return v.Kind() == String }

// IsList reports whether the value is a list.
func (v Value) IsList() bool { return v.Kind() == List }

// IsObject reports whether the value is an object.
func (v Value) IsObject() bool { return v.Kind() == Object }

// Raw returns the value as it is written; nothing if it is absent.
func (v Value) Raw() string {
	if v.d == nil {
		return ""
	}
	n := v.node()
	return v.d.text[n.start:n.end]
}

// RawWithout returns the value as it is written, with null in place of a value in
// it. If that is absent, it is Raw.
func (v Value) RawWithout(inside Value) string {
	if inside.d == nil || inside.d != v.d {
		return v.Raw()
	}
	n, hole := v.node(), inside.node()
	return v.d.text[n.start:hole.start] + "null" + v.d.text[hole.end:n.end]
}

// Len returns how many values a list or an object has.
func (v Value) Len() int {
	if v.d == nil {
		return 0
	}
	return int(v.node().count)
}

// Items returns the values of a list.
func (v Value) Items() iter.Seq2[int, Value] {
	return func(yield func(int, Value) bool) {
		if !v.IsList() {
			return
		}
		i := v.i + 1
		for k := range v.Len() {
			if !yield(k, Value{v.d, i}) {
				return
			}
			i = v.d.nodes[i].next
		}
	}
}

// Members returns the names and values of an object, in the order in which
// they are written, a name that is there twice included.
func (v Value) Members() iter.Seq2[string, Value] {
	return func(yield func(string, Value) bool) {
		if !v.IsObject() {
			return
		}
		i := v.i + 1
		for range v.Len() {
			// The name of a member is a node, which its value follows.
			if !yield(Value{v.d, i}.Text(), Value{v.d, i + 1}) {
				return
			}
			i = v.d.nodes[i+1].next
		}
	}
}

// Get returns the member of an object that has the given name: the last one,
// as most decoders do.
func (v Value) Get(name string) (found Value) {
	if !v.IsObject() {
		return Value{}
	}
	i := v.i + 1
	for range v.Len() {
		// A name without escapes is compared as it is written. A later member replaces an earlier one.
		if n := &v.d.nodes[i]; n.escaped && (Value{v.d, i}).Text() == name || !n.escaped && v.d.text[n.start+1:n.end-1] == name {
			found = Value{v.d, i + 1}
		}
		i = v.d.nodes[i+1].next
	}
	return found
}

// First returns the first member of these names that is there and not null.
func (v Value) First(names ...string) Value {
	for _, name := range names {
		if m := v.Get(name); m.Given() {
			return m
		}
	}
	return Value{}
}

// Path returns the value that a path of names leads to.
func (v Value) Path(names ...string) Value {
	for _, name := range names {
		v = v.Get(name)
	}
	return v
}

// Index returns the value of a list at a place.
func (v Value) Index(at int) Value {
	for i, item := range v.Items() {
		if i == at {
			return item
		}
	}
	return Value{}
}

// Text returns what a string says; nothing of any other value.
func (v Value) Text() string {
	if !v.IsString() {
		return ""
	}
	n := v.node()
	inside := v.d.text[n.start+1 : n.end-1]
	if n.escaped {
		return unescape(inside)
	}
	return inside
}

// Int returns a whole number, also one that is written with a fraction of zeros,
// as pandas writes it. It fails for one that no int holds.
func (v Value) Int() (int, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	if n, err := strconv.Atoi(v.Raw()); err == nil {
		return n, true
	}
	n, err := types.ParseNumber(v.Raw())
	if err != nil || !n.IsInt() {
		return 0, false
	}
	i, err := strconv.Atoi(n.String())
	return i, err == nil
}

// Float returns the number nearest to the one that is written; NaN and the
// infinities are no numbers.
func (v Value) Float() (float64, bool) {
	if v.Kind() != Number {
		return 0, false
	}
	f, err := strconv.ParseFloat(v.Raw(), 64)
	return f, err == nil && !math.IsNaN(f) && !math.IsInf(f, 0)
}

// True reports whether the value is true.
func (v Value) True() bool { return v.Kind() == Bool && v.Raw() == "true" }

// Pointer returns the JSON pointer (RFC 6901) of the value, after the base of
// the document. It takes time in the depth of the value.
func (v Value) Pointer() string {
	if v.d == nil {
		return ""
	}
	if v.d.Inside {
		return v.d.Base
	}
	var parts []string
	size := len(v.d.Base)
	for i := v.i; v.d.nodes[i].parent >= 0; i = v.d.nodes[i].parent {
		part := v.d.step(i)
		parts = append(parts, part)
		size += 1 + len(part)
	}
	var b strings.Builder
	b.Grow(size)
	b.WriteString(v.d.Base)
	// The parts are from the value up to the root.
	for k := len(parts) - 1; k >= 0; k-- {
		b.WriteByte('/')
		b.WriteString(parts[k])
	}
	return b.String()
}

// step returns the part of a pointer that leads to a node from its parent.
func (d *Document) step(i int32) string {
	n := &d.nodes[i]
	if d.nodes[n.parent].kind == List {
		return strconv.Itoa(int(n.ordinal))
	}
	// The name of a member is the node before its value.
	name := Value{d, i - 1}.Text()
	return jsonpointer.Escape(name)
}
