package monitor_test

import (
	"testing"

	"github.com/mantrac/mantrac/monitor"
)

// A run that loads a state goes on as after a trace that leads to it, whatever
// the run has read before.
func TestLoad(t *testing.T) {
	for _, form := range joinedChecks {
		c := check(t, form)
		letters := alphabet(c)
		run := monitor.NewRun(c)
		for _, w := range words(letters, 2) {
			s := c.Start()
			for _, l := range w {
				s = c.Step(s, l.Letter)
			}
			for _, l := range letters {
				run.Load(s)
				if got, want := run.Verdict(), c.Verdict(s); got != want || run.State() != s {
					t.Fatalf("%s: %s and %q after %v, want %s and %q", form, got, run.State(), w, want, s)
				}
				run.Step(l.Letter)
				if want := c.Step(s, l.Letter); run.State() != want {
					t.Fatalf("%s: %q after %v and %v, want %q", form, run.State(), w, l, want)
				}
			}
		}
	}
}
