package edit

import "github.com/mantrac/mantrac/lang/diag"

// blame says of each error in a result which edit is to blame.
func (p *plan) blame(edits []Edit, changes []Change, errs []diag.Diagnostic, o ApplyOptions) []Fault {
	return []Fault{{Edit: -1, Message: "the result has errors", Found: errs}}
}
