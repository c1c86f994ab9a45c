package like

import (
	"encoding/binary"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
)

// maxSteps bounds the search of [Samples]: steps of one pattern by one
// character.
const maxSteps = 1 << 19

// A Sample is a string, and which patterns it matches.
type Sample struct {
	Text    string
	Matches []bool // by pattern
}

// Samples returns a string for each combination of patterns that some string
// matches, and no other pattern: a shortest one that is not among those to
// avoid. A combination that only those match is left out. It reports false if
// the patterns are too many, or too long, to find all combinations.
func Samples(patterns []Pattern, avoid []string) ([]Sample, bool) {
	machines := lists.Map(patterns, newMachine)
	for _, s := range avoid {
		machines = append(machines, newMachine(Exactly(s)))
	}
	letters := alphabet(machines)
	start := make([]positions, len(machines))
	for i, m := range machines {
		start[i] = m.start()
	}
	type node struct {
		at   []positions
		text *written
	}
	queue := []node{{at: start}}
	seen := map[string]bool{key(start): true}
	found := make(map[string]bool)
	var list []Sample
	// Breadth first, so that the first string of each combination is a shortest one.
	for ; len(queue) > 0; queue = queue[1:] {
		n := queue[0]
		if matches, ok := accepted(machines, n.at, len(patterns)); ok && !found[bits(matches)] {
			found[bits(matches)] = true
			list = append(list, Sample{n.text.String(), matches})
		}
		for _, r := range letters {
			next := make([]positions, len(machines))
			for i, m := range machines {
				next[i] = m.step(n.at[i], r)
			}
			if k := key(next); !seen[k] {
				if len(seen)*len(letters)*len(machines) >= maxSteps {
					return nil, false
				}
				seen[k] = true
				queue = append(queue, node{next, &written{n.text, r}})
			}
		}
	}
	return list, true
}

// A written is a text as its last character and the text before that, so that long texts
// that begin alike share memory. The empty text is nil.
type written struct {
	before *written
	last   rune
}

func (w *written) String() string {
	var text []rune
	for ; w != nil; w = w.before {
		text = append(text, w.last)
	}
	slices.Reverse(text)
	return string(text)
}

// accepted returns which of the first n machines accept; it reports false if
// another does.
func accepted(machines []machine, at []positions, n int) ([]bool, bool) {
	matches := make([]bool, n)
	for i, m := range machines {
		switch accepts := m.accepts(at[i]); {
		case i < n:
			matches[i] = accepts
		case accepts:
			return nil, false
		}
	}
	return matches, true
}

func bits(list []bool) string {
	b := make([]byte, len(list))
	for i, x := range list {
		if x {
			b[i] = 1
		}
	}
	return string(b)
}

func key(at []positions) string {
	var b []byte
	for _, p := range at {
		for _, i := range p {
			b = binary.AppendUvarint(b, uint64(i)+1)
		}
		b = append(b, 0)
	}
	return string(b)
}

// alphabet returns the characters of all patterns, and one that is none of
// them.
func alphabet(machines []machine) []rune {
	seen := make(map[rune]bool)
	var list []rune
	for _, m := range machines {
		for _, r := range m {
			if r != wildcard && !seen[r] {
				seen[r] = true
				list = append(list, r)
			}
		}
	}
	// All characters that no pattern has behave alike, so that one is enough.
	other := 'a'
	for seen[other] {
		other++
	}
	return append(list, other)
}

// A machine reads a string: the characters of a pattern, and its wildcards.
type machine []rune

const wildcard rune = -1

func newMachine(p Pattern) machine {
	var m machine
	for i, part := range p.parts {
		// Several wildcards in a row are the same as one.
		if i > 0 && (len(m) == 0 || m[len(m)-1] != wildcard) {
			m = append(m, wildcard)
		}
		m = append(m, []rune(part)...)
	}
	return m
}

// positions are where a machine may be, in order. What is before a wildcard
// that is reached adds nothing to it.
type positions []int

func (m machine) start() positions { return m.closed([]int{0}) }

// step returns the positions after one more character.
func (m machine) step(at positions, r rune) positions {
	var next positions
	for _, i := range at {
		switch {
		case i == len(m):
		case m[i] == wildcard:
			next = append(next, i)
		case m[i] == r:
			next = append(next, i+1)
		}
	}
	return m.closed(next)
}

// closed adds the positions after wildcards, which may match the empty string.
func (m machine) closed(at positions) positions {
	last := -1 // the last wildcard
	for _, i := range at {
		if i < len(m) && m[i] == wildcard {
			last = i
		}
	}
	if last < 0 {
		return at
	}
	// What is before the last wildcard that is reached is left out: it leads to nothing more.
	next := positions{last, last + 1}
	for _, i := range at {
		if i > last+1 {
			next = append(next, i)
		}
	}
	return next
}

func (m machine) accepts(at positions) bool {
	return len(at) > 0 && at[len(at)-1] == len(m)
}
