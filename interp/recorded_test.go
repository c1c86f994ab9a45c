package interp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/interp"
)

const till = `(model
  (var n Int)
  (var m Int)
  (var ready Bool)
  (transition read
    (params)
    (results (count count Int) (total total Int))
    (pre)
    (post (= (result total) m) (= (next n) (result count))))
  (transition fill (params) (pre) (post (= (next ready) true)))
  (transition open (params) (pre (= n 1)) (post (= (next n) 1)))
  (transition sell (params) (pre ready) (post (= (next m) (+ m 1))))
  (transition jam (params) (pre ready) (post (= (next m) 1) (= (next m) 2))))
`

// A known answer says which of the next states it is; one that differs from its tie
// contradicts the model, and then nothing else is held against it.
func TestRunOfAnswers(t *testing.T) {
	m := model(t, till, nil)
	for name, row := range map[string]struct {
		answer      string
		contradicts []string
		after       []string
	}{
		"agrees": {`{"count":5,"total":2}`, nil, []string{`{"m":2,"n":5,"ready":false}`}},
		"contradicts its tie": {`{"count":5,"total":3}`, []string{"answer total (= (result total) m): the answer gives 3, and the model 2"},
			nil},
	} {
		r, err := interp.New(m).Run(readTrace(t, m, `{"init":{"n":0,"m":2,"ready":false},"steps":[{"tool":"read","answer":`+row.answer+`}]}`))
		if err != nil {
			t.Fatal(err)
		}
		o := r.Steps[0]
		if diff := cmp.Diff(row.contradicts, texts(o.Contradicts)); diff != "" || o.Stuck {
			t.Errorf("%s: stuck is %v, (-want +got):\n%s", name, o.Stuck, diff)
		}
		if got := stateTexts(t, o.After); row.after != nil && !cmp.Equal(got, row.after) {
			t.Errorf("%s: then %v", name, got)
		}
	}
}

// A call without a next state breaks its precondition all the same.
func TestStuckBreaksPreconditions(t *testing.T) {
	m := model(t, till, nil)
	r, err := interp.New(m).Run(readTrace(t, m, `{"init":{"n":0,"m":0,"ready":false},"steps":[{"tool":"jam"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if got := outcome(t, r.Steps[0]); got != "pre ready; stuck; then " {
		t.Error(got)
	}
}

// A failed call changes nothing for what follows from a violation either: here `sell`
// lacks what the failed `fill` would have done, whatever `open` did.
func TestConsequencesAfterFailedCalls(t *testing.T) {
	m := model(t, till, nil)
	for steps, follows := range map[string]bool{
		`{"tool":"open"},{"tool":"fill","status":"error"},{"tool":"sell"}`: false,
		`{"tool":"open"},{"tool":"sell"}`:                                  false,
	} {
		r, err := interp.New(m).Run(readTrace(t, m, `{"init":{"n":0,"m":0,"ready":false},"steps":[`+steps+`]}`))
		if err != nil {
			t.Fatal(err)
		}
		last := r.Steps[len(r.Steps)-1]
		if len(last.Broken) != 1 || last.Consequence() != follows {
			t.Errorf("%s: the last call breaks %v, a consequence is %v", steps, texts(last.Broken), last.Consequence())
		}
	}
}

// Answer gives each tied result the value of its tie, and the others what is known.
func TestAnswer(t *testing.T) {
	m := model(t, till, nil)
	x, s := interp.New(m), state(t, m, `{"n":0,"m":2,"ready":false}`)
	step := readTrace(t, m, `[{"tool":"read","answer":{"count":5,"total":9}}]`).Steps[0]
	if got := string(interp.ToJSON(x.Answer(s, step.Call, s, step.Answer))); got != `{"count":5,"total":2}` {
		t.Error(got)
	}
	if got := string(interp.ToJSON(x.Answer(s, step.Call, s, nil))); got != `{"total":2}` {
		t.Error(got)
	}
	other := readTrace(t, m, `[{"tool":"sell"}]`).Steps[0].Call
	if got := x.Answer(s, other, s, step.Answer); got == nil {
		t.Error("the answer of a tool without results is not what is known of it")
	}
}

// Of a recorded list, each element counts that has what the clause reads.
func TestEachElementOfTheAnswer(t *testing.T) {
	m := model(t, `(model (var limit Int) (transition t (params) (results (items items (Array (Record (f Int) (g Int)))))
		(pre) (post (forall (x (result items)) (= (field x f) limit)))))`, nil)
	x, s, c := interp.New(m), state(t, m, `{"limit":3}`), call(t, m, `{}`)
	for items, broken := range map[string]int{
		`[{"f":3,"g":0}]`:         0,
		`[{"f":4,"g":0}]`:         1,
		`[{"f":3,"g":0},{"g":1}]`: 0,
		`[{"g":1},{"f":4}]`:       1,
		`null`:                    0,
	} {
		answer := readTrace(t, m, `[{"tool":"t","answer":{"items":`+items+`}}]`).Steps[0].Answer
		if got, _ := x.PostAnswered(s, c, answer, s); len(got) != broken {
			t.Errorf("%s breaks %v", items, texts(got))
		}
	}
}

// What a clause with a guard says of a list in the answer counts if the guard holds.
func TestGuardedListsOfTheAnswer(t *testing.T) {
	m := model(t, `(model (var limit Int) (var on Bool) (transition t (params) (results (items items (Array Int)) (ok ok Bool))
		(pre) (post (=> on (forall (x (result items)) (= x limit))) (=> (result ok) (forall (x (result items)) (> x 0))))))`, nil)
	x, c := interp.New(m), call(t, m, `{}`)
	for _, row := range []struct {
		on, answer string
		broken     int
	}{
		{"true", `{"items":[3]}`, 0},
		{"true", `{"items":[4]}`, 1},
		{"false", `{"items":[4]}`, 0},
		{"false", `{"items":[-4]}`, 0},
		{"false", `{"items":[-4],"ok":false}`, 0},
		{"false", `{"items":[-4],"ok":true}`, 1},
	} {
		s := state(t, m, `{"limit":3,"on":`+row.on+`}`)
		answer := readTrace(t, m, `[{"tool":"t","answer":`+row.answer+`}]`).Steps[0].Answer
		if got, _ := x.PostAnswered(s, c, answer, s); len(got) != row.broken {
			t.Errorf("on is %s, %s: breaks %v", row.on, row.answer, texts(got))
		}
	}
}

// An answer with which a clause of post does not hold contradicts the model.
func TestRunOfAnswersThatPostRefuses(t *testing.T) {
	m := model(t, `(model (var n Int) (transition t (params) (results (ok ok Bool)) (pre) (post (result ok) (= (next n) 1))))`, nil)
	r, err := interp.New(m).Run(readTrace(t, m, `{"init":{"n":0},"steps":[{"tool":"t","answer":{"ok":false}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"post (result ok)"}, texts(r.Steps[0].Contradicts)); diff != "" || r.Allowed() {
		t.Errorf("allowed is %v, (-want +got):\n%s", r.Allowed(), diff)
	}
}
