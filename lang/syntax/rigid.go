package syntax

import (
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
)

// A parenthesis that is missing or too many is found by the indentation, which
// tells the line and not the place in it. The place is certain only if every
// other one on the line breaks a form.

// openEnded are the forms that are well-formed with more parts or fewer, each
// with the parts that it needs at least.
var openEnded = map[string]int{
	"and": 1, "or": 1, "+": 1, "-": 1, "*": 1, "=": 2, "<": 2, "<=": 2, ">": 2, ">=": 2,
	"array": 0, "record": 1, "Enum": 1, "Record": 1,
}

// A growing is a list as far as it has been read.
type growing struct {
	head  string
	parts int // behind the head
	end   int // of the last one
}

// A line is what the last line of a text says about the places where a
// parenthesis could be.
type line struct {
	start  int
	cut    bool // a list could as well end before a part of it that is on the line
	joined bool // a list could as well go on with what follows it on the line
}

// readLine reads the tokens of a fragment up to an offset, and looks at the
// line that this is on.
func readLine(f *Fragment, end int) line {
	l := line{start: 1 + strings.LastIndexByte(f.Source.Text()[:end], '\n')}
	var open []growing
	ended := make(map[int]growing) // the list closed last, by depth
	for _, t := range f.Tokens {
		if t.Start >= end {
			break
		}
		if t.Kind.IsTrivia() {
			continue
		}
		// In doubt, nothing on the line is certain.
		if t.Kind == RParen && len(open) == 0 {
			return line{l.start, true, true} // more than one is wrong
		}
		if t.Kind == RParen {
			n := len(open) - 1
			ended[n] = open[n]
			open = open[:n]
			if n > 0 {
				open[n-1].end = t.End
			}
			continue
		}
		if n := len(open); n > 0 {
			// Lists are looked at when their next part begins, which shows whether they could have gone on.
			l.part(f, &open[n-1], ended[n], t)
			delete(ended, n)
		}
		if t.Kind == LParen {
			// The head counts as part 0.
			open = append(open, growing{parts: -1})
		}
	}
	return l
}

// part notes that a part of a list begins, after a list at its depth that may
// have ended.
func (l *line) part(f *Fragment, in *growing, before growing, t Token) {
	least, ok := openEnded[in.head]
	if ok && in.parts >= least && in.end > l.start {
		l.cut = true
	}
	if _, ok := openEnded[before.head]; ok && in.end > l.start {
		l.joined = true
	}
	if in.parts++; in.parts == 0 && t.Kind == Ident {
		in.head = f.Text(t.Start, t.End)
	}
	in.end = t.End
}

// rigidAt reports whether the parentheses that are missing at an offset, those
// of the given openings, can be nowhere else.
func rigidAt(f *Fragment, open []opening, at int) bool {
	for _, o := range open {
		head, _ := headAt(f.Source.Text(), o.Start)
		if least, ok := openEnded[head]; ok && least < 2 {
			return false // with more parts on the next line it would be as good
		}
	}
	return !readLine(f, at).cut
}

// rigidBefore reports whether the parenthesis at an offset, which is one too
// many, is the only one on its line that can be.
func rigidBefore(f *Fragment, at int) bool {
	l := readLine(f, at)
	return !l.joined && strings.Trim(f.Source.Text()[l.start:at], " \t\r)") != ""
}

// doubtParentheses makes all fixes of parentheses suggestions if one of them is
// in doubt: where one parenthesis belongs depends on the others. All of them are
// where the file ends open: it may have been cut off, and what is lost is not to
// be had by closing the rest.
func doubtParentheses(faults []diag.Diagnostic, endsOpen bool) {
	isFix := func(d diag.Diagnostic) bool { return (d.Code == "MC0101" || d.Code == "MC0102") && len(d.Fixes) == 1 }
	doubt := endsOpen
	for _, d := range faults {
		doubt = doubt || isFix(d) && d.Fixes[0].Level != diag.Certain
	}
	for i, d := range faults {
		if doubt && isFix(d) {
			faults[i].Fixes[0].As(diag.Suggestion)
		}
	}
}
