package format

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// Source returns the text of a file in the canonical layout. The error is an
// [*Invalid] where the file has errors of lexis or grammar, and else a
// [*Refused].
func Source(file *source.File, kind ast.Kind) ([]byte, error) {
	return File(ast.Parse(file, kind, nil))
}

// File is [Source] for a file that has been parsed.
func File(f *ast.File) ([]byte, error) {
	if e := newInvalid(f); len(e.Faults) > 0 {
		return nil, e
	}
	out := layout(f)
	if err := guard(f, out); err != nil {
		return nil, err
	}
	return []byte(out), nil
}

// layout returns the text of a well-formed file in the canonical layout, or
// the beginning of it if that is longer than a file may be.
func layout(f *ast.File) string {
	root := read(f.Tree)
	root.arrange(file)
	root.measure()
	var p printer
	p.file(root)
	return p.out.String()
}

// Invalid is a file with errors of lexis or grammar. There is no telling
// what its layout should show.
type Invalid struct {
	Faults []diag.Diagnostic // the errors, at least one
}

// nothingChecked is the code of a case without checks, which is well formed.
const nothingChecked diag.Code = "MC0118"

func newInvalid(f *ast.File) *Invalid {
	return &Invalid{Faults: lists.Filter(diag.Canonical(f.Faults), func(d diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Code != nothingChecked
	})}
}

// Error implements error with the first of the errors.
func (e *Invalid) Error() string {
	first := e.Faults[0]
	text := fmt.Sprintf("%s: %s", first.Primary, first.Message)
	if n := len(e.Faults) - 1; n > 0 {
		text += fmt.Sprintf(" (and %d more)", n)
	}
	return text
}

// Refused is a well-formed file whose layout would not say the same, or
// would not be stable. That is a mistake of this package; nothing may be
// written.
type Refused struct {
	At  source.Span // where the layout first differs
	Why string
}

// Error implements error.
func (e *Refused) Error() string { return fmt.Sprintf("%s: not formatted: %s", e.At, e.Why) }
