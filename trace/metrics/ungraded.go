package metrics

import (
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace"
)

// Ungraded is what a run lacks: traces that were there and have no verdict.
type Ungraded struct {
	NoCase int `json:"no_case"` // traces that nothing assigns a case to
	Unread int `json:"unread"`  // records and files that could not be read and are in no graded trace
}

// Problem takes what went wrong when traces were read or graded.
func (r *Run) Problem(p trace.Problem) {
	switch {
	case p.NoCase:
		r.ungraded.NoCase++
	case p.Ungraded():
		r.ungraded.Unread++
	}
}

// any reports whether something is missing.
func (u Ungraded) any() bool { return u.NoCase+u.Unread > 0 }

// given returns what is missing, nil if that is nothing.
func (u Ungraded) given() *Ungraded {
	if !u.any() {
		return nil
	}
	return &u
}

// String says what is missing: "2 traces have no case, 1 record or file could not be read".
func (u Ungraded) String() string {
	var parts []string
	if u.NoCase > 0 {
		parts = append(parts, report.Counts(u.NoCase, "trace has", "traces have")+" no case")
	}
	if u.Unread > 0 {
		parts = append(parts, report.Counts(u.Unread, "record or file", "records or files")+" could not be read")
	}
	return strings.Join(parts, ", ")
}
