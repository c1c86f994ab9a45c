package gitsetup

import (
	"slices"
	"strings"
)

// The lines of attributes between their marks.
const (
	first = "# mantrac git-setup: these lines are removed by mantrac git-setup --remove"
	last  = "# mantrac git-setup: end"
)

var attributes = []string{"*.wm diff=mantrac merge=mantrac", "*.checks diff=mantrac merge=mantrac", "locks.json merge=mantrac", "tools.json merge=mantrac"}

// withBlock returns a text with the lines at its end, or where they were if
// somebody has changed them. If its last line does not
// end, that of the block does not either: so it can be seen later.
func withBlock(text string) (string, []string) {
	end := lineEnd(text)
	lines := slices.Concat([]string{first}, attributes, []string{last})
	added := strings.Join(lines, end)
	if start, stop := block(text); start >= 0 {
		had := strings.TrimRight(text[start:stop], "\r\n")
		if had == added {
			return text, nil
		}
		// An older block is replaced in its place.
		return text[:start] + added + text[start+len(had):], slices.Clone(attributes)
	}
	if text != "" && !strings.HasSuffix(text, "\n") {
		return text + end + added, slices.Clone(attributes)
	}
	return text + added + end, slices.Clone(attributes)
}

// withoutBlock returns a text as it was before withBlock.
func withoutBlock(text string) (string, []string) {
	start, end := block(text)
	if start < 0 {
		return text, nil
	}
	before := text[:start]
	if end == len(text) && !strings.HasSuffix(text, "\n") {
		before = strings.TrimSuffix(strings.TrimSuffix(before, "\n"), "\r")
	}
	text, _ = withoutBlock(before + text[end:]) // a merge may have left another one
	return text, []string{"removed the lines of mantrac git-setup"}
}

// block returns where the block is, with its last line break, or -1.
func block(text string) (start, end int) {
	start, at := -1, 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		switch strings.TrimRight(line, "\r\n") {
		case first:
			// A second opening mark restarts the block.
			start = at
		case last:
			if start >= 0 {
				return start, at + len(line)
			}
		}
		at += len(line)
	}
	return -1, -1
}

func lineEnd(text string) string {
	if strings.Contains(text, "\r\n") {
		return "\r\n"
	}
	return "\n"
}
