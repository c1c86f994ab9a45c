package validate

import (
	"errors"
	"reflect"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
)

// A recording has all of a decision but for the reason and the part of the clock,
// which answers that are kept have none of, and for that there is a longer
// answer, which only tells the portfolio that no proof need be looked for, or that a search
// could do no more. On what an answer was spent is asked for without recordings.
func TestRecordingsHoldDecisions(t *testing.T) {
	d := decision{answer: Found, proved: true, exact: true, trace: &system.Trace{}, engine: Explicit, why: "so", took: []Took{{Explicit, 7}, {SMT, 8}}}
	v := reflect.ValueOf(d)
	for i := range v.NumField() {
		if name := v.Type().Field(i).Name; name != "reason" && name != "timed" && name != "longer" && name != "cost" && name != "settled" && v.Field(i).IsZero() {
			t.Errorf("this test, and perhaps the recording, knows nothing of %s", name)
		}
	}
	one := &recording{Entries: []entry{{"q", d}}, Marks: [][]string{nil, {"a", "b"}}, Stats: Stats{States: 1, Queries: 2, Solve: 3, Encode: 4, Search: 5, Explain: 6}}
	two, err := decodeRecording(one.encode())
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(one, two) {
		t.Errorf("%+v became %+v", one, two)
	}
	if _, err := decodeRecording([]byte(`{"v":4,"answers":[{"q":"q","a":0,"e":"auto"}]}`)); !errors.Is(err, errNoRecording) {
		t.Errorf("an answer that is unknown is read: %v", err)
	}
}
