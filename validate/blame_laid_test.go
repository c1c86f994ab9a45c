package validate

import (
	"testing"

	"github.com/mantrac/mantrac/lang/types"
)

// A case that says something of a part of a record leaves the other parts as a
// witness has them.
func TestLaid(t *testing.T) {
	object := func(list ...types.Member) types.Object { return list }
	inner := object(types.Member{Name: "x", Value: types.Text("a")}, types.Member{Name: "y", Value: types.Boolean(true)})
	had := object(types.Member{Name: "f", Value: inner}, types.Member{Name: "g", Value: types.Text("b")})
	for _, test := range []struct {
		over types.Value
		want string
	}{
		{object(), `(record (f (record (x "a") (y true))) (g "b"))`},
		{object(types.Member{Name: "g", Value: types.Text("c")}), `(record (f (record (x "a") (y true))) (g "c"))`},
		{object(types.Member{Name: "f", Value: object(types.Member{Name: "y", Value: types.Boolean(false)})}), `(record (f (record (x "a") (y false))) (g "b"))`},
	} {
		if got := laid(had, test.over).String(); got != test.want {
			t.Errorf("%v over %v: %s, and not %s", test.over, had, got, test.want)
		}
	}
	if got := laid(types.Text("a"), types.Text("b")); got != types.Value(types.Text("b")) {
		t.Errorf("a string over another: %v", got)
	}
	if want := `(record (f (record (x "a") (y true))) (g "b"))`; had.String() != want {
		t.Errorf("the value below became %v", had)
	}
}
