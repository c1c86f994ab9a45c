package syntax

import (
	"slices"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// The lines of a conflict that mantrac merge leaves. They are comments, so that
// the file can be read with what the base says:
//
//	; conflict: pre/0 of transition pay: both sides change it, in different ways
//	; ours:
//	;|  (pre (= ready b))
//	; theirs:
//	;|  (pre (= ready false))
//	; base:
//	  (pre (= ready true))
//	; end of conflict
//
// A side that has nothing there has no lines.
const (
	ConflictStart  = "; conflict: "
	ConflictOurs   = "; ours:"
	ConflictTheirs = "; theirs:"
	ConflictBase   = "; base:"
	ConflictEnd    = "; end of conflict"
	ConflictLine   = ";|" // before a line of a side
)

// A conflict is lines of a file that a merge has left to a person.
type conflict struct {
	start, end int      // the lines, with the last line break
	at         int      // where the first line begins, after its white space
	about      []string // what mantrac merge says that it is about
	git        bool     // the markers are those of git
	whole      bool     // both sides are there
	sides      [2]string
	hidden     [][2]int // what is not read: the lines of markers, base and theirs
}

// conflictsIn returns the conflicts that merges have left in a text. Every line
// is looked at only where there is one that begins a conflict.
func conflictsIn(text string) []conflict {
	if !strings.Contains(text, ConflictStart) && !strings.Contains(text, gitStart) {
		return nil
	}
	var list []conflict
	s := conflictScanner{text: text}
	for s.next() {
		switch {
		case isGit(s.line, gitStart):
			list = append(list, s.git())
		case strings.HasPrefix(s.content(), ConflictStart):
			if c, ok := s.own(); ok {
				list = append(list, c)
			}
		}
	}
	return list
}

// A conflictScanner reads lines.
type conflictScanner struct {
	text       string
	line       string // without its line break
	start, end int    // of the line with its line break
}

func (s *conflictScanner) next() bool {
	s.start = s.end
	if s.start == len(s.text) {
		s.line = ""
		return false
	}
	s.end = len(s.text)
	if n := strings.IndexByte(s.text[s.start:], '\n'); n >= 0 {
		s.end = s.start + n + 1
	}
	s.line = strings.TrimRight(s.text[s.start:s.end], "\r\n")
	return true
}

// content returns the line without white space around it.
func (s *conflictScanner) content() string { return strings.Trim(s.line, " \t\ufeff") }

// own reads the conflict of mantrac merge that begins on the line. It reports
// false if this is another comment.
func (s *conflictScanner) own() (conflict, bool) {
	c := conflict{start: s.start, at: s.start + strings.IndexByte(s.line, ';'), end: s.end}
	// Go back to the last of the lines that say what it is about: from any of them the scan
	// stops at the same place, and from each of them it would take quadratic time.
	var back conflictScanner
	for ; strings.HasPrefix(s.content(), ConflictStart); s.next() {
		c.about = append(c.about, strings.TrimPrefix(s.content(), ConflictStart))
		c.end = s.end
		back = *s
	}
	if !strings.HasPrefix(s.content(), ConflictOurs) {
		*s = back
		return c, false
	}
	back = *s
	c.sides[0] = s.side()
	// side has stopped at the first line that is not of ours.
	theirs := s.content() == ConflictTheirs
	c.sides[1] = s.side()
	if !theirs || s.content() != ConflictBase {
		*s = back
		return c, true
	}
	for s.next() && s.content() != ConflictEnd && !strings.HasPrefix(s.content(), ConflictStart) {
	}
	if s.content() != ConflictEnd {
		*s = back
		return c, true
	}
	c.end, c.whole = s.end, true
	return c, true
}

// side reads the lines of a side, below the line that names it.
func (s *conflictScanner) side() string {
	var b strings.Builder
	for s.next() && strings.HasPrefix(s.content(), ConflictLine) {
		line := s.text[s.start:s.end]
		b.WriteString(line[strings.Index(line, ConflictLine)+len(ConflictLine):])
	}
	return b.String()
}

// The markers of git.
const (
	gitStart  = "<<<<<<<"
	gitBase   = "|||||||"
	gitMiddle = "======="
	gitEnd    = ">>>>>>>"
)

// isGit reports whether a line is a marker of git.
func isGit(line, marker string) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(line, byteOrderMark), marker)
	return ok && (rest == "" || rest[0] == ' ')
}

// git reads the conflict of git that begins on the line.
func (s *conflictScanner) git() conflict {
	c := conflict{start: s.start, at: s.start, end: s.end, git: true, hidden: [][2]int{{s.start, s.end}}}
	back := *s
	side, from := 0, -1
	var lines [2]strings.Builder
	for s.next() {
		switch {
		case side == 0 && isGit(s.line, gitBase) && from < 0:
			from = s.start
		case side == 0 && isGit(s.line, gitMiddle):
			side = 1
			if from < 0 {
				from = s.start
			}
		case side == 1 && isGit(s.line, gitEnd):
			c.end, c.whole = s.end, true
			c.hidden = append(c.hidden, [2]int{from, s.end})
			c.sides = [2]string{lines[0].String(), lines[1].String()}
			return c
		// Another conflict begins: lines of this one are missing, and the other is read by itself.
		case isGit(s.line, gitStart):
			*s = back
			return c
		case side == 1 || from < 0:
			lines[side].WriteString(s.text[s.start:s.end])
		}
	}
	*s = back
	return c
}

// readable returns a text of the same length in which the markers of git, the
// base and the lines of their side are blank, and whether there are any.
func readable(text string, list []conflict) (string, bool) {
	var b []byte
	for _, c := range list {
		for _, h := range c.hidden {
			if b == nil {
				b = []byte(text)
			}
			for i := h[0]; i < h[1]; i++ {
				// Keep line breaks, so that lines and offsets stay the same.
				if b[i] != '\n' && b[i] != '\r' {
					b[i] = ' '
				}
			}
		}
	}
	if b == nil {
		return text, false
	}
	return string(b), true
}

// GitConflicts returns an error for each conflict that git has left in a file, be
// it of these languages or JSON or YAML. If there is one, it also returns the file
// as our side has it: of the same length, with the rest blank.
func GitConflicts(f *source.File) (*source.File, []diag.Diagnostic) {
	list := slices.DeleteFunc(conflictsIn(f.Text()), func(c conflict) bool { return !c.git })
	text, unmerged := readable(f.Text(), list)
	if !unmerged {
		return f, nil
	}
	return source.NewFile(f.Name(), text), unresolved(f, list)
}

// UnresolvedCode is the code of unresolvedProblem.
const UnresolvedCode diag.Code = "MC0012"

// unresolvedProblem is a conflict that a merge has left in a file.
type unresolvedProblem struct {
	At    source.Span // of the first line
	About []string    // what mantrac merge says that it is about; none for git
	Git   bool        // the markers are those of git

	// Places are the lines of the conflict, and of those that it is about the
	// same with; Sides are the text of either side. There are none
	// where lines of the conflict are missing.
	Places []source.Span
	Sides  [2][]string

	Early [][]diag.Edit // that take either side of a conflict of an early version
}

// Diagnose implements [diag.Problem].
func (p unresolvedProblem) Diagnose() diag.Diagnostic {
	d := diag.Errorf(UnresolvedCode, p.At, "unresolved merge conflict")
	if len(p.About) > 0 {
		d.Message += " in " + p.About[0]
		for _, more := range p.About[1:] {
			d.Notef("also in %s", more)
		}
	}
	switch {
	case p.Git:
		d.Notef("the lines between the markers are those of two versions")
	default:
		d.Notef("until it is resolved, the file says what the base of the merge said; the changes of both sides are missing")
	}
	if len(p.Places)+len(p.Early) == 0 {
		d.Helpf("lines of the conflict are missing; merge again, or write what is meant and remove the rest of the conflict")
		return d
	}
	for i, side := range []string{"ours", "theirs"} {
		var edits []diag.Edit
		if len(p.Early) > 0 {
			edits = p.Early[i]
		}
		for n, at := range p.Places {
			edits = append(edits, diag.Edit{Span: at, New: p.Sides[i][n]})
		}
		d.Fix("take "+side, edits...)
	}
	d.Helpf("take one side, or write what is meant and remove the other lines of the conflict")
	return d
}

// mostLinked is how many conflicts one fix resolves.
const mostLinked = 100

// unresolved returns the faults of conflicts. Several that say that they are
// about the same are resolved by one fix.
func unresolved(f *source.File, list []conflict) []diag.Diagnostic {
	same := make(map[string][]int)
	for i, c := range list {
		for _, about := range c.about {
			// More than mostLinked are not resolved together, so that no more are noted.
			if n := len(same[about]); n == 0 || n <= mostLinked && same[about][n-1] != i {
				same[about] = append(same[about], i)
			}
		}
	}
	// Only conflicts of early versions need the words, and one list serves all of them.
	read := sync.OnceValue(func() *words { return wordsOf(f.Text()) })
	var found []diag.Diagnostic
	for i, c := range list[:min(len(list), MaxErrors)] {
		end := lineEnd(f.Text(), c.at)
		p := unresolvedProblem{At: f.Span(c.at, end), About: c.about, Git: c.git}
		linked := []int{i}
		for _, about := range c.about {
			linked = append(linked, same[about]...)
		}
		slices.Sort(linked)
		// A conflict in several places has the same title at each, and one fix for all.
		if linked = slices.Compact(linked); len(linked) > mostLinked {
			linked = []int{i}
		}
		for _, j := range linked {
			o := list[j]
			if !o.whole {
				p.Places = nil
				break
			}
			p.Places = append(p.Places, f.Span(o.start, o.end))
			for k := range p.Sides {
				p.Sides[k] = append(p.Sides[k], o.sides[k])
			}
		}
		if !c.whole {
			p.Early = earlyFixes(f, c, read)
		}
		found = append(found, diag.Of(p))
	}
	return found
}
