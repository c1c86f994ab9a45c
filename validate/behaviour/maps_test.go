package behaviour_test

import (
	"context"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/validate/behaviour"
)

const shop = `{"tools": [{"name": "cancel", "inputSchema": {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}}]}`

const shopModel = `(model
  (var status (Map String (Enum "pending" "cancelled" "done")))
  (transition cancel (params (id o)) (pre (= (get status (param o)) "pending"))
    (post (= (get (next status) (param o)) "cancelled"))))`

// TestCompareMaps compares versions of a model with a map.
func TestCompareMaps(t *testing.T) {
	for _, c := range []struct {
		name, old, new, init, want string
	}{
		{"nothing changed", "", "", `(map ("a" "pending"))`, "equal proved"},
		{"a clause went", `(= (get status (param o)) "pending")`, ``, `(map ("a" "pending"))`, `looser; cancel looser: now cancel (id "new")`},
		{"a weaker clause", `(= (get status (param o)) "pending")`, `(contains status (param o))`, `(map ("a" "pending"))`,
			`looser; cancel looser: now cancel (id "a"), cancel (id "a")`},
		{"another effect", `"cancelled")))`, `"pending")))`, `(map ("a" "pending"))`, `looser; cancel looser: now cancel (id "a"), cancel (id "a")`},
		{"two keys that meet", `"cancelled"))`, `"cancelled") (= (get (next status) "b") "done"))`, `(map ("a" "pending") ("b" "pending"))`,
			`stricter; cancel stricter: gone cancel (id "b")`},
		{"a key that is not there", `"cancelled"))`, `(get status "b")))`, `(map ("a" "pending"))`, `stricter; cancel stricter: gone cancel (id "a")`},
		{"other keys may be there", `(= (get status (param o)) "pending")`, `(= (get status (param o)) "pending") (not (= (param o) "b"))`, `(map ("a" "pending") open)`,
			`stricter; cancel stricter: gone cancel (id "b")`},
	} {
		suite := `(case one (init (status ` + c.init + `)) (checks (a (call cancel))))`
		load := func(model string) behaviour.Version {
			p, err := modeltest.Load(shop, model, suite)
			if err != nil {
				t.Fatal(err)
			}
			return version(p)
		}
		r, err := behaviour.Compare(context.Background(), load(shopModel), load(strings.Replace(shopModel, c.old, c.new, 1)), behaviour.Options{Options: engines(4)})
		if err != nil {
			t.Fatal(err)
		}
		if got := told(r); got != c.want {
			t.Errorf("%s: %s\nwant %s", c.name, got, c.want)
		}
	}
}
