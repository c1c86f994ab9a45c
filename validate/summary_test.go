package validate

import "testing"

// Where the time was over before any engine was asked, nothing is known.
func TestNobodyWasAsked(t *testing.T) {
	c := &contest{search: contender{engine: Explicit}}
	c.list, c.by = []*contender{&c.search}, &c.search
	if d := c.summary(); d.answer != Unknown {
		t.Errorf("the answer is %v", d.answer)
	}
}
