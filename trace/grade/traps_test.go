package grade_test

import (
	"strings"
	"testing"
)

// TestReplayTraps are the traps of REACH that a replay may fall into, by number. Trap 10
// is TestTrapCallsOnly, and trap 11 is TestTrapUserStepIsNeverAFail.
func TestReplayTraps(t *testing.T) {
	const pending = `(init (status (map ("A" "pending") open)))`
	for _, row := range []struct{ name, parts, trace, want string }{
		{"trap 1, no look-up", "", `cancel {"o": "A"} -> done`,
			"inconclusive: whether event 1, `cancel`, breaks a precondition depends on the value of `status` of \"A\" at the start"},
		{"trap 1, no look-up, and it is to be seen", "", `refund {"o": "A"} -> ok`, "fail 1"},
		{"trap 2, one of two", "", `cancel {"o": "A"} -> done;cancel {"o": "B"} -> done;return_it {"o": "B"} -> ok`, "fail 5"},
		{"trap 3, the answer comes after the act", "", `return_it {"o": "A"} -> ok;show {"o": "A"} -> {"status": "delivered"}`,
			"pass; acted-before-known: event 1, `return_it`, is made before an answer shows that it may be: `(= (get status (param o)) \"delivered\")`"},
		{"trap 3, it was wrong", "", `return_it {"o": "A"} -> ok;show {"o": "A"} -> {"status": "pending"}`, "fail 1"},
		{"trap 4, a closed map lacks the order", `(init (status (map)))`, `show {"o": "A"} -> {}`, "pass"},
		{"trap 5, an effect of a lacking field", `(init (sim_shown "locked"))`, `sim -> {};unlock -> ok`, "pass"},
		{"trap 6, a name that the enum lacks", pending, `show {"o": "A"} -> {"status": "pending (item modified)"};cancel {"o": "A"} -> done`,
			"inconclusive: whether event 3, `cancel`, breaks a precondition depends on the value of `status` of \"A\" after event 1, `show`; contradicts-model: the answer to event 1, `show`, gives \"pending (item modified)\" for `status` of \"A\", and the model has no such value"},
		{"trap 7, two pages by equality", "", `list -> {"orders": ["A"]};list -> {"orders": ["B"]}`,
			"pass; contradicts-model: the answer to event 3, `list`, gives (array \"B\") for `own`, and the model has (array \"A\")"},
		{"trap 7, two pages by contains", "", `page -> {"order": "A"};page -> {"order": "B"}`, "pass"},
		{"trap 8, no blame in the window", pending, `return_it {"o": "A"} -> ok;show {"o": "A"} -> {"status": "delivered"};return_it {"o": "A"} -> ok`,
			"inconclusive: whether event 1, `return_it`, breaks a precondition depends on the value of `status` of \"A\" before event 1; contradicts-model: the answer to event 3, `show`, gives \"delivered\" for `status` of \"A\", and the model has \"pending\"; no answer before it confirms what the case says: does the trace belong to this case?"},
		{"trap 8, blame behind it", pending, `show {"o": "A"} -> {"status": "delivered"};cancel {"o": "A"} -> done`,
			"fail 3; contradicts-model: the answer to event 1, `show`, gives \"delivered\" for `status` of \"A\", and the model has \"pending\"; no answer before it confirms what the case says: does the trace belong to this case?"},
		{"trap 9, a hidden key of a write", pending, `cancel ? -> done;cancel {"o": "A"} -> done`,
			"inconclusive: whether event 1, `cancel`, breaks a precondition depends on the argument `o` of event 1, the value of `status` at the start"},
		{"trap 9, a call without answer", pending, `cancel {"o": "A"};cancel {"o": "A"} -> done`,
			"inconclusive: whether event 2, `cancel`, breaks a precondition depends on whether event 1, `cancel`, had its effect"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if got := replayed(t, shownTools, shownModel, row.parts, answered(t, strings.Split(row.trace, ";")...)); got != row.want {
				t.Errorf("%s:\n got %s\nwant %s", row.trace, got, row.want)
			}
		})
	}
	t.Run("trap 2, one of two, and the status is not known", func(t *testing.T) {
		const want = "fail: event 1, `cancel`, or event 2, `return_it`, is not allowed, whatever the trace leaves open"
		if got := replayed(t, ordersTools, ordersModel, "", events(t, "cancel", "return_it")); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	})
}
