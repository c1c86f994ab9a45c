package edit_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/edit"
)

// A fault says whether a lock is its reason, whatever the words of it are.
func TestFaultOfLock(t *testing.T) {
	for _, row := range []struct {
		edit   string
		locked bool
	}{
		{`(remove transition/pay/pre/0 (not paid))`, true},
		{`(remove var/locked (var locked Bool))`, false},
	} {
		s := ownedSet(t, ownedModel)
		lock, err := edit.NewLock(s, edit.At("transition", "pay"), "ann", "agreed", time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		_, err = applied(t, s, row.edit, edit.ApplyOptions{Locks: []edit.Lock{lock}})
		var refused *edit.Refused
		if !errors.As(err, &refused) || len(refused.Faults) != 1 {
			t.Fatalf("%s: %v", row.edit, err)
		}
		if f := refused.Faults[0]; f.Locked != row.locked || !strings.Contains(f.Message, "locked") {
			t.Errorf("%s: locked is %v: %s", row.edit, f.Locked, f.Message)
		}
	}
}
