package syntax

import (
	"slices"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// Limits of what is read; see the package comment.
const (
	MaxSize     = 16 << 20 // bytes of a file
	MaxUnitSize = 1 << 20  // bytes of one unit
	MaxUnits    = 100_000  // units of a file
	MaxDepth    = 512      // nested parentheses
	MaxErrors   = 1_000    // errors reported of one file
)

// A Tree is a file cut into pieces. It is immutable.
type Tree struct {
	File   *source.File
	Pieces []Piece // in the order of the file, covering it

	// Faults are the violations of lexis and parentheses, with positions in
	// File.
	Faults []diag.Diagnostic

	unmerged bool // there are markers of git, and their side is not read
	unread   bool // nothing of the file is read
	partial  bool // the text that was read is that of the file with parts of it blank

	// For reading the file again after an edit, see [Tree.resplit].
	plain          bool    // the file was read as it is, and is not odd
	states         []state // of the splitter, where each piece starts
	prefix, suffix int     // pieces at the start and at the end that are those of prev

	once    sync.Once
	offsets map[*source.File]int // of the fragments
}

// A Piece is a fragment at its place in the file.
type Piece struct {
	Kind  PieceKind
	Start int
	*Fragment
}

// A Fragment is the text of a piece, read. It knows nothing of its place in
// the file, and serves in every later tree in which the same text occurs.
type Fragment struct {
	Source *source.File
	Tokens []Token
	Forms  []*Form // one for a unit whose text could be read

	col     int               // of a unit: bytes before it on its line
	unclean bool              // checkCharacters has something to report
	faults  []diag.Diagnostic // everything else, with positions in Source
}

// Form returns the form of a unit, or nil where its text could not be read.
func (f *Fragment) Form() *Form {
	if len(f.Forms) == 0 {
		return nil
	}
	return f.Forms[0]
}

// Text returns the text of a token or form.
func (f *Fragment) Text(start, end int) string { return f.Source.Text()[start:end] }

// Broken reports whether something is wrong with the characters or the
// parentheses of the fragment.
func (f *Fragment) Broken() bool { return f.unclean || len(f.faults) > 0 }

// problems returns the faults of the fragment. Those of characters are found
// anew each time: a file can have millions of them, and few are reported.
func (f *Fragment) problems() []diag.Diagnostic {
	if !f.unclean {
		return f.faults
	}
	return append(checkCharacters(f, MaxErrors), f.faults...)
}

// Parse reads a file. It never fails: what is wrong is in Faults. Fragments
// of prev, which may be nil, are used again where their text occurs.
func Parse(file *source.File, prev *Tree) *Tree {
	t := &Tree{File: file}
	if len(file.Text()) > MaxSize {
		t.Faults = append(t.Faults, diag.Of(tooLarge{At: file.Span(0, 0), What: "the file", Unit: "bytes", Size: len(file.Text()), Max: MaxSize}))
		t.unread, t.Pieces = true, []Piece{{Kind: Stray, Fragment: &Fragment{Source: file}}}
		return t
	}
	if p, ok := foreign(file); ok {
		t.Faults = append(t.Faults, diag.Of(p))
		t.unread, t.Pieces = true, []Piece{{Kind: Stray, Fragment: &Fragment{Source: file}}}
		return t
	}
	conflicts := conflictsIn(file.Text())
	read := file
	if text, unmerged := readable(file.Text(), conflicts); unmerged {
		t.unmerged, t.partial, read = true, true, source.NewFile(file.Name(), text)
	}
	if t.unmerged || !t.edit(prev) {
		t.read(read, prev.fragments(0, -1))
	}
	t.Faults = unresolved(file, conflicts)
	if !t.unmerged {
		t.gather()
	}
	return t
}

// Unmerged reports whether git has left a conflict in the file. Our side of it
// is read, and nothing but the conflict is reported: what else is wrong may be
// right in the other version.
func (t *Tree) Unmerged() bool { return t.unmerged }

// read reads the whole file, or a text of the same length in its place.
// Fragments are taken from old where they are the same.
func (t *Tree) read(file *source.File, old map[reading][]*Fragment) {
	s := split(file.Text(), false)
	t.plain = !s.odd && !t.partial
	t.Pieces, t.states = build(file, s, old)
	if s.odd && t.broken() {
		t.Pieces, t.states = build(file, split(file.Text(), true), old)
	}
}

// Reused returns the number of pieces at the start and at the end that are
// those of the tree that [Parse] was given, apart from their places.
func (t *Tree) Reused() (prefix, suffix int) { return t.prefix, t.suffix }

// broken reports whether the plain reading has anything to recover from: its
// parentheses do not match, or it is not well formed in some unit. A file
// that merely looks odd is left as it is.
func (t *Tree) broken() bool {
	open := false
	for _, p := range t.Pieces {
		switch {
		case p.Kind == Stray || p.Broken():
			return true
		case p.Kind == Open && open:
			return true
		case p.Kind == Open:
			open = true
		case p.Kind == Close:
			open = false
		case p.Kind == Unit && misplaced(p.Fragment, open):
			return true
		}
	}
	return open
}

// build reads the pieces that have been cut.
func build(file *source.File, s *splitter, old map[reading][]*Fragment) ([]Piece, []state) {
	cuts, text := s.cuts, file.Text()
	if s.i < len(text) {
		cuts = append(cuts, cut{kind: Stray, start: s.i, end: len(text)})
	}
	return buildCuts(file, cuts, old)
}

func buildCuts(file *source.File, cuts []cut, old map[reading][]*Fragment) ([]Piece, []state) {
	text := file.Text()
	pieces, states := make([]Piece, len(cuts)), make([]state, len(cuts))
	taken := make(map[reading]int)
	var fresh []int
	for i, c := range cuts {
		part := reading{c.kind, text[c.start:c.end], c.col}
		pieces[i], states[i] = Piece{Kind: c.kind, Start: c.start}, c.before
		if had := old[part]; taken[part] < len(had) {
			pieces[i].Fragment = had[taken[part]]
			taken[part]++
			continue
		}
		fresh = append(fresh, i)
	}
	parallel.For(len(fresh), func(n int) {
		p := &pieces[fresh[n]]
		// A fragment outlives its file, and must not keep all of its text.
		part := strings.Clone(text[p.Start:cuts[fresh[n]].end])
		p.Fragment = newFragment(file.Name(), part, p.Kind, cuts[fresh[n]].col)
	})
	return pieces, states
}

// A reading is what a fragment is made of: `(model` is one thing as the
// opening of a container, and another as a unit that lacks a parenthesis.
type reading struct {
	kind PieceKind
	text string
	col  int
}

// fragments returns the fragments of the pieces from one index to another,
// or to the end if that is negative. A text that occurs several times has
// several: fragments are told apart by identity.
func (t *Tree) fragments(from, to int) map[reading][]*Fragment {
	if t == nil {
		return nil
	}
	if to < 0 {
		to = len(t.Pieces)
	}
	m := make(map[reading][]*Fragment, to-from)
	for _, p := range t.Pieces[from:to] {
		r := reading{p.Kind, p.Source.Text(), p.col}
		m[r] = append(m[r], p.Fragment)
	}
	return m
}

// Resolve turns a span in a fragment of the tree into a span in its file.
// Spans of other files are returned as they are.
func (t *Tree) Resolve(s source.Span) source.Span {
	t.once.Do(func() {
		t.offsets = make(map[*source.File]int, len(t.Pieces))
		for _, p := range t.Pieces {
			t.offsets[p.Source] = p.Start
		}
	})
	if at, ok := t.offsets[s.File]; ok {
		return t.File.Span(s.Start+at, s.End+at)
	}
	return s
}

// Print returns the text that the tree was read from, from its tokens.
func (t *Tree) Print() string {
	if t.partial {
		return t.File.Text() // not all of it has been read
	}
	var b strings.Builder
	for _, p := range t.Pieces {
		if p.Tokens == nil {
			b.WriteString(p.Source.Text()) // beyond a limit, not lexed
		}
		for _, tok := range p.Tokens {
			b.WriteString(p.Text(tok.Start, tok.End))
		}
	}
	return b.String()
}

// gather collects the faults of the fragments and of the pieces' places.
func (t *Tree) gather() {
	defer func() { doubtParentheses(t.Faults, t.endsOpen()) }()
	for i, p := range t.Pieces {
		if len(t.Faults) > MaxErrors {
			return
		}
		for _, d := range p.problems() {
			t.Faults = append(t.Faults, d.Map(t.Resolve))
		}
		switch p.Kind {
		case Stray:
			if fault := t.strayFault(i); fault != nil {
				t.Faults = append(t.Faults, diag.Of(fault).Map(t.Resolve))
			}
		case Open:
			if !t.closes(i) {
				t.Faults = append(t.Faults, diag.Of(t.unclosedFault(i)).Map(t.Resolve))
			}
		}
	}
}

// cutOff reports whether the last piece is a rest that has not been read.
func (t *Tree) cutOff() bool {
	last := len(t.Pieces) - 1
	return last > 2*MaxUnits && t.Pieces[last].Kind == Stray
}

// endsOpen reports whether the forms of the file end with something else than
// the parenthesis that closes a container.
func (t *Tree) endsOpen() bool {
	for _, p := range slices.Backward(t.Pieces) {
		if p.Kind != Gap && p.Kind != Stray {
			return p.Kind != Close
		}
	}
	return false
}

// closes reports whether the container opened by piece i is closed. One that
// is closed in a rest that has not been read counts as closed.
func (t *Tree) closes(i int) bool {
	for _, p := range t.Pieces[i+1:] {
		switch p.Kind {
		case Close:
			return true
		case Open:
			return false
		}
	}
	return t.cutOff()
}

// unclosedFault says that the container opened by piece i is not closed; it
// should be, after the last unit before the next container.
func (t *Tree) unclosedFault(i int) unclosed {
	last := t.Pieces[i]
	for _, p := range t.Pieces[i+1:] {
		if p.Kind == Open {
			break
		}
		if p.Kind == Unit {
			last = p
		}
	}
	open := t.Pieces[i].Source
	end := t.Resolve(last.Source.Span(len(last.Source.Text()), len(last.Source.Text())))
	return unclosed{Open: open.Span(0, 1), Missing: 1, Insert: []source.Span{end}, Rigid: last.Kind == Unit && rigidAt(last.Fragment, nil, len(last.Source.Text()))}
}

// strayFault says what is wrong with the place of piece i, unless it has not
// been looked at.
func (t *Tree) strayFault(i int) diag.Problem {
	p := t.Pieces[i]
	switch {
	case t.cutOff() && i == len(t.Pieces)-1:
		return tooLarge{At: p.Source.Span(0, 0), What: "the file", Unit: "clauses and parts of cases", Max: MaxUnits}
	case p.Tokens == nil:
		return nil
	}
	for _, tok := range p.Tokens {
		if tok.Kind == RParen {
			return unmatched{At: p.Source.Span(tok.Start, tok.End), Rigid: t.rigidStray(i, tok)}
		}
	}
	if name, ok := t.severalWords(i); ok {
		return severalWords{At: p.Source.Span(p.Tokens[0].Start, p.Tokens[len(p.Tokens)-1].End), Name: name}
	}
	first := p.Tokens[0]
	o := outside{At: p.Source.Span(first.Start, first.End), Lines: t.strayLines(i), Named: t.named(i)}
	if before := t.File.Text()[:p.Start]; o.Named {
		start := strings.LastIndex(before, "model")
		o.Model = t.File.Span(start, start+len("model"))
	}
	return o
}

// rigidStray reports whether a closing parenthesis in the stray piece i is the
// one too many, and none on the line before it.
func (t *Tree) rigidStray(i int, tok Token) bool {
	if tok.Start > 0 {
		return false
	}
	for _, p := range slices.Backward(t.Pieces[:i]) {
		text := p.Source.Text()
		switch {
		case p.Kind == Unit:
			return rigidBefore(p.Fragment, len(text))
		case p.Kind == Close:
		case p.Kind != Gap || strings.Contains(text, "\n"):
			return false
		}
	}
	return false
}

// named reports whether a stray piece is one token after the opening of a
// model.
func (t *Tree) named(i int) bool {
	if t.Pieces[i].Tokens[0].End != len(t.Pieces[i].Source.Text()) {
		return false
	}
	if i > 0 && t.Pieces[i-1].Kind == Gap {
		i--
	}
	if i == 0 || t.Pieces[i-1].Kind != Open {
		return false
	}
	head, _ := headAt(t.Pieces[i-1].Source.Text(), 0)
	return head == "model"
}

// severalWords returns the name of a case that the stray piece i goes on with, as
// in (case in stock …), from its first word to its last.
func (t *Tree) severalWords(i int) (source.Span, bool) {
	stray := t.Pieces[i]
	if i > 0 && t.Pieces[i-1].Kind == Gap {
		i--
	}
	if i == 0 || t.Pieces[i-1].Kind != Open {
		return source.Span{}, false
	}
	open := t.Pieces[i-1]
	text := open.Source.Text()
	head, end := headAt(text, 0)
	name, nameEnd := headAt(text, end-1)
	if head != "case" || !IsIdent(name) || slices.ContainsFunc(stray.Tokens, func(tok Token) bool { return tok.Kind != Ident && tok.Kind != Int && tok.Kind != Space }) {
		return source.Span{}, false
	}
	return t.File.Span(open.Start+nameEnd-len(name), stray.Start+stray.Tokens[len(stray.Tokens)-1].End), true
}

// strayLines returns where the lines of a stray piece start, or nil if they
// cannot be made comments: a form follows on the last one.
func (t *Tree) strayLines(i int) []source.Span {
	p := t.Pieces[i]
	if rest := t.File.Text()[p.Start+len(p.Source.Text()):]; strings.HasPrefix(strings.TrimLeft(rest, " \t"), "(") {
		return nil
	}
	var lines []source.Span
	fresh := true
	for _, tok := range p.Tokens {
		breaks := strings.Contains(p.Text(tok.Start, tok.End), "\n")
		switch {
		case tok.Kind.IsTrivia():
			fresh = fresh || breaks
			continue
		case breaks:
			return nil // a string over several lines
		case fresh:
			lines = append(lines, p.Source.Span(tok.Start, tok.Start))
		}
		fresh = false
	}
	return lines
}
