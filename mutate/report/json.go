package report

import (
	"cmp"
	"io"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/mutate"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version int          `json:"version"`
	Bound   int          `json:"bound"`
	Total   int          `json:"total"`
	Summary jsonSummary  `json:"summary"`
	Cases   []jsonCase   `json:"cases"`
	Clauses []jsonPlace  `json:"clauses"`
	Checks  []jsonPlace  `json:"checks"`
	Mutants []jsonMutant `json:"mutants"`
	// Survivors are the places in Mutants of those that survive, ranked.
	Survivors []int `json:"survivors"`
}

type jsonSummary struct {
	Killed     int          `json:"killed"`
	Survived   int          `json:"survived"`
	Equivalent int          `json:"equivalent"`
	Invalid    int          `json:"invalid"`
	Unjudged   int          `json:"unjudged"`
	Models     mutate.Score `json:"models"`
	Suites     mutate.Score `json:"suites"`
}

type jsonCase struct {
	Name    string        `json:"name"`
	Place   *report.Place `json:"place"`
	Verdict string        `json:"verdict"`
	Kills   int           `json:"kills"`
	Alone   int           `json:"alone"`
}

type jsonPlace struct {
	At    string        `json:"at"`
	Place *report.Place `json:"place"`
	mutate.Score
	Notices *int `json:"notices,omitempty"`
}

type jsonMutant struct {
	Operator string        `json:"operator"`
	At       string        `json:"at"`
	Place    *report.Place `json:"place"`
	Words    string        `json:"words"`
	Edits    []edit.Edit   `json:"edits"`
	Status   string        `json:"status"`
	Kills    []jsonKill    `json:"kills"`
	Allows   *jsonAllows   `json:"allows,omitempty"`
	Cure     *mutate.Cure  `json:"cure,omitempty"`
	Reason   string        `json:"reason,omitempty"`
}

type jsonKill struct {
	Case    string      `json:"case"`
	File    string      `json:"file"`
	Verdict string      `json:"verdict,omitempty"`
	Kept    string      `json:"kept,omitempty"`
	Checks  []string    `json:"checks"`
	Calls   []tool.Call `json:"calls"`
	Step    int         `json:"step"`
}

type jsonAllows struct {
	Class    string       `json:"class"`
	Proved   bool         `json:"proved"`
	Tools    int          `json:"tools"`
	Fewer    int          `json:"fewer"`
	Looser   *jsonWitness `json:"looser,omitempty"`
	Stricter *jsonWitness `json:"stricter,omitempty"`
}

type jsonWitness struct {
	Case  string       `json:"case,omitempty"`
	Start interp.State `json:"start,omitempty"`
	Calls []tool.Call  `json:"calls"`
}

// JSON writes a result as one document that mutate.schema.json describes.
func JSON(w io.Writer, r *mutate.Result) error {
	d := jsonDocument{
		Version: jsonVersion, Bound: r.Bound, Total: r.Total, Summary: summaryOf(r), Mutants: jsontext.Each(r.Outcomes, mutantOf),
		Cases: jsontext.Each(r.Cases(), func(c mutate.CaseScore) jsonCase {
			return jsonCase{c.Name, report.PlaceOf(c.Span), string(c.Verdict), c.Kills, c.Alone}
		}),
		Clauses: jsontext.Each(r.Clauses(), func(p mutate.PlaceScore) jsonPlace {
			return jsonPlace{p.At, report.PlaceOf(p.Span), p.Score, nil}
		}),
		Checks: jsontext.Each(r.Checks(), func(p mutate.PlaceScore) jsonPlace {
			return jsonPlace{p.At, report.PlaceOf(p.Span), p.Score, &p.Notices}
		}),
	}
	places := make(map[*mutate.Outcome]int)
	for i := range r.Outcomes {
		places[&r.Outcomes[i]] = i
	}
	d.Survivors = jsontext.Each(r.Survivors(), func(o *mutate.Outcome) int { return places[o] })
	return jsontext.Write(w, d)
}

func summaryOf(r *mutate.Result) jsonSummary {
	return jsonSummary{r.Count(mutate.Killed), r.Count(mutate.Survived), r.Count(mutate.Equivalent), r.Count(mutate.Invalid), r.Count(mutate.Unjudged),
		r.Score(onModel), r.Score(onSuite)}
}

func mutantOf(o mutate.Outcome) jsonMutant {
	m := jsonMutant{Operator: string(o.Operator), At: o.At.String(), Place: report.PlaceOf(o.Span), Words: changes(o.Edits),
		Edits: o.Edits, Status: string(o.Status), Kills: jsontext.Each(o.Kills, killOf), Cure: o.Cure}
	switch o.Status {
	case mutate.Survived:
		m.Reason = open(&o)
		m.Allows = allowsOf(&o.Allows)
	case mutate.Equivalent:
		m.Allows = allowsOf(&o.Allows)
	case mutate.Invalid:
		m.Reason = o.Reason.Error()
	}
	return m
}

func killOf(k mutate.Kill) jsonKill {
	x := jsonKill{Case: k.Case, File: k.File, Verdict: string(k.Verdict), Kept: k.Kept, Checks: jsontext.List(k.Checks), Calls: []tool.Call{}, Step: k.Step}
	if k.Witness != nil {
		x.Calls = jsontext.List(k.Witness.Calls())
	}
	return x
}

func allowsOf(a *mutate.Allows) *jsonAllows {
	return &jsonAllows{string(a.Class()), a.Proved(), a.Tools, a.Fewer, witnessOf(a, a.Looser), witnessOf(a, a.Stricter)}
}

func witnessOf(a *mutate.Allows, s behaviour.Side) *jsonWitness {
	if s.Answer != validate.Found || s.Witness == nil {
		return nil
	}
	w := &jsonWitness{Case: s.Witness.Case, Start: s.Witness.Old, Calls: jsontext.List(s.Witness.Calls)}
	w.Case = cmp.Or(a.Case, w.Case)
	return w
}
