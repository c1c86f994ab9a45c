package syntax

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// Early versions of mantrac merge wrote a conflict without the lines of either
// side, above what it is about:
//
//	; conflict: pre/0 of transition pay: both sides change it, in different ways
//	; ours: (= a false)
//	; theirs: removed
//	(pre (= a true))

// earlyTitle is the title: what in a declaration it is about, if not all of it, and
// the declaration.
var earlyTitle = lazyregexp.New(`^(?:([a-z]+)/(\S+) of )?(constant|variable|transition|case) ([^\s:]+): `)

// earlyParts are the lists that hold what a title names.
var earlyParts = map[string]string{"pre": "pre", "post": "post", "goal": "goal", "init": "init", "check": "checks"}

var earlyDeclarations = map[string]string{"constant": "const", "variable": "var", "transition": "transition", "case": "case"}

// earlySides returns what the lines of a conflict say of the sides, and where the
// lines end. It reports false if a side has no line, or several.
func earlySides(text string, c conflict) (sides [2]string, end int, ok bool) {
	s := conflictScanner{text: text, start: c.start, end: c.start}
	for s.next() && strings.HasPrefix(s.content(), ConflictStart) {
	}
	for i, mark := range []string{ConflictOurs, ConflictTheirs} {
		said, found := strings.CutPrefix(s.content(), mark+" ")
		if !found {
			return sides, 0, false
		}
		sides[i], end = said, s.end
		s.next()
	}
	return sides, end, !strings.HasPrefix(s.content(), ConflictTheirs)
}

// earlyFixes returns the edits that take either side of a conflict of an early
// version, or nil if the file does not have what it is about. Read returns the words of the
// file.
func earlyFixes(f *source.File, c conflict, read func() *words) [][]diag.Edit {
	if c.git || len(c.about) != 1 {
		return nil
	}
	title := earlyTitle.FindStringSubmatch(c.about[0])
	sides, end, ok := earlySides(f.Text(), c)
	if !ok || title == nil {
		return nil
	}
	at, ok := read().earlyPlace(title)
	if !ok {
		return nil
	}
	var fixes [][]diag.Edit
	for _, side := range sides {
		edits := []diag.Edit{{Span: f.Span(c.start, end)}}
		switch {
		case side == "unchanged":
		case side == "removed":
			edits = append(edits, diag.Edit{Span: f.Span(at[0], at[1])})
		// No fix for either side is better than one for a single side.
		case strings.HasPrefix(side, "renamed to "), earlyTitle.MatchString(side):
			return nil // of a name that is used elsewhere, or of another thing
		default:
			edits = append(edits, diag.Edit{Span: f.Span(at[0], at[1]), New: side})
		}
		fixes = append(fixes, edits)
	}
	return fixes
}

// earlyPlace returns where what a title names is in a text.
func (x *words) earlyPlace(title []string) (at [2]int, ok bool) {
	for _, i := range x.declarations[[2]string{earlyDeclarations[title[3]], title[4]}] {
		if title[1] == "" {
			return x.place(i), true
		}
		for _, part := range x.items(i) {
			if x.word(part) != "(" || x.word(part+1) != earlyParts[title[1]] {
				continue
			}
			items := x.items(part)
			// Clauses are named by their index, checks and values by their name.
			if n, err := strconv.Atoi(title[2]); err == nil && n < len(items) {
				return x.place(items[n]), true
			}
			for _, item := range items {
				if x.word(item+1) == title[2] {
					return x.place(item), true
				}
			}
		}
	}
	return at, false
}

// words are the tokens of a text without trivia.
type words struct {
	text         string
	tokens       []Token
	declarations map[[2]string][]int // by keyword and name: where they begin
}

func wordsOf(text string) *words {
	x := &words{text: text, declarations: make(map[[2]string][]int)}
	for _, k := range Lex(text) {
		if !k.Kind.IsTrivia() {
			x.tokens = append(x.tokens, k)
		}
	}
	keywords := slices.Collect(maps.Values(earlyDeclarations))
	for i := range x.tokens {
		if keyword := x.word(i + 1); x.word(i) == "(" && slices.Contains(keywords, keyword) {
			key := [2]string{keyword, x.word(i + 2)}
			x.declarations[key] = append(x.declarations[key], i)
		}
	}
	return x
}

func (x *words) word(i int) string {
	if i >= len(x.tokens) {
		return ""
	}
	return x.text[x.tokens[i].Start:x.tokens[i].End]
}

// next returns the token after the item that begins with one.
func (x *words) next(i int) int {
	for depth := 0; i < len(x.tokens); {
		switch x.word(i) {
		case "(":
			depth++
		case ")":
			depth--
		}
		if i++; depth <= 0 {
			break
		}
	}
	return i
}

// items returns where the items of a list begin, after its head.
func (x *words) items(list int) []int {
	var items []int
	for i, end := list+2, x.next(list)-1; i < end; i = x.next(i) {
		items = append(items, i)
	}
	return items
}

func (x *words) place(i int) [2]int { return [2]int{x.tokens[i].Start, x.tokens[x.next(i)-1].End} }
