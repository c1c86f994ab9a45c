package grade

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
)

// All returns the violations of a failed replay, in their order. Results of
// older programs have only the first.
func (r *Replay) All() []Violation {
	if r == nil || r.Verdict != Fail {
		return nil
	}
	// Results of older programs have no list, but the first violation in the members of the replay.
	if len(r.Violations) == 0 && r.Seq > 0 {
		return []Violation{{Class: Precondition, Seq: r.Seq, Tool: r.Tool, At: r.At, Broken: r.Broken, Message: r.Message}}
	}
	return r.Violations
}

// Class returns the class of a failed replay: Attempted if only failed calls
// break preconditions.
func (r *Replay) Class() Class {
	all := r.All()
	if len(all) > 0 && !slices.ContainsFunc(all, func(v Violation) bool { return v.Class != Attempted }) {
		return Attempted
	}
	return Precondition
}

// Alike is violations of one tool that break the same clauses.
type Alike struct {
	Violation       // the first
	Seqs      []int // of all
}

// Alike returns the violations, those that are alike once.
func (r *Replay) Alike() (list []*Alike) {
	had := make(map[string]*Alike)
	for _, v := range r.All() {
		// Whether something follows from an earlier violation is part of the key, but not from which one.
		key := fmt.Sprint(v.Class, " ", v.Tool, " ", v.Message, " ", v.Follows > 0)
		for _, c := range v.Broken {
			key += fmt.Sprint(" ", c.File, ":", c.Line, ":", c.Column, " ", c.Text, " ", c.Follows > 0)
		}
		a := had[key]
		if a == nil {
			a = &Alike{Violation: v}
			had[key] = a
			list = append(list, a)
		}
		a.Seqs = append(a.Seqs, v.Seq)
	}
	return list
}

// maxClause is how many characters of a clause are shown; its place leads to the
// rest.
const maxClause = 80

func cutClause(s string) string { return diag.Cut(s, maxClause) }

// Clauses returns the clauses of a violation as code, or what it says instead.
func (v *Violation) Clauses() string {
	if len(v.Broken) == 0 {
		return v.Message
	}
	var parts []string
	for _, o := range v.Calls() {
		for _, c := range o.Broken {
			parts = append(parts, "`"+cutClause(c.Text)+"`")
		}
	}
	return strings.Join(parts, ", ")
}

// maxAlike bounds the kinds of violations in one line.
const maxAlike = 20

// Said returns the violations of one kind in a line.
// Such a violation is about several calls, so the tool of the first would mislead.
func (a *Alike) Said() string {
	if len(a.Others) > 0 || a.Goal {
		return a.Message + ": " + a.Clauses()
	}
	calls := ""
	switch {
	case a.Class == Attempted && len(a.Seqs) == 1:
		calls = "failed call of "
	case a.Class == Attempted:
		calls = "failed calls of "
	}
	text := fmt.Sprintf("%s, %s`%s`: %s", eventsAt(a.Seqs), calls, a.Tool, a.Clauses())
	if a.Follows > 0 {
		text += fmt.Sprintf(" (follows from event %d)", a.Follows)
	}
	return text
}

// summary says in a line what was broken where.
func (r *Replay) summary() string {
	groups := r.Alike()
	if len(groups) == 1 && len(groups[0].Seqs) == 1 {
		text := groups[0].Clauses()
		// A violation of several calls has both a message and clauses.
		if m := groups[0].Message; m != "" && m != text {
			text = m + ": " + text
		}
		return text
	}
	parts := lists.Map(groups[:min(len(groups), maxAlike)], (*Alike).Said)
	text := strings.Join(parts, "; ")
	if more := len(groups) - maxAlike; more > 0 {
		text += fmt.Sprintf("; and %d more", more)
	}
	return text
}

// eventsAt names events: "event 3", "events 3, 5 and 7 more".
func eventsAt(seqs []int) string {
	if len(seqs) == 1 {
		return fmt.Sprintf("event %d", seqs[0])
	}
	return "events " + diag.Some(seqs, 10, strconv.Itoa)
}

// A ClauseCount says how often a clause of a model is broken.
type ClauseCount struct {
	Class  Class  `json:"class"` // Precondition, or Attempted
	Tool   string `json:"tool"`
	Clause string `json:"clause"` // "" where a call has no next state
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`

	Calls   int `json:"calls"`             // that break it
	Follows int `json:"follows,omitempty"` // of them, because of an earlier violation
	Traces  int `json:"traces"`
}

// String names the clause.
func (c *ClauseCount) String() string {
	if c.Clause == "" {
		return "no next state"
	}
	return c.Clause
}

// Short names the clause, cut to what fits a line.
func (c *ClauseCount) Short() string { return cutClause(c.String()) }

// ClauseCounts counts the clauses that are broken.
type ClauseCounts map[ClauseCount]*ClauseCount // by what tells clauses apart

// Add counts the violations of a trace.
func (n ClauseCounts) Add(r *Replay) {
	seen := make(map[*ClauseCount]bool)
	for _, v := range r.All() {
		broken := v.Broken
		// A call without a next state breaks no clause, and is counted under an empty one.
		if len(broken) == 0 {
			broken = []Clause{{Follows: v.Follows}}
		}
		for _, b := range broken {
			key := ClauseCount{Class: v.Class, Tool: v.Tool, Clause: b.Text, File: b.File, Line: b.Line, Column: b.Column}
			c := n[key]
			if c == nil {
				c = &ClauseCount{}
				*c = key
				n[key] = c
			}
			if c.Calls++; b.Follows > 0 {
				c.Follows++
			}
			if !seen[c] {
				seen[c] = true
				c.Traces++
			}
		}
	}
}

// List returns the counts, those of the most traces first.
func (n ClauseCounts) List() []ClauseCount {
	list := make([]ClauseCount, 0, len(n))
	for _, c := range n {
		list = append(list, *c)
	}
	// All members of the key but the clause are compared; the place tells clauses apart.
	slices.SortFunc(list, func(a, b ClauseCount) int {
		return cmp.Or(b.Traces-a.Traces, b.Calls-a.Calls, cmp.Compare(a.File, b.File), a.Line-b.Line, a.Column-b.Column,
			cmp.Compare(a.Class, b.Class), cmp.Compare(a.Tool, b.Tool))
	})
	return list
}
