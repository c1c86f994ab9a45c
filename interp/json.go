package interp

import (
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// maxDepth bounds how deeply the values of a trace are nested.
const maxDepth = 256

// A TraceError is what is wrong with a trace, and where.
type TraceError struct {
	At      source.Span
	Message string
}

// Error renders the error as FILE:LINE:COLUMN: MESSAGE.
func (e *TraceError) Error() string { return e.At.String() + ": " + e.Message }

// readValues returns the values in a file of JSON, one after the other. All
// numbers in them can be computed with.
func readValues(file *source.File) ([]*document.Node, error) {
	list, found := valuesBy(document.ReadJSONValues, file)
	if text := strings.TrimLeft(file.Text(), "\ufeff \t\r\n"); len(found) > 0 && document.AreLines(text, text[0]) {
		// A record that is not closed on its line is wrong there, not where the next begins.
		if _, ofLines := valuesBy(document.ReadJSONLines, file); len(ofLines) > 0 {
			found = ofLines
		}
	}
	if len(found) > 0 {
		return nil, &TraceError{found[0].Primary, found[0].Message}
	}
	for _, n := range list {
		if err := computable(n); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// valuesBy returns the values in a file, and what is wrong with them.
func valuesBy(read func(*source.File, document.Options) ([]*document.Node, bool), file *source.File) (list []*document.Node, found []diag.Diagnostic) {
	list, _ = read(file, document.Options{Depth: maxDepth, Report: func(p diag.Problem) {
		found = append(found, p.Diagnose())
	}})
	return list, found
}

// computable reports a number that is too large.
func computable(n *document.Node) error {
	if n.Kind == document.Number {
		if _, err := n.Exact(); err != nil {
			return &TraceError{n.At, err.Error()}
		}
	}
	for _, item := range n.Items {
		if err := computable(item); err != nil {
			return err
		}
	}
	for _, m := range n.Members {
		if err := computable(m.Value); err != nil {
			return err
		}
	}
	return nil
}

// exact returns the value of a node whose numbers can be computed with.
func exact(n *document.Node) types.Value {
	v, _ := n.Exact()
	return v
}
