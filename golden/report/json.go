package report

import (
	"io"
	"path/filepath"

	"github.com/mantrac/mantrac/golden"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
)

// jsonVersion is the version of the document. It grows when a member changes its
// meaning or goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version int         `json:"version"`
	Suites  []jsonSuite `json:"suites"`
}

type jsonSuite struct {
	Suite  string      `json:"suite"`
	File   string      `json:"file"`
	Kept   bool        `json:"kept"`
	Traces []jsonTrace `json:"traces"`
}

type jsonTrace struct {
	ID        string          `json:"id"`
	Case      string          `json:"case"`
	Status    golden.Status   `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Line      int             `json:"line,omitempty"`
	Made      bool            `json:"made,omitempty"`
	Fails     []string        `json:"fails,omitempty"`
	Undecided []string        `json:"undecided,omitempty"`
	Place     *report.Place   `json:"place,omitempty"`
	Changes   []golden.Change `json:"changes,omitempty"`
	Events    []string        `json:"events,omitempty"`
}

// JSON writes a result as one document that test.schema.json describes.
func JSON(w io.Writer, r *Result) error {
	return jsontext.Write(w, jsonDocument{jsonVersion, jsontext.Each(r.Suites, func(s Suite) jsonSuite {
		traces := jsontext.Each(s.Outcomes, func(x golden.Outcome) jsonTrace { return toJSON(s, x) })
		return jsonSuite{filepath.ToSlash(s.Name), filepath.ToSlash(s.File), s.Kept, traces}
	})})
}

func toJSON(s Suite, x golden.Outcome) jsonTrace {
	out := jsonTrace{ID: x.ID, Case: x.Case, Status: x.Status, Reason: x.Reason, Place: report.PlaceOf(place(s, x)), Changes: x.Changes}
	if t := x.Trace; t != nil {
		out.Line, out.Made, out.Fails, out.Undecided, out.Events = t.Line, t.Made(), t.Fails, t.Undecided, calls(t)
	}
	return out
}
