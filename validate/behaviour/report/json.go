package report

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/mantrac/mantrac/edit"
	edits "github.com/mantrac/mantrac/edit/report"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/worddiff"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
	"github.com/mantrac/mantrac/validate/gate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 2

// A Document is a report for programs, to be written as JSON. The edits in it are
// as package edit writes them.
type Document struct {
	Version int          `json:"version"`
	Class   string       `json:"class"`
	Summary jsonSummary  `json:"summary"`
	Changes []jsonChange `json:"changes"`
	Waivers []jsonWaiver `json:"waivers"`
	Models  []jsonModel  `json:"models"`
	Edits   []jsonEdit   `json:"edits"`
	Cases   []jsonCase   `json:"cases"`
	Prose   []jsonProse  `json:"prose"`
}

// A jsonProse is comments or a prompt that changed, word by word.
type jsonProse struct {
	At    string          `json:"at"`
	Old   *report.Place   `json:"old,omitempty"`
	New   *report.Place   `json:"new,omitempty"`
	Spans []worddiff.Span `json:"spans"`
}

type jsonSummary struct {
	Looser   int `json:"looser"`
	Both     int `json:"both"`
	Unknown  int `json:"unknown"`
	Stricter int `json:"stricter"`
	Equal    int `json:"equal"`
	Waived   int `json:"waived"`
}

type jsonChange struct {
	Rule  string        `json:"rule"`
	Words string        `json:"words"`
	Key   string        `json:"key"`
	Edit  *int          `json:"edit,omitempty"`
	Old   *report.Place `json:"old,omitempty"`
	New   *report.Place `json:"new,omitempty"`
	Case  string        `json:"case,omitempty"`
	jsonDifference
	Waivers []int           `json:"waivers"`
	Cited   []report.Place  `json:"cited,omitempty"`
	Prose   []worddiff.Span `json:"prose,omitempty"`
}

type jsonWaiver struct {
	report.Place
	Class   string `json:"class"`
	Target  string `json:"target,omitempty"`
	Reason  string `json:"reason"`
	Author  string `json:"author"`
	Used    bool   `json:"used"`
	Expired bool   `json:"expired"`
}

type jsonModel struct {
	File   string           `json:"file"`
	Class  string           `json:"class"`
	From   string           `json:"from,omitempty"`
	Cases  []string         `json:"cases"`
	Bound  int              `json:"bound,omitempty"`
	Tools  []jsonTool       `json:"tools"`
	Goals  []jsonCaseChecks `json:"goals"`
	Doubts []string         `json:"doubts"`
	Reason string           `json:"reason,omitempty"`
}

type jsonTool struct {
	Tool string `json:"tool"`
	Old  bool   `json:"old"`
	New  bool   `json:"new"`
	jsonDifference
}

type jsonDifference struct {
	Class    string   `json:"class"`
	Stricter jsonSide `json:"stricter"`
	Looser   jsonSide `json:"looser"`
}

type jsonSide struct {
	Result  string       `json:"result"`
	Proved  bool         `json:"proved"`
	Witness *jsonWitness `json:"witness,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

type jsonWitness struct {
	Case     string       `json:"case,omitempty"`
	Old      interp.State `json:"old,omitempty"`
	New      interp.State `json:"new,omitempty"`
	Calls    []tool.Call  `json:"calls"`
	Refused  *jsonRefusal `json:"refused,omitempty"`
	Shortest bool         `json:"shortest"`
}

type jsonRefusal struct {
	Clauses []verdicts.Clause `json:"clauses"`
	Gone    bool              `json:"gone"`
	Stuck   bool              `json:"stuck"`
	Schema  string            `json:"schema,omitempty"`
}

type jsonEdit struct {
	Edit  edit.Edit `json:"edit"`
	Words string    `json:"words"`
	With  []int     `json:"with"`
	jsonDifference
	Cases  []jsonCaseChecks `json:"cases"`
	Reason string           `json:"reason,omitempty"`
}

type jsonCaseChecks struct {
	Case string `json:"case"`
	jsonDifference
}

type jsonCase struct {
	Case       string          `json:"case"`
	OldVerdict string          `json:"old_verdict,omitempty"`
	NewVerdict string          `json:"new_verdict,omitempty"`
	Checks     *jsonDifference `json:"checks,omitempty"`
}

// JSON writes a report as one document that behaviour.schema.json describes.
func JSON(w io.Writer, r *behaviour.Report, g *gate.Report) error {
	return jsontext.Write(w, NewDocument(r, g))
}

// NewDocument returns the document of a report. Tools without a difference are
// in it.
func NewDocument(r *behaviour.Report, g *gate.Report) *Document {
	whole := g.Whole()
	d := &Document{
		Version: jsonVersion, Class: string(whole.Class()), Models: jsontext.Each(r.Models, toModel), Cases: jsontext.Each(r.Cases, toCase),
		Edits: jsontext.Each(r.Causes, func(c behaviour.Cause) jsonEdit { return toEdit(r.Edits[c.Edit], c) }), Prose: []jsonProse{},
	}
	d.judged(g)
	for _, e := range r.Edits {
		if e.Op == edit.Replace && e.At.Kind() == edit.Prompt {
			d.Prose = append(d.Prose, jsonProse{At: e.At.String(), Spans: worddiff.Diff(edit.PromptText(e.Expect), edit.PromptText(e.Text))})
		}
	}
	for _, c := range g.Comments {
		d.Prose = append(d.Prose, jsonProse{c.At.String(), report.PlaceOf(c.OldAt), report.PlaceOf(c.NewAt), worddiff.Diff(c.Old, c.New)})
	}
	return d
}

func toEdit(e edit.Edit, c behaviour.Cause) jsonEdit {
	out := jsonEdit{
		Edit: e, Words: edits.Words(e, quoted), With: jsontext.List(c.With), jsonDifference: toDifference(c.Model), Reason: message(c.Reason),
		Cases: jsontext.Each(c.Cases, func(k behaviour.Case) jsonCaseChecks { return jsonCaseChecks{k.Name, toDifference(k.Checks)} }),
	}
	// Without an answer the difference may read as equal.
	if c.Reason != nil {
		out.Class = string(behaviour.Unknown)
	}
	return out
}

// judged adds the verdict on each change.
func (d *Document) judged(g *gate.Report) {
	n, waived := g.Count()
	d.Summary = jsonSummary{n[behaviour.Looser], n[behaviour.Both], n[behaviour.Unknown], n[behaviour.Stricter], n[behaviour.Equal], waived}
	d.Changes = jsontext.Each(g.Changes, func(c gate.Change) jsonChange { return toChange(g, c) })
	d.Waivers = jsontext.Each(g.Waivers, func(w *gate.Waiver) jsonWaiver {
		return jsonWaiver{*report.PlaceOf(w.Span), w.Class, w.Target, w.Reason, w.Author, w.Used, w.Expired}
	})
}

func toChange(g *gate.Report, c gate.Change) jsonChange {
	out := jsonChange{
		Rule: c.Rule, Words: c.Words(quoted), Key: c.Key, Old: report.PlaceOf(c.Old), New: report.PlaceOf(c.New), Case: c.Case,
		jsonDifference: toDifference(c.Difference), Waivers: jsontext.Each(c.Waived, func(w *gate.Waiver) int { return slices.Index(g.Waivers, w) }),
	}
	if c.Edit >= 0 {
		out.Edit = &c.Edit
	}
	for _, at := range c.Cited {
		out.Cited = append(out.Cited, *report.PlaceOf(at))
	}
	if c.Prose != [2]string{} {
		out.Prose = worddiff.Diff(c.Prose[0], c.Prose[1])
	}
	return out
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func toModel(m behaviour.Model) jsonModel {
	c := m.Comparison
	// An empty comparison makes all lists empty and not null.
	if c == nil {
		c = &behaviour.Comparison{}
	}
	out := jsonModel{
		File: filepath.ToSlash(m.Name), Class: string(behaviour.Unknown), Bound: c.Bound, Reason: message(m.Reason), Cases: jsontext.List(c.Cases),
		Tools: jsontext.Each(c.Tools, func(t behaviour.Tool) jsonTool {
			return jsonTool{t.Name, t.Old, t.New, toDifference(t.Difference)}
		}),
		Goals: jsontext.Each(c.Goals, func(g behaviour.Goal) jsonCaseChecks {
			return jsonCaseChecks{g.Case, toDifference(g.Difference)}
		}),
		Doubts: jsontext.Each(c.Doubts, error.Error),
	}
	switch {
	case m.Comparison == nil:
		return out
	case c.Any:
		out.From = "any"
	case c.Beyond:
		out.From = "cases and any"
	default:
		out.From = "cases"
	}
	out.Class = string(c.Whole.Class())
	return out
}

func toDifference(d behaviour.Difference) jsonDifference {
	return jsonDifference{string(d.Class()), toSide(d.Stricter), toSide(d.Looser)}
}

func toSide(s behaviour.Side) jsonSide {
	out := jsonSide{Proved: s.Proved}
	switch s.Answer {
	case validate.None:
		out.Result = "none"
	case validate.Found:
		// Found with a reason alone; with a trace it is "trace".
		out.Result = "found"
		out.Reason = message(s.Reason)
		if s.Witness != nil {
			out.Result, out.Witness = "trace", toWitness(s.Witness)
		}
	default:
		out.Result, out.Reason = "unknown", message(s.Reason)
	}
	return out
}

func toWitness(w *behaviour.Witness) *jsonWitness {
	out := &jsonWitness{Case: w.Case, Old: w.Old, New: w.New, Calls: jsontext.List(w.Calls), Shortest: !w.Rough}
	if w.Old != nil { // checks alone have no states
		out.Refused = &jsonRefusal{jsontext.Each(w.Refused.Broken, verdicts.ClauseOf), w.Refused.Gone, w.Refused.Stuck, w.Refused.Schema}
	}
	return out
}

func toCase(k behaviour.Case) jsonCase {
	out := jsonCase{Case: k.Name, OldVerdict: string(k.Old), NewVerdict: string(k.New)}
	if k.Changed {
		d := toDifference(k.Checks)
		out.Checks = &d
	}
	return out
}
