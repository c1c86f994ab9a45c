package like

import (
	"slices"
	"strconv"
	"strings"
)

// maxFew bounds the strings of a class that is not endless.
const maxFew = 256

// A Class is the strings that match some patterns and no other one.
type Class struct {
	Matches []bool   // by pattern
	Few     []string // all of its strings, the shortest first; nil if there is no end of them

	prefix, loop, suffix string // of an endless class: with any number of loops in it, a string is in the class
	patterns             []Pattern
}

// Divide returns the classes that are not empty, that of the fewest matches first.
// It reports false if the patterns are too many, or too long, to find all of them.
func Divide(patterns []Pattern) ([]Class, bool) {
	d, ok := explore(patterns)
	if !ok {
		return nil, false
	}
	var list []Class
	seen := make(map[string]bool)
	for _, n := range d.nodes {
		if seen[bits(n.matches)] {
			continue
		}
		seen[bits(n.matches)] = true
		c, ok := d.class(n.matches)
		if !ok {
			return nil, false
		}
		c.patterns = patterns
		list = append(list, c)
	}
	slices.SortStableFunc(list, func(a, b Class) int {
		return strings.Count(bits(a.Matches), "\x01") - strings.Count(bits(b.Matches), "\x01")
	})
	return list, true
}

// Has reports whether a string is in the class.
func (c *Class) Has(s string) bool {
	for i, p := range c.patterns {
		if p.Matches(s) != c.Matches[i] {
			return false
		}
	}
	return true
}

// Text returns the n-th string of an endless class, from 0 on. No two are equal.
func (c *Class) Text(n int) string {
	if n > 0 {
		// A number reads better than loops. It must not be a text that loops make for another n.
		if s := c.prefix + strconv.Itoa(n) + c.suffix; c.Has(s) && !c.pumped(s) {
			return s
		}
	}
	return c.prefix + strings.Repeat(c.loop, n) + c.suffix
}

// pumped reports whether a string is one with loops.
func (c *Class) pumped(s string) bool {
	middle, ok := strings.CutPrefix(s, c.prefix)
	// Trim removes the letters of the loop in any order: more than loops, which errs on the safe side.
	return ok && strings.HasSuffix(middle, c.suffix) && strings.Trim(strings.TrimSuffix(middle, c.suffix), c.loop) == ""
}

// A division is an automaton that reads a string and knows which patterns it
// matches.
type division struct {
	letters []rune // the last one stands for all that are in no pattern
	nodes   []node // the first one is the start
	work    int    // steps of loop so far
}

type node struct {
	matches []bool
	next    []int    // by letter
	text    *written // a shortest one that leads there
}

// explore makes the automaton of some patterns, whose nodes are in the order of
// their texts' lengths.
func explore(patterns []Pattern) (*division, bool) {
	var machines []machine
	start := make([]positions, len(patterns))
	for i, p := range patterns {
		machines = append(machines, newMachine(p))
		start[i] = machines[i].start()
	}
	d := &division{letters: alphabet(machines)}
	at := [][]positions{start}
	index := map[string]int{key(start): 0}
	texts := []*written{nil}
	for i := 0; i < len(at); i++ {
		matches, _ := accepted(machines, at[i], len(machines))
		n := node{matches: matches, text: texts[i]}
		for _, r := range d.letters {
			next := make([]positions, len(machines))
			for j, m := range machines {
				next[j] = m.step(at[i][j], r)
			}
			k, had := index[key(next)]
			if !had {
				if len(at)*len(d.letters)*len(machines) >= maxSteps {
					return nil, false
				}
				k = len(at)
				index[key(next)] = k
				at, texts = append(at, next), append(texts, &written{texts[i], r})
			}
			n.next = append(n.next, k)
		}
		d.nodes = append(d.nodes, n)
	}
	return d, true
}

// class returns the class of the strings that match some patterns. It is endless if
// a string of it goes in a circle, as one does that has a letter which is in no
// pattern: only wildcards read that, and they read it again.
func (d *division) class(matches []bool) (Class, bool) {
	c := Class{Matches: matches}
	suffix := d.suffixes(matches)
	circling := d.circling(suffix)
	for i, n := range d.nodes {
		if !circling[i] {
			continue
		}
		if loop := d.loop(i, suffix); loop != "" {
			c.prefix, c.loop, c.suffix = n.text.String(), loop, suffix[i].String()
			return c, true
		}
		if d.work > maxSteps {
			return c, false
		}
	}
	type path struct {
		at   int
		text string
	}
	for queue := []path{{}}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		if slices.Equal(d.nodes[p.at].matches, matches) {
			c.Few = append(c.Few, p.text)
		}
		for j, to := range d.nodes[p.at].next {
			if suffix[to] != nil {
				queue = append(queue, path{to, p.text + string(d.letters[j])})
			}
		}
		// Without a loop the search ends, but the strings may be too many.
		if len(c.Few)+len(queue) > maxFew {
			return c, false
		}
	}
	return c, true
}

// A rest is a text as its first character and the rest of it, which others share. That of
// no character is the empty text.
type rest struct {
	first string
	after *rest
}

func (r *rest) String() string {
	var b strings.Builder
	for ; r != nil; r = r.after {
		b.WriteString(r.first)
	}
	return b.String()
}

// suffixes returns, by node, a shortest text with which a string is of a class; nil
// where there is none.
func (d *division) suffixes(matches []bool) []*rest {
	list := make([]*rest, len(d.nodes))
	var queue []int
	for i, n := range d.nodes {
		if slices.Equal(n.matches, matches) {
			list[i], queue = &rest{}, append(queue, i)
		}
	}
	before := d.before()
	for ; len(queue) > 0; queue = queue[1:] {
		for _, b := range before[queue[0]] {
			if list[b[0]] == nil {
				list[b[0]] = &rest{string(d.letters[b[1]]), list[queue[0]]}
				queue = append(queue, b[0])
			}
		}
	}
	return list
}

// before returns, by node, the nodes before it, with the letters.
func (d *division) before() [][][2]int {
	before := make([][][2]int, len(d.nodes))
	for i, n := range d.nodes {
		for j, to := range n.next {
			before[to] = append(before[to], [2]int{i, j})
		}
	}
	return before
}

// circling returns which of the nodes that have a suffix may be on a circle of such nodes.
// Most others are left out, so that [division.loop] is not asked in vain for each of them.
func (d *division) circling(suffix []*rest) []bool {
	in, out := make([]int, len(d.nodes)), make([]int, len(d.nodes))
	left := make([]bool, len(d.nodes))
	for i, n := range d.nodes {
		left[i] = suffix[i] != nil
		for _, to := range n.next {
			if suffix[i] != nil && suffix[to] != nil {
				out[i]++
				in[to]++
			}
		}
	}
	var queue []int
	drop := func(i int) {
		if left[i] && (in[i] == 0 || out[i] == 0) {
			left[i] = false
			queue = append(queue, i)
		}
	}
	for i := range d.nodes {
		drop(i)
	}
	// A node that nothing leads to, or that leads nowhere, is on no circle; without it this may
	// be so of its neighbours.
	before := d.before()
	for ; len(queue) > 0; queue = queue[1:] {
		for _, to := range d.nodes[queue[0]].next {
			in[to]--
			drop(to)
		}
		for _, b := range before[queue[0]] {
			out[b[0]]--
			drop(b[0])
		}
	}
	return left
}

// loop returns a shortest text that leads from a node back to it, past nodes that
// have a suffix; "" if there is none. It prefers letters that are in no pattern.
func (d *division) loop(from int, suffix []*rest) string {
	text := make(map[int]*written)
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		d.work++
		for j := len(d.letters) - 1; j >= 0; j-- {
			to := d.nodes[at].next[j]
			if to == from {
				return (&written{text[at], d.letters[j]}).String()
			}
			if _, had := text[to]; !had && suffix[to] != nil {
				text[to] = &written{text[at], d.letters[j]}
				queue = append(queue, to)
			}
		}
	}
	return ""
}
