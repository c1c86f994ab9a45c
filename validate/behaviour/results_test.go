package behaviour_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate/behaviour"
)

const seenTools = `{"tools": [{"name": "look"}, {"name": "cancel"}, {"name": "agree"}, {"name": "tidy"}]}`

const seenModel = `(model
  (var status (Enum "pending" "done"))
  (var agreed Bool)
  (var tidy_done Bool)
  (transition look (params) (results (status s) (note n String)) (pre) (post (= (result s) status)))
  (transition agree (by user) (params) (pre) (post (= (next agreed) true)))
  (transition cancel (params) (pre (= status "pending") (seen status) agreed) (post (= (next status) "done")))
  (transition tidy (params) (pre) (post (= (next tidy_done) true))))`

// TestCompareResults compares versions of a model in which answers and the user
// matter. What is not settled by the text of the clauses is unknown, and never equal.
func TestCompareResults(t *testing.T) {
	const results = "`look` has results, and the answers of tools cannot be compared yet"
	const seen = "what earlier answers have shown cannot be compared yet"
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing changed", "", "", "equal proved"},
		{"the text of a definition of no matter", `(var tidy_done Bool)`, `(var tidy_done Bool) (define is_agreed () agreed)`, "equal proved"},
		{"a tie that seen rests on", `(= (result s) status)`, ``, "unknown: " + seen + "; unsettled look cancel"},
		{"another tie", `(= (result s) status)`, `(= (result s) (if agreed status "done"))`, "unknown: " + results + "; unsettled look cancel"},
		{"a relation", `(= (result s) status)`, `(= (result s) status) (not (= (result n) ""))`, "unknown: " + results + "; unsettled look cancel"},
		{"an effect that nothing reads", `(= (result s) status)`, `(= (result s) status) (= (next tidy_done) (= (result n) "yes"))`, "equal proved"},
		{"an effect that a clause reads", `(pre) (post (= (next tidy_done) true))`, `(pre) (post (= (next agreed) false))`, "unknown: " + results + "; unsettled cancel"},
		{"another type of a result that is not read", `(note n String)`, `(note n Int)`, "equal proved"},
		{"another local name", `(note n String)`, `(note remark String)`, "equal proved"},
		{"a clause more", `(seen status) agreed`, `(seen status) agreed (not tidy_done)`, "unknown: " + results + "; unsettled cancel"},
		{"a clause without seen", `(seen status) agreed`, `agreed`, "unknown: " + results + "; unsettled cancel"},
		{"the user is the agent", ` (by user)`, ``, "unknown: the user calls `agree` in the old version, and the agent in the new one; unsettled agree cancel"},
		{"the agent is the user", `(transition tidy`, `(transition tidy (by user)`, "unknown: the agent calls `tidy` in the old version, and the user in the new one; unsettled tidy"},
	} {
		old, new := seenModel, strings.Replace(seenModel, c.old, c.new, 1)
		if got := comparedSeen(t, old, new); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
		got := comparedSeen(t, new, old) // what is gone is as unknown as what is new
		if _, rest, _ := strings.Cut(c.want, "; "); !strings.HasSuffix(got, rest) || strings.HasPrefix(got, "equal") != strings.HasPrefix(c.want, "equal") {
			t.Errorf("%s, backwards: %s\nwant %s", c.name, got, c.want)
		}
	}
}

// comparedSeen tells how two models compare, and of which tools that is not proved.
func comparedSeen(t *testing.T, old, new string) string {
	t.Helper()
	load := func(model string) behaviour.Version {
		p, err := modeltest.Load(seenTools, model, `(case one (checks (a (call cancel))))`)
		if err != nil {
			t.Fatal(err)
		}
		return version(p)
	}
	r, err := behaviour.Compare(context.Background(), load(old), load(new), behaviour.Options{Options: engines(4)})
	if err != nil {
		t.Fatal(err)
	}
	text := told(r)
	var open []string
	for _, x := range r.Tools {
		if !x.Proved() {
			open = append(open, x.Name)
		}
	}
	if len(open) > 0 {
		text += "; unsettled " + strings.Join(open, " ")
	}
	return text
}
