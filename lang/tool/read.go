package tool

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// Read reads the tools of a file: JSON, or YAML if it is named .yaml or .yml.
// The format is told by the shape of the file if want is [Auto]; otherwise
// another shape is an error. The set has all that could be read and is never
// nil, whatever the file holds. Read takes time about linear in the size of
// the file, within the limits of this package (see MC0511).
func Read(f *source.File, want Format) (*Set, []diag.Diagnostic) {
	r := &reporter{file: f}
	set := &Set{File: f, byName: map[string]*Tool{}}
	root, whole := r.parse()
	if root == nil {
		set.Format = want
		return set, r.problems
	}
	formal := len(r.problems)
	(&toolReader{reporter: r, set: set, want: want}).read(root)
	if !whole {
		// What else seems wrong may be so only because a part is missing.
		r.problems = r.problems[:formal]
	}
	return set, r.problems
}

// parse reads the file as JSON or YAML. The node is nil if there is nothing
// to go on with; whole says that all of the file has been understood.
func (r *reporter) parse() (root *node, whole bool) {
	text := r.file.Text()
	if len(text) > maxBytes {
		r.report(tooLarge(r.file.Span(0, 0), len(text)))
		return nil, false
	}
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") {
		r.report(fault{at: r.file.Span(0, 2), message: "the file is in UTF-16", help: "save it as UTF-8"})
		return nil, false
	}
	valid := r.checkUTF8(text)
	switch strings.ToLower(path.Ext(r.file.Name())) {
	case ".yaml", ".yml":
		if !valid {
			return nil, false // the parser would say so again
		}
		root, whole = readYAML(r)
	default:
		root, whole = readJSON(r)
	}
	return root, whole && valid
}

// checkUTF8 reports the first byte that is not UTF-8.
func (r *reporter) checkUTF8(text string) bool {
	if utf8.ValidString(text) {
		return true
	}
	first, count := -1, 0
	for i, c := range text {
		if c != utf8.RuneError || strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			continue
		}
		if first < 0 {
			first = i
		}
		count++
	}
	f := fault{at: r.file.Span(first, first+1), message: fmt.Sprintf("the byte 0x%02X is not UTF-8", text[first])}
	if count > 1 {
		f.note = fmt.Sprintf("it is the first of %d such bytes", count)
	}
	f.help = "save the file as UTF-8"
	r.report(f)
	return false
}
