package checker_test

import "testing"

// An operator of another language before its operands is reported, whatever
// stands around it, and nothing panics.
func TestBareOperatorWithoutOperands(t *testing.T) {
	for _, pre := range []string{"in", "in true", "in looked", "looked in", "(= looked in)", "(in", "\n in\n looked"} {
		m := checked("(model (var looked Bool)\n (transition t (params) (pre "+pre+")\n (post (= (next looked) true))))", nil)
		if len(m.Diagnostics) == 0 {
			t.Errorf("nothing is found in %q", pre)
		}
	}
}
