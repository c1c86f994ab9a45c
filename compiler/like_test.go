package compiler_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestFormulasOfPatterns holds the reference encoding of models that ask what strings
// are like against the interpreter, trace by trace.
func TestFormulasOfPatterns(t *testing.T) {
	lib := library(t)
	n := count{}
	for _, tiny := range []bool{true, false} {
		gen := modeltest.Likened(tiny)
		modeltest.Costly(t, 50, 800, func(t *rapid.T) {
			p := gen.Draw(t, "project")
			formulaAgrees(t, lib, p, p, p.Suite.Cases[0], func(*system.Trace) bool { return true }, &n)
		})
	}
	t.Logf("%+v", n)
	if !testing.Short() && (n.yes == 0 || n.no == 0) {
		t.Errorf("the law says too little: %+v", n)
	}
}
