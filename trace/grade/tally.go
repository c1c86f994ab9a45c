package grade

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
)

// A Tally counts results.
type Tally struct {
	Traces   map[Verdict]int
	Checks   map[Class]int // failed checks, and replays
	Roots    map[Class]int // those that are root causes
	Modes    map[Class]int // failed traces
	Findings map[Class]int
	Clauses  ClauseCounts // of the model, that are broken
	Groups   int          // traces with calls that were made side by side
}

// Add counts a result.
func (t *Tally) Add(r *Result) {
	if t.Traces == nil {
		*t = Tally{make(map[Verdict]int), make(map[Class]int), make(map[Class]int), make(map[Class]int), make(map[Class]int), make(ClauseCounts), 0}
	}
	t.Traces[r.Verdict]++
	for _, c := range r.Checks {
		if c.Verdict == Fail {
			t.Checks[c.Class]++
		}
		if c.Root {
			t.Roots[c.Class]++
		}
	}
	if r.Replay != nil && r.Replay.Verdict == Fail {
		// The replay is not among the checks, but counts as one.
		t.Checks[r.Replay.Class()]++
		t.Roots[r.Replay.Class()]++
		t.Clauses.Add(r.Replay)
	}
	if r.Mode != "" {
		t.Modes[r.Mode]++
	}
	for c, n := range r.Counts {
		if n > 0 {
			t.Findings[c] += n
		}
	}
	if r.Groups > 0 {
		t.Groups++
	}
}

// String says how many traces there are of each verdict:
// "3 traces: 2 pass, 1 fail".
func (t *Tally) String() string {
	n := 0
	var parts []string
	for _, v := range []Verdict{Pass, Fail, Inconclusive} {
		n += t.Traces[v]
		if t.Traces[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.Traces[v], v))
		}
	}
	text := report.Count(n, "trace")
	if len(parts) > 0 {
		text += ": " + strings.Join(parts, ", ")
	}
	return text
}
