package monitor

import (
	"encoding/binary"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A Letter says of each atom of a check, by index, whether a step matches it.
type Letter []Match

// A Match says whether a step matches an atom, and with which values of its
// variables. Matches are equal if and only if both say the same.
type Match string

// What is to be said of an atom without variables. No other match is empty.
const (
	NoMatch Match = ""
	Matched Match = "="
)

// Bound returns the match of an atom with these values of its variables, in
// the order of [Atom.Variables]: texts that are equal for equal values only,
// such as those of [Key].
func Bound(values ...string) Match {
	b := []byte(Matched)
	for _, v := range values {
		b = binary.AppendUvarint(b, uint64(len(v)))
		b = append(b, v...)
	}
	return Match(b)
}

func (m Match) is() bool { return m != NoMatch }

// Values returns what [Bound] was given.
func (m Match) Values() []string {
	var list []string
	// The first byte only tells a match from none. The values follow, each after its length.
	for rest := m[min(len(m), len(Matched)):]; len(rest) > 0; {
		n, size := binary.Uvarint([]byte(rest[:min(len(rest), binary.MaxVarintLen64)]))
		list = append(list, string(rest[size:size+int(n)]))
		rest = rest[size+int(n):]
	}
	return list
}

// Variables returns the names of the variables of an atom, in order.
func (a *Atom) Variables() []string { return a.vars }

// Matches reports whether a call, which has been normalised, matches the atom.
// Of an atom of `answered` the answer is left aside.
func (a *Atom) Matches(call tool.Call) bool {
	return call.Tool == a.Tool && a.Sees(call.By) && a.Pattern.Matches(call) != a.Other
}

// Match returns how a call, which has been normalised, matches the atom; the
// answer matters to an atom of `answered` alone.
func (a *Atom) Match(call tool.Call, answer types.Value) Match {
	if call.Tool != a.Tool {
		return NoMatch
	}
	// An every_call watches the calls that do not match, which bind nothing.
	if len(a.vars) == 0 && a.Answer == nil || a.Other {
		if a.Matches(call) {
			return Matched
		}
		return NoMatch
	}
	bound, ok := a.Bind(call, answer)
	if !ok {
		return NoMatch
	}
	values := lists.Map(a.vars, func(name string) string { return Key(bound[name]) })
	return Bound(values...)
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
