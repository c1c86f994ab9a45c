package report

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/plan/why"
	"github.com/mantrac/mantrac/validate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version int           `json:"version"`
	Trace   string        `json:"trace,omitempty"`
	Case    string        `json:"case,omitempty"`
	Calls   int           `json:"calls"`
	Assumed interp.State  `json:"assumed,omitempty"`
	Refused []jsonRefused `json:"refused"`
}

type jsonRefused struct {
	Step    int             `json:"step"`
	Tool    string          `json:"tool"`
	Args    json.RawMessage `json:"args"`
	States  int             `json:"states"`
	Bound   int             `json:"bound"`
	Schema  string          `json:"schema,omitempty"`
	Reasons []jsonReason    `json:"reasons"`
	Ways    []jsonWay       `json:"ways"`
}

type jsonReason struct {
	Clause verdicts.Clause `json:"clause"`
	Why    string          `json:"why"`
	Values []jsonValue     `json:"values"`
	States []int           `json:"states"`
	Manual []why.Sentence  `json:"manual,omitempty"`
}

type jsonValue struct {
	Text  string          `json:"text"`
	Value json.RawMessage `json:"value,omitempty"`
}

type jsonWay struct {
	Result string `json:"result"`
	Proved bool   `json:"proved"`
	Reason string `json:"reason,omitempty"`
	States []int  `json:"states"`
	Sure   bool   `json:"sure,omitempty"`
	Trace  any    `json:"trace,omitempty"`
}

// JSON writes a result as one document that why.schema.json describes.
func JSON(w io.Writer, r *Result) error {
	doc := jsonDocument{Version: jsonVersion, Trace: filepath.ToSlash(r.Trace), Case: r.Case, Calls: r.Calls, Assumed: r.Assumed, Refused: []jsonRefused{}}
	for _, x := range r.Refused {
		doc.Refused = append(doc.Refused, r.toJSON(x))
	}
	return jsontext.Write(w, doc)
}

func (r *Result) toJSON(x Refused) jsonRefused {
	out := jsonRefused{Step: x.Step, Tool: x.Call.Tool, Args: interp.ToJSON(x.Call.Args), States: len(x.States), Bound: x.Bound, Schema: x.Schema, Reasons: []jsonReason{}, Ways: []jsonWay{}}
	for _, reason := range x.Reasons {
		j := jsonReason{Clause: verdicts.ClauseOf(reason.Broken), Why: verdicts.Why(reason.Broken), Values: []jsonValue{}, States: reason.States, Manual: why.Manual(r.Model, reason.Broken)}
		for _, v := range reason.Values {
			value := jsonValue{Text: v.Text}
			if v.Value != nil {
				value.Value = interp.ToJSON(v.Value)
			}
			j.Values = append(j.Values, value)
		}
		out.Reasons = append(out.Reasons, j)
	}
	for _, w := range x.Ways {
		out.Ways = append(out.Ways, toJSONWay(w))
	}
	return out
}

func toJSONWay(w why.Way) jsonWay {
	out := jsonWay{Result: "unknown", States: w.States}
	switch w.Answer {
	case validate.None:
		out.Result, out.Proved = "none", w.Proved
	case validate.Found:
		out.Result, out.Sure, out.Trace = "found", w.Sure, verdicts.WitnessJSON(w.Witness)
	default:
		out.Reason = reason(w.Reason)
	}
	return out
}
