package published

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// extension is a use of what the published grammar lacks in its place.
type extension struct {
	At   source.Span
	Word string
}

// Diagnose implements [diag.Problem].
func (p extension) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0128", p.At, "`%s` is an extension here, and --strict-grammar refuses it", p.Word)
	d.Notef("the strict grammar is that of the MANTRA paper, appendix B")
	d.Helpf("write what the paper's grammar has, or check the file without --strict-grammar")
	return d
}
