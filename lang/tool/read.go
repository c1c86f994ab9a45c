package tool

import (
	"path"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
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
	// Up to here the problems are those of the syntax.
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
func (r *reporter) parse() (root *document.Node, whole bool) {
	if size := len(r.file.Text()); size > maxBytes {
		r.report(tooLarge(r.file.Span(0, 0), size))
		return nil, false
	}
	read := document.ReadJSON
	if ext := strings.ToLower(path.Ext(r.file.Name())); ext == ".yaml" || ext == ".yml" {
		read = document.ReadYAML
	}
	root, whole = read(r.file, document.Options{
		Depth: maxDepth, Values: maxValues, Fewer: "write what is shared as a schema of its own and refer to it by `$ref`",
		Syntax: "MC0501", Duplicate: "MC0508", Limit: "MC0511", Report: r.report,
	})
	if root == nil && whole {
		r.report(document.Fault{Code: "MC0501", At: r.file.Span(len(r.file.Text()), len(r.file.Text())), Message: "the file is empty; expected a list of tools"})
	}
	return root, whole
}
