package stage_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/stage"
	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// Edits that leave a verdict unknown are not used, and it is said of which case.
func TestUnknownIsNoRepair(t *testing.T) {
	x := repair.Conflict{File: "s.checks", Case: "c", Kind: validate.NoCompliantTrace}
	e := &repair.Effect{Closed: []repair.Conflict{x}}
	if ok, text := stage.ClosedBy(e.Closed, e); !ok || strings.Contains(text, "unknown") {
		t.Errorf("edits that close a conflict: %v, %s", ok, text)
	}
	e.Unknown = []repair.Unknown{{File: "s.checks", Case: "other", Reason: "the limit"}}
	if ok, text := stage.ClosedBy(e.Closed, e); ok || !strings.Contains(text, "leaves the verdict of other unknown: the limit") {
		t.Errorf("edits that leave a verdict unknown: %v, %s", ok, text)
	}
}
