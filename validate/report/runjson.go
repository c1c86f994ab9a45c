package report

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
)

type jsonRun struct {
	Version int    `json:"version"`
	Trace   string `json:"trace"`
	Model   string `json:"model"`
	Case    string `json:"case,omitempty"`
	Passed  bool   `json:"passed"`
	Allowed bool   `json:"allowed"`

	Undecided bool `json:"undecided,omitempty"`

	Calls  int            `json:"calls"`
	Init   []interp.State `json:"init"`
	Steps  []jsonOutcome  `json:"steps"`
	Checks []jsonVerdict  `json:"checks,omitempty"`
}

type jsonOutcome struct {
	Tool       string          `json:"tool"`
	Args       json.RawMessage `json:"args"`
	Known      string          `json:"known"`
	Failed     bool            `json:"failed,omitempty"`
	Allowed    bool            `json:"allowed"`
	Follows    bool            `json:"follows,omitempty"`
	Broken     []jsonBroken    `json:"broken"`
	Stuck      bool            `json:"stuck"`
	Impossible []jsonBroken    `json:"impossible"`

	Contradicts []jsonBroken `json:"contradicts,omitempty"`
	Undecided   bool         `json:"undecided,omitempty"`

	Before   []interp.State `json:"before"`
	After    []interp.State `json:"after"`
	Complete bool           `json:"complete"`
}

type jsonBroken struct {
	Kind   string        `json:"kind"`
	Place  *report.Place `json:"place,omitempty"`
	Text   string        `json:"text,omitempty"`
	Leaf   string        `json:"leaf,omitempty"`
	Why    string        `json:"why"`
	Values []jsonOperand `json:"values"`

	Follows bool `json:"follows,omitempty"`
}

type jsonOperand struct {
	Text  string          `json:"text"`
	Value json.RawMessage `json:"value"`
}

type jsonVerdict struct {
	Check  string `json:"check"`
	Passed bool   `json:"passed"`
	Step   int    `json:"step,omitempty"`
	Why    string `json:"why,omitempty"`

	Undecided bool `json:"undecided,omitempty"`
}

// RunJSON writes a run as one document that run.schema.json describes.
func RunJSON(w io.Writer, r *Run) error {
	out := jsonRun{
		Version: jsonVersion, Trace: filepath.ToSlash(r.Trace), Model: filepath.ToSlash(r.Model.File.Tree.File.Name()),
		Passed: r.Passed(), Allowed: r.Replay.Allowed(), Calls: r.Length, Undecided: r.Undecided(), Init: jsontext.List(r.Replay.Init), Steps: jsontext.Each(r.Replay.Steps, toJSONOutcome),
	}
	if r.Case != nil {
		out.Case = r.Case.Decl.Name().Name
	}
	for _, j := range r.Checks {
		out.Checks = append(out.Checks, jsonVerdict{Check: j.Check, Passed: j.Passed, Step: j.Step, Why: j.Why, Undecided: j.Undecided})
	}
	return jsontext.Write(w, out)
}

func toJSONOutcome(o interp.Outcome) jsonOutcome {
	broken := toJSONBroken(o.Broken)
	for i, follows := range o.Follows {
		broken[i].Follows = follows
	}
	var contradicts []jsonBroken
	if len(o.Contradicts) > 0 {
		contradicts = toJSONBroken(o.Contradicts)
	}
	return jsonOutcome{
		Contradicts: contradicts, Undecided: o.Undecided(),
		Failed: o.Failed, Follows: o.Consequence(),
		Tool: o.Call.Tool, Args: interp.ToJSON(o.Call.Args), Known: [...]string{"modelled", "schema", "unknown"}[o.Known],
		Allowed: o.Allowed(), Broken: broken, Stuck: o.Stuck, Impossible: toJSONBroken(o.Impossible),
		Before: jsontext.List(o.Before), After: jsontext.List(o.After), Complete: o.Complete,
	}
}

func toJSONBroken(rules []interp.Broken) []jsonBroken {
	out := []jsonBroken{}
	for _, b := range rules {
		j := jsonBroken{Kind: b.Kind.String(), Text: b.Text(), Leaf: b.Leaf, Why: why(b), Place: report.PlaceOf(b.Span()), Values: []jsonOperand{}}
		for _, v := range b.Values {
			j.Values = append(j.Values, jsonOperand{Text: v.Text, Value: interp.ToJSON(v.Value)})
		}
		out = append(out, j)
	}
	return out
}
