package smtprogram

import (
	"errors"
	"testing"
	"time"

	"github.com/mantrac/mantrac/compiler/smt"
)

// What a program says of a script does not depend on those before, also where
// it did not read one of them or ended.
func TestScriptsInTurn(t *testing.T) {
	installed, missing := Installed(t, 10*time.Second)
	if len(installed) == 0 {
		t.Skipf("%v are not installed", missing)
	}
	for _, p := range installed {
		t.Run(p.Name, func(t *testing.T) {
			for i, q := range []struct {
				script string
				want   smt.Result
				err    error
			}{
				{"(set-logic ALL)(declare-const x Int)(assert (> x 1))(check-sat)", smt.Sat, nil},
				{"(set-logic ALL)(declare-const x Real)(assert (> x 1 x))(check-sat)", smt.Unsat, nil},
				{"(set-logic ALL)(assert y)(check-sat)", smt.Unknown, ErrUnread},
				{"(set-logic ALL)(declare-const y Int)(assert (> y 1))(check-sat)", smt.Sat, nil},
				{"(exit)", smt.Unknown, nil},
				{"(set-logic ALL)(assert false)(check-sat)", smt.Unsat, nil},
			} {
				got, err := p.Run([]byte(q.script))
				switch {
				case q.script == "(exit)":
					if err == nil || errors.Is(err, ErrUnread) {
						t.Errorf("script %d: %v, %v, want that the program ended", i, got, err)
					}
				case got != q.want || !errors.Is(err, q.err):
					t.Errorf("script %d: %v, %v, want %v, %v", i, got, err, q.want, q.err)
				}
			}
		})
	}
}
