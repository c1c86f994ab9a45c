package report

import (
	"io"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/repair"
)

// The version of the documents. It grows when a member changes its meaning or goes
// away.
const version = 1

type jsonDocument struct {
	Version int              `json:"version"`
	Bound   int              `json:"bound"`
	Cases   int              `json:"cases"`
	Repairs []jsonRepair     `json:"repairs"`
	Unknown []repair.Unknown `json:"unknown"`
}

type jsonRepair struct {
	Conflict   repair.Conflict `json:"conflict"`
	Text       string          `json:"text"`
	Candidates []jsonCandidate `json:"candidates"`
	More       int             `json:"more"`
	Tried      int             `json:"tried"`
	Untried    int             `json:"untried"`
	Locked     int             `json:"locked"`
}

type jsonCandidate struct {
	Number  int                  `json:"number"`
	Label   string               `json:"label"`
	Edits   []edit.Edit          `json:"edits"`
	Closes  []repair.Conflict    `json:"closes"`
	Opens   []repair.Conflict    `json:"opens"`
	Changes []repair.Change      `json:"changes"`
	Unknown []repair.Unknown     `json:"unknown"`
	Proved  bool                 `json:"proved"`
	Allows  []jsonTrace          `json:"allows"`
	Forbids []jsonTrace          `json:"forbids"`
	Open    bool                 `json:"open"`
	Manual  []repair.Sentence    `json:"manual"`
	Same    []repair.Alternative `json:"same"`
}

type jsonTrace struct {
	Case  string   `json:"case,omitempty"`
	Check string   `json:"check,omitempty"`
	Start string   `json:"start,omitempty"`
	Calls []string `json:"calls"`
}

// JSON writes the candidates for programs, as repair.schema.json describes.
func JSON(w io.Writer, r *repair.Result) error {
	number := 0
	return jsontext.Write(w, jsonDocument{
		Version: version, Bound: r.Bound, Cases: r.Cases, Unknown: jsontext.List(r.Unknown),
		Repairs: jsontext.Each(r.Repairs, func(x repair.Repair) jsonRepair {
			return jsonRepair{
				Conflict: x.Conflict, Text: x.Text, More: x.More, Tried: x.Tried, Untried: x.Untried, Locked: x.Locked,
				Candidates: jsontext.Each(x.Candidates, func(c repair.Candidate) jsonCandidate {
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
		Closes: jsontext.List(e.Closed), Opens: jsontext.List(e.Opened), Unknown: jsontext.List(e.Unknown), Changes: jsontext.List(e.Changed),
		Allows: jsontext.Each(e.Allows, traceOf), Forbids: jsontext.Each(e.Forbids, traceOf),
		Manual: jsontext.List(c.Manual), Same: jsontext.List(c.Same),
	}
}

func traceOf(t repair.Trace) jsonTrace {
	return jsonTrace{t.Case, t.Check, t.Start, jsontext.Each(t.Calls, tool.Call.Text)}
}
