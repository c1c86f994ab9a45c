package source

import "sort"

// stride is how many bytes of a line are counted again for each question.
const stride = 4096

// A ruler holds the columns of a long line at every so many bytes. Without
// it, a thousand findings in a file of one line would count the line a
// thousand times.
type ruler []notch

// A notch is a place between two characters, and its columns.
type notch struct{ offset, utf16, width int }

func (k notch) column(u Unit) int {
	if u == UTF16 {
		return k.utf16
	}
	return k.width
}

// before returns the last notch that is not after an offset.
func (r ruler) before(offset int) notch {
	return r[sort.Search(len(r), func(i int) bool { return r[i].offset > offset })-1]
}

// rulerOf returns the ruler of a line, counted from 0, made at the first
// call.
func (f *File) rulerOf(line int) ruler {
	f.mu.Lock()
	defer f.mu.Unlock()
	if r, ok := f.rulers[line]; ok {
		return r
	}
	if f.rulers == nil {
		f.rulers = make(map[int]ruler)
	}
	f.rulers[line] = notches(f.Line(line+1), f.starts()[line])
	return f.rulers[line]
}

func notches(line string, start int) ruler {
	last := notch{offset: start, utf16: 1, width: 1}
	r := ruler{last}
	for from, at := 0, 0; at < len(line); {
		// A notch must not split a character, in whatever unit: those of Width are the longest.
		at += characterLen(line[at:], Width)
		if at-from >= stride {
			last.offset = start + at
			last.utf16 += Len(line[from:at], UTF16)
			last.width += Len(line[from:at], Width)
			r = append(r, last)
			from = at
		}
	}
	return r
}
