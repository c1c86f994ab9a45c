package format

import (
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// A case without checks is well formed, and is laid out.
func TestCaseWithoutChecks(t *testing.T) {
	out, err := Source(source.NewFile("a.checks", "(case  begun (prompt \"Lend Dune.\"))\n"), ast.ChecksFile)
	if want := "(case begun\n  (prompt \"Lend Dune.\"))\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v", out, err)
	}
}
