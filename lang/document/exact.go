package document

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// ReadValue reads a text of JSON into a value with exact numbers. Of a name
// that occurs twice in an object, the last value is taken, in the place of the
// first. An error says what cannot be represented: what is not JSON, a number
// beyond the limits of [types.ParseNumber], nesting beyond [MaxValueDepth]. Half a
// surrogate pair is read as U+FFFD.
func ReadValue(text string) (types.Value, error) { return new(Reader).Value(text) }

// A Reader makes values of texts. It allocates members in blocks, which pays
// where there are many small objects.
type Reader struct {
	// Duplicates counts the names that occurred twice in an object.
	Duplicates int

	partial bool     // a value that cannot be represented is nil, and no error
	cause   Cause    // of one in the value that is being read; "" if there was none
	unread  []Unread // the arguments with such a value so far

	table   Document
	err     error
	members []types.Member // the rest of a block
	block   int            // its size
}

// Value reads a text like [ReadValue].
func (r *Reader) Value(text string) (types.Value, error) {
	// The table has any depth: value checks it, and may leave a deep member out.
	if err := r.table.read(text, math.MaxInt); err != nil {
		return nil, err
	}
	r.err, r.cause, r.unread = nil, "", nil
	return r.value(0, 0), r.err
}

// A Cause is why a value cannot be represented.
type Cause string

// The causes.
const (
	LargeNumber   Cause = "a number of more than 4,096 characters or with an exponent beyond ±4,096"
	DeepNesting   Cause = "nested more than 1,000 levels deep"
	NotANumber    Cause = "NaN or an infinity"
	HalfPair      Cause = "an unpaired surrogate in a string"
	DuplicateName Cause = "a duplicate name"
)

// An Unread is an argument whose value is not known, and why.
type Unread struct {
	Name string
	Why  Cause
}

// Arguments reads a text that is an object. Members whose value is JSON, or
// what Python writes for NaN and the infinities, but cannot be represented are
// left out and returned with the cause; so are members that are there twice, or in
// whose value a name is, since readers do not agree on which of the two counts. An
// error says that the text is not an object.
func (r *Reader) Arguments(text string) (args types.Object, unread []Unread, err error) {
	r.partial = true
	v, err := r.Value(text)
	r.partial = false
	all, ok := v.(types.Object)
	switch {
	case err != nil:
		return nil, nil, err
	case !ok:
		return nil, nil, errors.New("not a JSON object")
	}
	// Filter in place, as all has no other user.
	args = all[:0]
	for _, m := range all {
		if m.Value != nil {
			args = append(args, m)
			continue
		}
		u := lists.Find(r.unread, func(u Unread) bool { return u.Name == m.Name })
		// A name that is there twice has a value that can be read, or two.
		unread = append(unread, Unread{m.Name, cmp.Or(u.Why, DuplicateName)})
	}
	return args, unread, nil
}

// Object reads the object that a text, known to be UTF-8, begins with, and
// returns the length of what was read. An error is like that of [ReadValue]; half
// a surrogate pair is one, too, and so is a duplicate name.
func (r *Reader) Object(text string) (types.Object, int, error) {
	if len(text) == 0 || text[0] != '{' {
		return nil, 0, errors.New("expected an object")
	}
	size, err := r.table.prefix(text, MaxValueDepth)
	if err != nil {
		return nil, 0, err
	}
	r.err, r.cause = nil, ""
	before := r.Duplicates
	v, _ := r.value(0, 0).(types.Object)
	if r.Duplicates > before {
		r.cause = DuplicateName
	}
	if r.cause != "" {
		r.fail(0, string(r.cause))
	}
	return v, size, r.err
}

func (r *Reader) fail(at int32, message string) types.Value {
	if r.err == nil {
		r.err = &SyntaxError{int(at), message}
	}
	return nil
}

// smallInts are the whole numbers that are read most, made once.
var smallInts = func() (list [256]types.Value) {
	for i := range list {
		list[i] = types.NewInt(int64(i))
	}
	return list
}()

// value returns the value of a node, nil where it cannot be represented.
func (r *Reader) value(i int32, depth int) types.Value {
	n := &r.table.nodes[i]
	raw := r.table.text[n.start:n.end]
	switch n.kind {
	case Bool:
		return types.Boolean(raw == "true")
	case Number:
		return r.number(n, raw)
	case String:
		return types.Text(r.string(n))
	case List, Object:
		switch {
		case depth == MaxValueDepth && r.partial:
			r.cause = DeepNesting
			return nil
		case depth == MaxValueDepth:
			return r.fail(n.start, fmt.Sprintf("nested more than %d levels deep", MaxValueDepth))
		case n.kind == Object:
			return r.object(i, depth+1)
		}
		return r.list(i, depth+1)
	}
	return types.Null{}
}

func (r *Reader) number(n *node, raw string) types.Value {
	if small, ok := tiny(raw); ok {
		return smallInts[small]
	}
	number, err := types.ParseNumber(raw)
	switch {
	case err == nil:
		return number
	case r.partial && notANumber(raw) > 0:
		r.cause = NotANumber
		return nil
	case r.partial:
		r.cause = LargeNumber
		return nil
	}
	return r.fail(n.start, err.Error())
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

func (r *Reader) string(n *node) string {
	raw := r.table.text[n.start:n.end]
	if !n.escaped {
		return raw[1 : len(raw)-1]
	}
	// The table counts for the whole text, so look at this string again.
	if r.table.Halves > 0 {
		if _, _, halves, _ := scanString(raw); halves {
			r.cause = HalfPair
		}
	}
	return unescape(raw[1 : len(raw)-1])
}

func (r *Reader) list(i int32, depth int) types.Value {
	list := make(types.List, r.table.nodes[i].count)
	// The first item follows the list; next leads past all that is in an item.
	at := i + 1
	for k := range list {
		if list[k] = r.value(at, depth); r.err != nil {
			return nil
		}
		at = r.table.nodes[at].next
	}
	return list
}

func (r *Reader) object(i int32, depth int) types.Value {
	// Most objects are small: collect the members here, and copy them once.
	var space [8]types.Member
	members := space[:0]
	at := i + 1
	for range r.table.nodes[i].count {
		// The name of a member is a node, which its value follows.
		name := r.string(&r.table.nodes[at])
		v := r.value(at+1, depth)
		if r.err != nil {
			return nil
		}
		// In the outermost object a member becomes nil as a whole; see Arguments.
		if depth == 1 && r.partial && r.cause != "" {
			r.unread = append(r.unread, Unread{name, r.cause})
			v, r.cause = nil, ""
		}
		members = append(members, types.Member{Name: name, Value: v})
		at = r.table.nodes[at+1].next
	}
	once := unique(members, depth == 1 && r.partial)
	if twice := len(members) - len(once); twice > 0 {
		r.Duplicates += twice
		if depth > 1 && r.partial {
			r.cause = DuplicateName
		}
	}
	return r.keep(once)
}

// keep copies members to where they stay.
func (r *Reader) keep(members []types.Member) types.Object {
	const most = 256
	n := len(members)
	if n == 0 {
		return types.Object{}
	}
	if n > most {
		return append(types.Object(nil), members...)
	}
	if len(r.members) < n { // blocks grow, so that one object does not keep a large one
		r.block = min(most, max(n, 2*r.block))
		r.members = make([]types.Member, r.block)
	}
	// The capacity is limited, so that an append cannot write into the next object.
	kept := r.members[:n:n]
	r.members = r.members[n:]
	copy(kept, members)
	return kept
}

// few members are compared with each other; more have a map.
const few = 16

// unique takes out the members whose name an earlier one has, in place. The earlier one
// gets the value of the last, or none if it is doubtful which of them counts.
func unique(members []types.Member, doubtful bool) []types.Member {
	if len(members) > few {
		return uniqueOfMany(members, doubtful)
	}
	for i := 1; i < len(members); i++ {
		for k := range i {
			if members[k].Name == members[i].Name {
				members[k].Value = later(members[i].Value, doubtful)
				members = append(members[:i], members[i+1:]...)
				i--
				break
			}
		}
	}
	return members
}

// later returns the value of a name that is there twice: the later one, or none.
func later(v types.Value, doubtful bool) types.Value {
	if doubtful {
		return nil
	}
	return v
}

func uniqueOfMany(members []types.Member, doubtful bool) []types.Member {
	place := make(map[string]int, len(members))
	kept := members[:0]
	for _, m := range members {
		if k, has := place[m.Name]; has {
			kept[k].Value = later(m.Value, doubtful)
			continue
		}
		place[m.Name] = len(kept)
		kept = append(kept, m)
	}
	return kept
}
