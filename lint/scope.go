package lint

import (
	"fmt"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
)

// A Scope says which runs a finding is about.
type Scope struct {
	Cases  []string // from the initial states of these
	Proved bool     // of every length
	Bound  int      // else of at most so many calls
}

func (w *world) scope(proved bool) Scope {
	s := Scope{Proved: proved, Bound: w.options.Bound}
	s.Cases = lists.Map(w.cases, (*subject).name)
	return s
}

func (w *world) scopeOf(s *subject, proved bool) Scope {
	return Scope{Cases: []string{s.name()}, Proved: proved, Bound: w.options.Bound}
}

// within words the bound of a claim that holds no further.
func (s Scope) within() string {
	if s.Proved {
		return ""
	}
	return " in up to " + report.Count(s.Bound, "call")
}

// note says how it is known. What is "runs" or "traces".
func (s Scope) note(what string) string {
	if s.Proved {
		return "proved for " + what + " of every length " + s.origin()
	}
	return fmt.Sprintf("asked for %s of up to %s %s; a longer one may differ", what, report.Count(s.Bound, "call"), s.origin())
}

// origin words which cases it is about.
func (s Scope) origin() string {
	switch len(s.Cases) {
	case 1:
		return "from the initial state of `" + s.Cases[0] + "`"
	case 2:
		return "from the initial states of `" + s.Cases[0] + "` and `" + s.Cases[1] + "`"
	}
	return fmt.Sprintf("from the initial states of all %d cases", len(s.Cases))
}
