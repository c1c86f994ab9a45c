package repair_test

import (
	"errors"
	"testing"

	"github.com/mantrac/mantrac/repair"
	"github.com/mantrac/mantrac/validate"
)

// A conflict is closed only where the questions about it have an answer.
func TestUnknownClosesNothing(t *testing.T) {
	limit := errors.New("the limit")
	caseOf := func(v validate.Verdict, backward ...validate.Backward) *validate.Case {
		c := &validate.Case{Name: "c", File: "s.checks", Verdict: v, Backward: backward}
		c.ChecksAlone.Answer, c.Compliant.Answer, c.Forward.Answer = validate.Found, validate.Found, validate.None
		return c
	}
	commission := func(check string, a validate.Answer) validate.Backward {
		return validate.Backward{Check: check, Class: validate.Commission, Answer: a, Reason: limit}
	}
	none := caseOf(validate.NoCompliantTrace)
	none.Compliant.Answer = validate.None
	open := caseOf(validate.UnknownVerdict)
	open.Compliant = validate.Compliant{Reason: limit}
	for _, x := range []struct {
		what            string
		old, new        *validate.Case
		closed, unknown int
	}{
		{"a trace", none, caseOf(validate.Consistent), 1, 0},
		{"no answer", none, open, 0, 1},
		{"a check that refuses no more", caseOf(validate.OverRestrictive, commission("a", validate.Found), commission("b", validate.Found)),
			caseOf(validate.OverRestrictive, commission("a", validate.None), commission("b", validate.Found)), 1, 0},
		{"a check without an answer beside one that refuses", caseOf(validate.OverRestrictive, commission("a", validate.Found), commission("b", validate.Found)),
			caseOf(validate.OverRestrictive, commission("a", validate.Unknown), commission("b", validate.Found)), 0, 0},
	} {
		if e := repair.Compare(x.old, x.new); len(e.Closed) != x.closed || len(e.Opened) != 0 || len(e.Unknown) != x.unknown {
			t.Errorf("%s: closed %v, opened %v, unknown %v", x.what, e.Closed, e.Opened, e.Unknown)
		}
	}
}
