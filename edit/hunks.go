package edit

import (
	"slices"
)

// A hunk replaces elements of a sequence.
type hunk struct {
	start, end int // in the old sequence
	text       []string
}

// hunksOf returns what leads from one sequence to another, in order: the
// elements outside of the hunks are a longest common subsequence.
func hunksOf(old, new []string) []hunk {
	// Equal elements at both ends need no table.
	head, tail := 0, 0
	for head < min(len(old), len(new)) && old[head] == new[head] {
		head++
	}
	for tail < min(len(old), len(new))-head && old[len(old)-1-tail] == new[len(new)-1-tail] {
		tail++
	}
	a, b := old[head:len(old)-tail], new[head:len(new)-tail]
	var list []hunk
	add := func(i, j int) { // a[i] goes, b[j] comes; one of them may be -1
		last := len(list) - 1
		at := head + i
		// An element in between is kept, so another hunk begins.
		if last < 0 || list[last].end < at {
			list = append(list, hunk{start: at, end: at})
			last++
		}
		if j < 0 {
			list[last].end = at + 1
		} else {
			list[last].text = append(list[last].text, b[j])
		}
	}
	// Walk along a longest common subsequence; what goes precedes what comes.
	length := lengths(a, b)
	i, j := 0, 0
	for i < len(a) || j < len(b) {
		switch {
		case i < len(a) && j < len(b) && a[i] == b[j]:
			i, j = i+1, j+1
		case i < len(a) && (j == len(b) || length(i+1, j) >= length(i, j+1)):
			add(i, -1)
			i++
		default:
			add(i, j)
			j++
		}
	}
	return list
}

// lengths returns the length of a longest common subsequence of the rests of
// two sequences.
func lengths(a, b []string) func(i, j int) int {
	const most = 4_000_000
	if len(a)*len(b) > most {
		return func(int, int) int { return 0 } // too large for a table: the hunks are not least
	}
	width := len(b) + 1
	// table[i*width+j] is the length for a[i:] and b[j:], filled from the ends.
	table := make([]int32, (len(a)+1)*width)
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			if a[i] == b[j] {
				table[i*width+j] = table[(i+1)*width+j+1] + 1
			} else {
				table[i*width+j] = max(table[(i+1)*width+j], table[i*width+j+1])
			}
		}
	}
	return func(i, j int) int { return int(table[i*width+j]) }
}

// excludes reports whether two hunks of the same sequence cannot both be made:
// they replace the same element in different ways, or put different things at
// the same place.
func (h hunk) excludes(o hunk) bool {
	switch {
	case h.start == o.start && h.end == o.end && slices.Equal(h.text, o.text):
		return false
	case h.start == h.end && o.start == o.end:
		return h.start == o.start
	case h.start == h.end:
		return o.start < h.start && h.start < o.end
	case o.start == o.end:
		return h.start < o.start && o.start < h.end
	}
	return h.start < o.end && o.start < h.end
}

// mergeLists merges two versions of a sequence. It reports false where they
// change the same in different ways.
func mergeLists(base, ours, theirs []string) ([]string, bool) {
	switch {
	case slices.Equal(ours, theirs), slices.Equal(base, theirs):
		return ours, true
	case slices.Equal(base, ours):
		return theirs, true
	}
	a, b := hunksOf(base, ours), hunksOf(base, theirs)
	var all []hunk
	for _, h := range a {
		if slices.ContainsFunc(b, h.excludes) {
			return nil, false
		}
		all = append(all, h)
	}
	for _, h := range b {
		if !slices.ContainsFunc(a, func(o hunk) bool { return o.start == h.start && o.end == h.end && slices.Equal(o.text, h.text) }) {
			all = append(all, h)
		}
	}
	slices.SortStableFunc(all, func(x, y hunk) int { // what is put in front of an element, before what replaces it
		if x.start != y.start {
			return x.start - y.start
		}
		return x.end - y.end
	})
	return patched(base, all), true
}

// patched returns a sequence after hunks, which are in order.
func patched(base []string, list []hunk) []string {
	var out []string
	at := 0
	for _, h := range list {
		out = append(out, base[at:h.start]...)
		out = append(out, h.text...)
		at = h.end
	}
	return append(out, base[at:]...)
}
