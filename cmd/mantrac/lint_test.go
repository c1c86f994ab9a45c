package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/compiler/z3"
)

// The first interrupt of lint ends it: what has been found is written, as a
// whole, and how much is not known is said.
func TestInterruptedLint(t *testing.T) {
	if _, err := z3.Load(); err != nil {
		t.Skip("this asks the solver: ", err)
	}
	var out, errs bytes.Buffer
	stopped(t, os.Interrupt, func() bool { return out.Len() > 0 }, func() *exec.Cmd {
		c := program(t, "lint", "--engine", "reference", "--timeout", "0", "--format", "json", "../../examples/airline")
		errs.Reset()
		c.Stdout, c.Stderr = &out, &errs
		return c
	})
	var doc struct{ Diagnostics []json.RawMessage }
	if err := json.Unmarshal(out.Bytes(), &doc); err != nil {
		t.Errorf("%v\n%s", err, out.String())
	}
	if !strings.Contains(errs.String(), "questions have no answer: ") || !strings.Contains(errs.String(), "because: interrupted") {
		t.Errorf("it says %q", errs.String())
	}
}
