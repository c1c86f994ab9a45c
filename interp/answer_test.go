package interp_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/types"
)

const pantry = `(model
  (var limit Int)
  (var n Int)
  (var m Int)
  (transition t
    (params)
    (results (items items (Array (Record (f Int) (g Int)))) (count count Int))
    (pre)
    (post
      (exists (x (result items)) (= limit (field x f)))
      (= (next n) (result count))
      (= (next m) 1))))
`

// Where no answer is known, some are tried; that none of them fits is no proof.
func TestPostOfGuessedAnswers(t *testing.T) {
	m := model(t, pantry, nil)
	x, c := interp.New(m), call(t, m, `{}`)
	s := state(t, m, `{"limit":3,"n":0,"m":0}`)
	for _, row := range []struct {
		next     string
		broken   []string
		complete bool
	}{
		{`{"limit":3,"n":40,"m":1}`, []string{"post (exists (x (result items)) (= limit (field x f)))"}, false},
		{`{"limit":3,"n":40,"m":2}`, []string{"post (exists (x (result items)) (= limit (field x f)))", "post (= (next m) 1)"}, true},
		{`{"limit":4,"n":40,"m":1}`, []string{"post (exists (x (result items)) (= limit (field x f)))", "frame limit"}, true},
	} {
		broken, complete := x.Post(s, c, state(t, m, row.next))
		if diff := cmp.Diff(row.broken, texts(broken)); diff != "" || complete != row.complete {
			t.Errorf("%s: complete is %v, (-want +got):\n%s", row.next, complete, diff)
		}
	}
}

// On the record, what an answer lacks tells nothing; in a witness it is undefined.
func TestPostOfAnswersThatLackParts(t *testing.T) {
	m := model(t, pantry, nil)
	x, c := interp.New(m), call(t, m, `{}`)
	s, next := state(t, m, `{"limit":3,"n":0,"m":0}`), state(t, m, `{"limit":3,"n":5,"m":1}`)
	count := types.Member{Name: "count", Value: types.NewInt(5)}
	items := types.Member{Name: "items", Value: types.List{types.Object{{Name: "f", Value: types.NewInt(3)}}}}
	lost := []string{"post (exists (x (result items)) (= limit (field x f)))"}
	for name, row := range map[string]struct {
		answer types.Object
		whole  []string
	}{
		"all that is read": {types.Object{count, items}, nil},
		"without its list": {types.Object{count}, lost},
		"of another count": {types.Object{{Name: "count", Value: types.NewInt(6)}, items}, []string{"post (= (next n) (result count))"}},
	} {
		if diff := cmp.Diff(row.whole, texts(x.PostWhole(s, c, row.answer, next))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		broken, complete := x.PostAnswered(s, c, row.answer, next)
		if recorded := len(row.whole) == 0 || name == "without its list"; recorded != (len(broken) == 0) || !complete {
			t.Errorf("%s: on the record it breaks %v", name, texts(broken))
		}
	}
	if got := texts(x.PostWhole(s, c, nil, next)); len(got) == 0 {
		t.Error("a witness without an answer is accepted")
	}
}

// A tied part of the answer that a witness lacks contradicts the model if the tie has
// a value.
func TestPostWholeOfTies(t *testing.T) {
	m := model(t, `(model (var n Int) (transition t (params) (results (count c Int)) (pre) (post (= (result c) n))))`, nil)
	x, s := interp.New(m), state(t, m, `{"n":2}`)
	if got := x.PostWhole(s, call(t, m, `{}`), types.Object{}, s); len(got) != 1 || got[0].Why != "the answer lacks it, and the model gives 2" {
		t.Error(texts(got))
	}
	if got, _ := x.PostAnswered(s, call(t, m, `{}`), types.Object{}, s); len(got) != 0 {
		t.Error(texts(got))
	}
}

// A replay does not refuse what it only found no answer for.
func TestRunOfGuessedAnswers(t *testing.T) {
	m := model(t, pantry, nil)
	for name, row := range map[string]struct {
		steps              string
		allowed, undecided bool
	}{
		"no answer":                      {`{"tool":"t","state":{"limit":3,"n":5,"m":1}}`, false, true},
		"no answer, and another mistake": {`{"tool":"t","state":{"limit":3,"n":5,"m":2}}`, false, false},
		"no answer and no state":         {`{"tool":"t"}`, false, true},
		"an answer":                      {`{"tool":"t","answer":{"count":5,"items":[{"f":3,"g":0}]},"state":{"limit":3,"n":5,"m":1}}`, true, false},
		"an answer that contradicts":     {`{"tool":"t","answer":{"count":5,"items":[{"f":4,"g":0}]},"state":{"limit":3,"n":5,"m":1}}`, false, false},
		"undecided, and then refused":    {`{"tool":"t","state":{"limit":3,"n":5,"m":1}},{"tool":"t","state":{"limit":3,"n":5,"m":2}}`, false, false},
	} {
		r, err := interp.New(m).Run(readTrace(t, m, `{"init":{"limit":3,"n":0,"m":0},"steps":[`+row.steps+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		if r.Allowed() != row.allowed || r.Undecided() != row.undecided {
			t.Errorf("%s: allowed is %v, undecided is %v; impossible: %v, contradicts: %v", name, r.Allowed(), r.Undecided(), texts(r.Steps[0].Impossible), texts(r.Steps[0].Contradicts))
		}
	}
}

// Values are tried around those of a recorded answer too.
func TestNextAroundTheAnswer(t *testing.T) {
	m := model(t, `(model (var n Int) (transition t (params) (results (count c Int)) (pre) (post (> (next n) (result c)))))`, nil)
	x, s := interp.New(m), state(t, m, `{"n":2}`)
	next, complete := x.NextAnswered(s, call(t, m, `{}`), types.Object{{Name: "count", Value: types.NewInt(4000)}})
	if len(next) == 0 || complete {
		t.Errorf("%d states, complete is %v", len(next), complete)
	}
}

// What a recorded answer lacks pins no next value: a state that is possible after the
// call is among the next ones, or these are not said to be all.
func TestNextOfWhatTheAnswerLacks(t *testing.T) {
	for post, after := range map[string]string{
		`(or (= (next a) (result x)) (= (next a) "none"))`:               `{"a":"other"}`,
		`(or (= (next a) "none") (= (next a) (result x)))`:               `{"a":"other"}`,
		`(contains (result o) (next a))`:                                 `{"a":"other"}`,
		`(and (contains (result o) (next a)) (= (next a) "y"))`:          `{"a":"y"}`,
		`(=> (= (result x) "x") (or (= (next a) "y") (= (next a) "z")))`: `{"a":"other"}`,
	} {
		m := model(t, `(model (var a String) (transition t (params) (results (x x String) (o o (Array String))) (pre) (post `+post+`)))`, nil)
		x, s, c := interp.New(m), state(t, m, `{"a":"old"}`), call(t, m, `{}`)
		if broken, _ := x.PostAnswered(s, c, types.Object{}, state(t, m, after)); len(broken) > 0 {
			t.Fatalf("%s: %s is not possible: %v", post, after, texts(broken))
		}
		next, complete := x.NextAnswered(s, c, types.Object{})
		if complete && !slices.ContainsFunc(next, func(n interp.State) bool { return types.Equal(n["a"], state(t, m, after)["a"]) }) {
			t.Errorf("%s: %v are said to be all next states, and %s is possible", post, next, after)
		}
	}
}
