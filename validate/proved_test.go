package validate_test

import (
	"testing"

	"github.com/mantrac/mantrac/validate"
)

// A verdict is proved only if what it rests on holds at every length: that of an
// unknown case never is.
func TestProved(t *testing.T) {
	conflict := validate.Forward{Answer: validate.Found}
	for _, test := range []struct {
		c    validate.Case
		want bool
	}{
		{validate.Case{Verdict: validate.UnknownVerdict}, false},
		{validate.Case{Verdict: validate.UnsatisfiableChecks, ChecksAlone: validate.ChecksAlone{Answer: validate.None}}, false},
		{validate.Case{Verdict: validate.UnsatisfiableChecks, ChecksAlone: validate.ChecksAlone{Answer: validate.None, Proved: true}}, true},
		{validate.Case{Verdict: validate.NoCompliantTrace, Compliant: validate.Compliant{Answer: validate.None}}, false},
		{validate.Case{Verdict: validate.NoCompliantTrace, Compliant: validate.Compliant{Answer: validate.None, Proved: true}}, true},
		{validate.Case{Verdict: validate.Consistent, Forward: validate.Forward{Answer: validate.None}}, false},
		{validate.Case{Verdict: validate.Consistent, Forward: validate.Forward{Answer: validate.None, Proved: true}}, true},
		{validate.Case{Verdict: validate.ForwardConflict, Forward: conflict}, true},
	} {
		if got := test.c.Proved(); got != test.want {
			t.Errorf("%s: proved is %v; unproved are %v", test.c.Verdict, got, test.c.Unproved())
		}
	}
}
