package interp_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/interp"
)

// Each answer that a call may give leads to its own next states: a result of each
// value of its type, and one that is missing, with which the variable keeps its value.
func TestNextOfEachAnswer(t *testing.T) {
	m := model(t, `(model (var e (Enum "a" "b")) (transition t (params) (results (e e (Enum "a" "b")))
		(pre) (post (= (next e) (result e)))))`, nil)
	next, complete := interp.New(m).Next(state(t, m, `{"e":"b"}`), call(t, m, `{}`))
	if diff := cmp.Diff([]string{`{"e":"b"}`, `{"e":"a"}`}, stateTexts(t, next)); diff != "" || !complete {
		t.Errorf("complete is %v, (-want +got):\n%s", complete, diff)
	}
}

// An answer whose only result has a single value may still lack it.
func TestNextOfAnswersWithOneValue(t *testing.T) {
	m := model(t, `(model (var b Bool) (transition t (params) (results (r r (Enum "a")))
		(pre) (post (= (next b) (= (result r) "a")))))`, nil)
	next, complete := interp.New(m).Next(state(t, m, `{"b":true}`), call(t, m, `{}`))
	if diff := cmp.Diff([]string{`{"b":false}`, `{"b":true}`}, stateTexts(t, next)); diff != "" || !complete {
		t.Errorf("complete is %v, (-want +got):\n%s", complete, diff)
	}
}

// A list in an answer can have a member several times, which its length tells. How often is not
// known, so that Next does not know all next states.
func TestNextOfAnswersWithRepeatedMembers(t *testing.T) {
	for post, want := range map[string][]string{
		`(=> (> (length (result r)) 2) (= (next b) true))`:                    {`{"b":false}`, `{"b":true}`},
		`(= (next b) (= 3 (count (x (result r)) x)))`:                         {`{"b":false}`, `{"b":true}`},
		`(> (length (result r)) 2) (= (next b) (exists (x (result r)) x))`:    {`{"b":true}`, `{"b":false}`},
		`(> (sum (x (result r)) 1) 2) (= (next b) (forall (x (result r)) x))`: {`{"b":false}`, `{"b":true}`},
	} {
		m := model(t, `(model (var b Bool) (transition t (params) (results (r r (Array Bool))) (pre) (post `+post+`)))`, nil)
		next, complete := interp.New(m).Next(state(t, m, `{"b":false}`), call(t, m, `{}`))
		texts := stateTexts(t, next)
		slices.Sort(texts)
		slices.Sort(want)
		if diff := cmp.Diff(want, texts); diff != "" || complete {
			t.Errorf("%s: complete is %v, (-want +got):\n%s", post, complete, diff)
		}
	}
}

// A clause that fails ends the search as soon as its leaves have values. Otherwise the
// 2^20 values of the leaves together would be too many to try.
func TestNextOfManyLeaves(t *testing.T) {
	var decls, post, start strings.Builder
	for i := range 20 {
		fmt.Fprintf(&decls, "(var b%02d Bool)", i)
		fmt.Fprintf(&start, `,"b%02d":false`, i)
		if i > 0 {
			fmt.Fprintf(&post, "(not (= (next b%02d) (next b%02d)))", i-1, i)
		}
	}
	m := model(t, row{decls: decls.String(), post: post.String()}.model(), nil)
	next, complete := interp.New(m).Next(state(t, m, "{"+start.String()[1:]+"}"), call(t, m, `{}`))
	if len(next) != 2 || !complete {
		t.Errorf("%d states, complete is %v", len(next), complete)
	}
}

// A set of records with an Int has no list of all its values, so that Next does not know
// all next states.
func TestNextOfSetsOfRecords(t *testing.T) {
	row{
		decls: `(var s (Array (Record (n Int) (b Bool))))`, post: `(not (= (next s) s))`, state: `{"s":[{"n":1,"b":true}]}`, args: `{}`,
		next: []string{`{"s":[]}`}, incomplete: true,
	}.check(t)
}

// All sets of records are listed if the records have few values.
func TestNextOfSmallSetsOfRecords(t *testing.T) {
	m := model(t, row{decls: `(var s (Array (Record (a Bool) (b Bool))))`, post: `(= (size (next s)) 3)`}.model(), nil)
	next, complete := interp.New(m).Next(state(t, m, `{"s":[]}`), call(t, m, `{}`))
	if len(next) != 4 || !complete {
		t.Errorf("%d states, complete is %v", len(next), complete)
	}
}

// Of too many sets, those are tried whose members are all values there are; records
// with eight flags have as many values as are tried.
func TestNextOfSetsOfManyRecords(t *testing.T) {
	fields := ""
	for i := range 8 {
		fields += fmt.Sprintf("(f%d Bool)", i)
	}
	m := model(t, row{decls: `(var s (Array (Record ` + fields + `)))`, post: `(= (size (next s)) 1)`}.model(), nil)
	next, complete := interp.New(m).Next(state(t, m, `{"s":[]}`), call(t, m, `{}`))
	if len(next) == 0 || complete {
		t.Errorf("%d states, complete is %v", len(next), complete)
	}
}

// Of a map with infinitely many values, those are tried that lack one key of what it has,
// whichever it is.
func TestNextWithoutAnyKey(t *testing.T) {
	for _, key := range []string{"a", "b", "c"} {
		m := model(t, row{decls: `(var m (Map String Int))`, post: `(= (size (next m)) 2) (not (contains (next m) "` + key + `"))`}.model(), nil)
		want := strings.Replace(`{"m":{"a":1,"b":2,"c":3}}`, map[string]string{"a": `"a":1,`, "b": `"b":2,`, "c": `,"c":3`}[key], "", 1)
		next, complete := interp.New(m).Next(state(t, m, `{"m":{"a":1,"b":2,"c":3}}`), call(t, m, `{}`))
		if got := stateTexts(t, next); complete || !slices.Contains(got, want) {
			t.Errorf("%s is not among %v; complete is %v", want, got, complete)
		}
	}
}
