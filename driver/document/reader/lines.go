package reader

import (
	"sort"
	"strings"
)

// lineIndex is where the lines of a text start, and at last where the text ends.
type lineIndex []int

func lineStarts(text string) lineIndex {
	var l lineIndex
	at := 0
	for line := range strings.Lines(text) {
		l = append(l, at)
		at += len(line)
	}
	return append(l, at)
}

// start returns the start of the line of an offset.
func (l lineIndex) start(offset int) int {
	// The search finds the line after that of the offset.
	return l[max(sort.SearchInts(l, offset+1)-1, 0)]
}

// next returns the start of the line after that of an offset.
func (l lineIndex) next(offset int) int {
	return l[min(sort.SearchInts(l, offset+1), len(l)-1)]
}

// line returns the number of the line of an offset, from 1.
func (l lineIndex) line(offset int) int { return max(sort.SearchInts(l[:len(l)-1], offset+1), 1) }
