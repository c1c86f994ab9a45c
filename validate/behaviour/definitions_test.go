package behaviour_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate/behaviour"
)

const definedModel = `(model
  (var status (Enum "pending" "cancelled" "done"))
  (var paid Int)
  (define payable () (and (= status "pending") (< paid 10)))
  (define within ((n Int)) (<= (+ paid n) 20))
  (transition pay (params (amount n)) (pre payable (within (param n))) (post (= (next paid) (+ paid (param n)))))
  (transition cancel (params) (pre (= status "pending")) (post (= (next status) "cancelled"))))`

// TestCompareDefinitions compares versions of a model with definitions: they mean
// what they mean written out, values in them too.
func TestCompareDefinitions(t *testing.T) {
	for _, c := range []struct{ name, old, new, want string }{
		{"nothing changed", "", "", "equal proved"},
		{"written out", `(pre payable`, `(pre (= status "pending") (< paid 10)`, "equal proved"},
		{"a name in a definition", `(and (= status "pending")`, `(and (= status "cancelled")`, "both; pay both: now cancel, pay (amount 0); gone pay (amount 0)"},
		{"a number in a definition", `(< paid 10)`, `(< paid 11)`, "looser; pay looser: now pay (amount 10), pay (amount 0)"},
		{"a number beside a local", `20)`, `21)`, "looser; pay looser: now pay (amount 21)"},
		{"beside what was seen", `(pre (= status "pending"))`, `(pre (or (seen paid) (= status "cancelled")))`, "stricter; cancel stricter: gone cancel"},
		{"beside a definition that stays", `(pre (= status "pending"))`, `(pre)`, "looser; cancel looser: now cancel, cancel"},
	} {
		load := func(model string) behaviour.Version {
			p, err := modeltest.Load(`{"tools": [{"name": "pay", "inputSchema": {"type": "object", "properties": {"amount": {"type": "integer", "minimum": 0}}, "required": ["amount"]}}, {"name": "cancel"}]}`,
				model, `(case one (init (status "pending") (paid 0)) (checks (a (call cancel))))`)
			if err != nil {
				t.Fatal(err)
			}
			return version(p)
		}
		r, err := behaviour.Compare(context.Background(), load(definedModel), load(strings.Replace(definedModel, c.old, c.new, 1)), behaviour.Options{Options: engines(4)})
		if err != nil {
			t.Fatal(err)
		}
		if got := told(r); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
