package edit_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/modeltest"
)

const (
	ownedModel = `(model
  (var paid Bool)
  (transition look (params) (pre) (post))
  (transition pay (params) (pre (not paid)) (post (= (next paid) true)))
  (transition agree (by user) (params) (pre paid) (post)))
`
	ownedSuite = `(use "model.wm")
(define deeds (or (call pay) (call look)))
(case c
  (checks
    (paid (call pay))
    (agreed (after deeds (call agree)))))
`
)

func ownedSet(t *testing.T, model string) *edit.Set {
	t.Helper()
	tools := strings.Replace(sharedTools, `{"name": "pay"`, `{"name": "agree"}, {"name": "pay"`, 1)
	p, err := modeltest.Load(tools, model, ownedSuite)
	if err != nil {
		t.Fatal(err)
	}
	return setOf(p)
}

// Who calls a tool belongs to what is locked: to a precondition of the tool, and to a
// check whose patterns see the calls of its owner.
func TestLocksCoverOwners(t *testing.T) {
	for _, row := range []struct {
		at, edit string
		refused  bool
	}{
		{"transition/pay/pre/0", `(add transition/pay/by (by user))`, true},
		{"transition/agree/pre/0", `(remove transition/agree/by (by user))`, true},
		{"transition/pay/pre/0", `(add transition/look/by (by user))`, false},
		{"transition/pay/post/0", `(add transition/pay/by (by user))`, false},
		{"transition/pay", `(add transition/pay/by (by user))`, true},
		{"transition/agree/by", `(remove transition/agree/by (by user))`, true},
		{"transition/agree/by", `(remove transition/agree/pre/0 paid)`, false},
		{"case/c/check/paid", `(add transition/pay/by (by user))`, true},
		{"case/c/check/paid", `(add transition/look/by (by user))`, false},
		{"case/c/check/agreed", `(add transition/look/by (by user))`, true},
		{"case/c/check/agreed", `(remove transition/agree/by (by user))`, true},
		{"define/deeds", `(add transition/pay/by (by user))`, true},
		{"case/c/check/paid", `(remove transition/pay/pre/0 (not paid))`, false},
		{"case/c/check/paid", `(rename transition/pay pay look) (rename transition/look look pay)`, false},
	} {
		s := ownedSet(t, ownedModel)
		at, err := edit.ParseAddress(row.at)
		if err != nil {
			t.Fatal(err)
		}
		lock, err := edit.NewLock(s, at, "ann", "agreed", time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		_, err = applied(t, s, row.edit, edit.ApplyOptions{Locks: []edit.Lock{lock}})
		if refused := (*edit.Refused)(nil); err != nil && !errors.As(err, &refused) || (err != nil) != row.refused {
			t.Errorf("lock on %s, %s: %v, expected a refusal: %v", row.at, row.edit, err, row.refused)
		}
	}
}

// Past the edits, a change of the owner is a breach with a way back.
func TestBreachesOfOwners(t *testing.T) {
	for _, row := range []struct{ at, old, new, was, whole string }{
		{"transition/pay/pre/0", "(transition pay", "(transition pay (by user)", "", ""},
		{"transition/agree/pre/0", " (by user)", "", "(by user)", "agree (by user)"},
		{"case/c/check/paid", "(transition pay", "(transition pay (by user)", "", ""},
		{"case/c/check/agreed", " (by user)", "", "(by user)", "agree (by user)"},
	} {
		at, err := edit.ParseAddress(row.at)
		if err != nil {
			t.Fatal(err)
		}
		lock, err := edit.NewLock(ownedSet(t, ownedModel), at, "ann", "agreed", time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		now := ownedSet(t, strings.Replace(ownedModel, row.old, row.new, 1))
		list, err := edit.Breaches(now, []edit.Lock{lock})
		if err != nil || len(list) != 1 || list[0].State != edit.Redefined {
			t.Errorf("%s: %v %v", row.at, list, err)
			continue
		}
		if b := list[0]; b.Was != row.was || b.Whole != row.whole {
			t.Errorf("%s: was %q, restored by %q", row.at, b.Was, b.Whole)
		}
	}
}
