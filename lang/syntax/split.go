package syntax

import (
	"slices"
	"strings"
)

// A PieceKind says what part a piece of a file plays.
type PieceKind int

const (
	Gap   PieceKind = iota // white space and comments
	Open                   // the opening of a container: (model, (case NAME
	Unit                   // a form: a clause of a model, a part of a case, or a form at the top
	Close                  // the closing parenthesis of a container
	Stray                  // atoms and parentheses that belong to no form
)

// A cut is a piece before it has been lexed.
type cut struct {
	kind       PieceKind
	start, end int
	before     state
	col        int // of a unit: bytes before it on its line
}

// A state is what the splitter knows where a piece starts, apart from the
// text: what follows from there depends on nothing else.
type state struct {
	container string // the keyword of the open container, "" at the top
	reopens   string // the keyword of the container closed last
	usual     int    // the column of the container's units, 0 until one is seen
}

// A splitter cuts a file into pieces; see the package comment.
type splitter struct {
	text       string
	recovering bool
	cuts       []cut

	// odd is set where the parentheses do not match, or match in a way that
	// nobody writes, so that recovery should have a try.
	odd bool

	i         int
	solid     int // the end of the last token of a form that is not trivia
	lineStart int
	fresh     bool // nothing but white space so far on this line

	state
	before state // the state where the current piece started
	start  int   // of the current unit
	asked  bool  // the indentation inside the current unit has been looked at
	margin int   // bytes before the current unit on its line, if it is the first thing on it
}

func split(text string, recovering bool) *splitter {
	s := &splitter{text: text, recovering: recovering, fresh: true}
	s.run(func() bool { return false })
	return s
}

// run cuts from where the splitter is to the end of the text, or to the first
// boundary of pieces at which stop returns true.
func (s *splitter) run(stop func() bool) {
	for s.gap(); s.i < len(s.text) && len(s.cuts) <= 2*MaxUnits && !stop(); s.gap() {
		s.before = s.state
		switch s.text[s.i] {
		case '(':
			s.open()
		case ')':
			s.closing()
		default:
			s.stray()
		}
	}
	if s.container != "" && s.i == len(s.text) {
		s.unclosed()
	}
}

// unclosed notes that the open container ends without a closing parenthesis.
// Its last unit may lack one instead and have taken that of the container:
// if the indentation says so, the container gets it back.
func (s *splitter) unclosed() {
	s.odd = true
	last := s.lastUnit()
	if !s.recovering || last < 0 {
		return
	}
	// Try the last unit without its last parenthesis.
	c, end := s.cuts[last], s.cuts[last].end-1
	if s.text[end] != ')' || end-c.start > MaxUnitSize {
		return
	}
	solid, ok := endsInside(s.text[c.start:end], c.col)
	if !ok {
		return
	}
	rest := slices.Clone(s.cuts[last+1:])
	c.end = c.start + solid
	s.cuts = append(s.cuts[:last], c)
	if c.end < end {
		s.cuts = append(s.cuts, cut{kind: Gap, start: c.end, end: end})
	}
	s.cuts = append(s.cuts, cut{kind: Close, start: end, end: end + 1})
	s.cuts = append(s.cuts, rest...)
}

// gap takes white space and comments.
func (s *splitter) gap() {
	start := s.i
	for s.i < len(s.text) {
		if s.text[s.i] == ';' {
			s.i = lineEnd(s.text, s.i)
			continue
		}
		end := spaceEnd(s.text, s.i)
		if end == s.i {
			break
		}
		s.skip(end)
	}
	s.add(Gap, start)
}

// open takes what starts with the opening parenthesis at s.i.
func (s *splitter) open() {
	head, headEnd := s.head()
	switch {
	case s.container != "" && s.startsForm(head):
		s.unclosed()
		s.container = ""
		s.open()
	case s.container != "":
		s.unit(head)
	case s.reopens != "" && slices.Contains(containers[s.reopens], head):
		s.odd = true
		if s.recovering {
			s.reopen()
			s.unit(head)
			return
		}
		s.take(Unit)
	case containers[head] != nil:
		s.openContainer(head, headEnd)
	default:
		s.take(Unit)
	}
}

func (s *splitter) openContainer(head string, headEnd int) {
	start := s.i
	s.skip(headEnd)
	if head == "case" {
		if name := s.trivia(headEnd); name < len(s.text) && strings.IndexByte("()", s.text[name]) < 0 {
			_, end := next(s.text, name)
			s.skip(end)
		}
	}
	s.add(Open, start)
	s.fresh = false
	s.container, s.usual, s.reopens = head, 0, ""
}

// unit takes a form inside a container.
func (s *splitter) unit(head string) {
	if slices.Contains(sections, head) && s.afterTransition() {
		s.odd = true
		if s.recovering {
			s.extend()
			return
		}
	}
	if s.usual == 0 && s.fresh && slices.Contains(containers[s.container], head) {
		s.usual = s.col()
	}
	s.take(Unit)
}

// afterTransition reports whether the piece before is a transition.
func (s *splitter) afterTransition() bool {
	last := s.lastUnit()
	if last < 0 {
		return false
	}
	word, _ := headAt(s.text, s.cuts[last].start)
	return word == "transition"
}

// lastUnit returns the index of the last cut if it is a unit, gaps aside.
func (s *splitter) lastUnit() int {
	for i := len(s.cuts) - 1; i >= 0; i-- {
		if s.cuts[i].kind != Gap {
			if s.cuts[i].kind == Unit {
				return i
			}
			return -1
		}
	}
	return -1
}

// extend makes the section at s.i part of the transition before it, which
// was closed one parenthesis too early.
func (s *splitter) extend() {
	last := s.lastUnit()
	s.consume(s.i + 1)
	s.form(2)
	// The gap between becomes part of the transition.
	s.cuts = s.cuts[:last+1]
	s.cuts[last].end = s.solid
	s.add(Gap, s.solid)
}

// reopen takes back the closing of the last container: another unit of it
// follows, so the parenthesis was one too many.
func (s *splitter) reopen() {
	for i := len(s.cuts) - 1; i >= 0; i-- {
		if s.cuts[i].kind != Close {
			continue
		}
		// If the unit before takes the parenthesis, it is not stray.
		if s.swallows(i) {
			s.cuts = slices.Delete(s.cuts, i, i+1)
		} else {
			s.cuts[i].kind = Stray
		}
		break
	}
	s.container, s.reopens = s.reopens, ""
}

// swallows makes the closing parenthesis of a container, at index i, part of
// the unit before it, if the indentation shows that the unit has one too many
// inside and has closed itself with the one that was meant for that.
func (s *splitter) swallows(i int) bool {
	if i == 0 || s.cuts[i-1].kind != Unit || s.cuts[i-1].end != s.cuts[i].start {
		return false
	}
	return s.grows(&s.cuts[i-1], s.cuts[i].end)
}

// grows extends a unit to a closing parenthesis after it, if the indentation
// shows that the unit has one too many inside.
func (s *splitter) grows(u *cut, end int) bool {
	if end-u.start > MaxUnitSize || !closesInside(s.text[u.start:end], u.col) {
		return false
	}
	u.end = end
	return true
}

// closing takes a closing parenthesis outside units.
func (s *splitter) closing() {
	if s.container == "" {
		s.odd = true
		last := len(s.cuts) - 1
		if s.recovering && last >= 0 && s.cuts[last].kind == Close && s.cuts[last].end == s.i && s.swallows(last) {
			s.cuts[last].start++
			s.cuts[last].end++
			s.i++
			return
		}
		if s.recovering && last >= 0 && s.cuts[last].kind == Unit && s.cuts[last].end == s.i && !s.asked {
			s.asked = true // once for each unit, so that the time stays linear
			if s.grows(&s.cuts[last], s.i+1) {
				s.i++
				return
			}
		}
		s.stray()
		return
	}
	s.i++
	s.fresh = false
	s.add(Close, s.i-1)
	s.reopens, s.container = s.container, ""
}

// stray takes a token that cannot start a form, and joins it to the stray
// piece before, if there is one.
func (s *splitter) stray() {
	start := s.i
	_, end := next(s.text, s.i)
	s.skip(end)
	s.fresh = false
	if n := len(s.cuts); n > 0 && s.cuts[n-1].kind == Stray {
		s.cuts[n-1].end = s.i
		return
	} else if n > 1 && s.cuts[n-1].kind == Gap && s.cuts[n-2].kind == Stray {
		s.cuts = s.cuts[:n-1]
		s.cuts[n-2].end = s.i
		return
	}
	s.add(Stray, start)
}

// take takes a balanced form as a piece.
func (s *splitter) take(kind PieceKind) {
	start, col := s.i, s.col()-1
	s.start, s.asked, s.margin = start, false, len(s.text)
	if s.fresh && s.container != "" {
		s.margin = col
	}
	s.form(0)
	s.cuts = append(s.cuts, cut{kind, start, s.solid, s.before, col})
	s.add(Gap, s.solid)
}

// form moves after the form that is open to the given depth.
func (s *splitter) form(depth int) {
	for s.i < len(s.text) {
		switch c := s.text[s.i]; c {
		case '(':
			if depth > 0 && s.fresh && s.breaks() {
				s.odd = true
				if s.recovering {
					return
				}
			}
			depth++
			s.consume(s.i + 1)
		case ')':
			if s.recovering && s.fresh && depth > 0 && s.col() < s.usual {
				return // it closes the container
			}
			depth--
			s.consume(s.i + 1)
			// The parenthesis was one too many; the unit stays open, and balance reports it.
			if depth == 0 && s.recovering && s.continues() {
				depth = 1
			}
			if depth == 0 {
				return
			}
		case ';':
			s.i = lineEnd(s.text, s.i)
		case '"':
			end, _ := stringEnd(s.text, s.i)
			s.consume(end)
		case ' ', '\t', '\r', '\n':
			s.skip(spaceEnd(s.text, s.i))
		default:
			s.consume(wordEnd(s.text, s.i))
		}
	}
	s.odd = true
}

// continues reports whether the unit that has just been closed goes on all
// the same: the next line is indented deeper than it, and is not a unit. What
// begins like a unit is none if the indentation shows that the unit before has
// a parenthesis too many inside.
func (s *splitter) continues() bool {
	i := s.trivia(s.i)
	n := strings.LastIndexByte(s.text[s.i:i], '\n')
	// Only a line that begins deeper than the unit shows that the unit goes on.
	if n < 0 || i == len(s.text) || s.text[i] == ')' || i-(s.i+n+1) <= s.margin {
		return false
	}
	head, _ := headAt(s.text, i)
	if s.text[i] != '(' || !slices.Contains(containers[s.container], head) {
		return true
	}
	if s.asked || i-s.start > MaxUnitSize {
		return false // once for each unit, so that the time stays linear
	}
	s.asked = true
	return closesInside(s.text[s.start:i+1], s.margin)
}

// breaks reports whether the parenthesis at s.i, the first thing on its line
// and inside a form, looks like the start of another unit or form.
func (s *splitter) breaks() bool {
	head, _ := s.head()
	if s.startsForm(head) {
		return true
	}
	if slices.Contains(containers[s.container], head) && (s.col() == s.usual || s.col() == 1) {
		return true
	}
	return s.recovering && s.col() == 1 && s.usual != 1
}

// startsForm reports whether the parenthesis at s.i, before the given head,
// is in column 1 and starts a form of a file, and not one of the container
// that is open.
func (s *splitter) startsForm(head string) bool {
	return s.fresh && s.col() == 1 && slices.Contains(topLevel, head) && !slices.Contains(containers[s.container], head)
}

func (s *splitter) head() (word string, end int) { return headAt(s.text, s.i) }

// headAt returns the word that follows the parenthesis at i, if one does, and
// its end.
func headAt(text string, i int) (word string, end int) {
	start := triviaEnd(text, i+1)
	end = start
	if start < len(text) && strings.IndexByte(`();"`, text[start]) < 0 {
		end = wordEnd(text, start)
	}
	return text[start:end], end
}

func (s *splitter) trivia(i int) int { return triviaEnd(s.text, i) }

// triviaEnd returns the end of the white space and comments at i.
func triviaEnd(text string, i int) int {
	for i < len(text) {
		if text[i] == ';' {
			i = lineEnd(text, i)
			continue
		}
		end := spaceEnd(text, i)
		if end == i {
			break
		}
		i = end
	}
	return i
}

// skip moves to end, keeping count of lines.
func (s *splitter) skip(end int) {
	if n := strings.LastIndexByte(s.text[s.i:end], '\n'); n >= 0 {
		s.lineStart, s.fresh = s.i+n+1, true
	}
	s.i = end
}

// consume moves after a token of a form.
func (s *splitter) consume(end int) {
	s.skip(end)
	s.fresh, s.solid = false, end
}

// col returns the column of s.i, in bytes from 1.
func (s *splitter) col() int { return s.i - s.lineStart + 1 }

func (s *splitter) add(kind PieceKind, start int) {
	if s.i > start {
		s.cuts = append(s.cuts, cut{kind: kind, start: start, end: s.i, before: s.before})
	}
}
