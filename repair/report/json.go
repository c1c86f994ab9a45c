package report

import (
	"io"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/repair"
)

// The version of the documents. It grows when a member changes its meaning or goes
// away.
const version = 1

type jsonDocument struct {
	Version int           `json:"version"`
	Bound   int           `json:"bound"`
	Cases   int           `json:"cases"`
	Repairs []jsonRepair  `json:"repairs"`
	Unknown []jsonUnknown `json:"unknown"`
}

type jsonUnknown struct {
	File   string `json:"file"`
	Case   string `json:"case"`
	Reason string `json:"reason"`
}

type jsonConflict struct {
	File   string `json:"file"`
	Case   string `json:"case"`
	Kind   string `json:"kind"`
	Tool   string `json:"tool,omitempty"`
	Clause string `json:"clause,omitempty"`
	Check  string `json:"check,omitempty"`
}

type jsonRepair struct {
	Conflict   jsonConflict    `json:"conflict"`
	Text       string          `json:"text"`
	Candidates []jsonCandidate `json:"candidates"`
	More       int             `json:"more"`
	Tried      int             `json:"tried"`
	Untried    int             `json:"untried"`
	Locked     int             `json:"locked"`
}

type jsonCandidate struct {
	Number  int            `json:"number"`
	Label   string         `json:"label"`
	Edits   []edit.Edit    `json:"edits"`
	Closes  []jsonConflict `json:"closes"`
	Opens   []jsonConflict `json:"opens"`
	Changes []jsonChange   `json:"changes"`
	Unknown []jsonUnknown  `json:"unknown"`
	Proved  bool           `json:"proved"`
	Allows  []jsonTrace    `json:"allows"`
	Forbids []jsonTrace    `json:"forbids"`
	Open    bool           `json:"open"`
	Manual  []jsonSentence `json:"manual"`
	Same    []jsonOther    `json:"same"`
}

type jsonOther struct {
	Why   string      `json:"why"`
	Edits []edit.Edit `json:"edits"`
}

type jsonChange struct {
	File string `json:"file"`
	Case string `json:"case"`
	Old  string `json:"old"`
	New  string `json:"new"`
}

type jsonTrace struct {
	Case  string   `json:"case,omitempty"`
	Check string   `json:"check,omitempty"`
	Start string   `json:"start,omitempty"`
	Calls []string `json:"calls"`
}

type jsonSentence struct {
	File  string `json:"file"`
	Place string `json:"place"`
	Text  string `json:"text"`
}

// JSON writes the candidates for programs, as repair.schema.json describes.
func JSON(w io.Writer, r *repair.Result) error {
	number := 0
	return jsontext.Write(w, jsonDocument{
		Version: version, Bound: r.Bound, Cases: r.Cases, Unknown: each(r.Unknown, unknownOf),
		Repairs: each(r.Repairs, func(x repair.Repair) jsonRepair {
			return jsonRepair{
				Conflict: conflictOf(x.Conflict), Text: x.Text, More: x.More, Tried: x.Tried, Untried: x.Untried, Locked: x.Locked,
				Candidates: each(x.Candidates, func(c repair.Candidate) jsonCandidate {
					number++
					return candidateOf(number, c)
				}),
			}
		}),
	})
}

func candidateOf(number int, c repair.Candidate) jsonCandidate {
	e := c.Effect
	return jsonCandidate{
		Number: number, Label: Label(&c), Edits: c.Edits, Proved: e.Proved, Open: e.Open,
		Closes: each(e.Closed, conflictOf), Opens: each(e.Opened, conflictOf), Unknown: each(e.Unknown, unknownOf),
		Changes: each(e.Changed, func(x repair.Change) jsonChange { return jsonChange{x.File, x.Case, string(x.Old), string(x.New)} }),
		Allows:  each(e.Allows, traceOf), Forbids: each(e.Forbids, traceOf),
		Manual: each(c.Manual, func(s repair.Sentence) jsonSentence { return jsonSentence(s) }),
		Same:   each(c.Same, func(a repair.Alternative) jsonOther { return jsonOther{a.Why, a.Edits} }),
	}
}

func conflictOf(c repair.Conflict) jsonConflict {
	return jsonConflict{c.File, c.Case, string(c.Kind), c.Tool, c.Clause, c.Check}
}

func unknownOf(u repair.Unknown) jsonUnknown { return jsonUnknown(u) }

func traceOf(t repair.Trace) jsonTrace {
	j := jsonTrace{Case: t.Case, Check: t.Check, Start: t.Start, Calls: []string{}}
	for i := range t.Calls {
		j.Calls = append(j.Calls, calls(t.Calls[i:i+1]))
	}
	return j
}

// each makes something of every element, and never null.
func each[A, B any](list []A, f func(A) B) []B {
	made := make([]B, 0, len(list))
	for _, x := range list {
		made = append(made, f(x))
	}
	return made
}
