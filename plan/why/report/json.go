package report

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/interp"
	plans "github.com/mantrac/mantrac/plan/report"
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
	plans.Claim
	States []int `json:"states"`
	Sure   bool  `json:"sure,omitempty"`
	Trace  any   `json:"trace,omitempty"`
}

// JSON writes a result as one document that why.schema.json describes.
func JSON(w io.Writer, r *Result) error {
	return jsontext.Write(w, jsonDocument{
		Version: jsonVersion, Trace: filepath.ToSlash(r.Trace), Case: r.Case, Calls: r.Calls, Assumed: r.Assumed,
		Refused: jsontext.Each(r.Refused, r.toJSON),
	})
}

func (r *Result) toJSON(x Refused) jsonRefused {
	return jsonRefused{
		Step: x.Step, Tool: x.Call.Tool, Args: interp.ToJSON(x.Call.Args), States: len(x.States), Bound: x.Bound, Schema: x.Schema,
		Reasons: jsontext.Each(x.Reasons, func(reason why.Reason) jsonReason {
			return jsonReason{verdicts.ClauseOf(reason.Broken), verdicts.Why(reason.Broken), jsontext.Each(reason.Values, toJSONValue), reason.States, why.Manual(r.Model, reason.Broken)}
		}),
		Ways: jsontext.Each(x.Ways, toJSONWay),
	}
}

func toJSONValue(o interp.Operand) jsonValue {
	v := jsonValue{Text: o.Text}
	if o.Value != nil {
		v.Value = interp.ToJSON(o.Value)
	}
	return v
}

func toJSONWay(w why.Way) jsonWay {
	out := jsonWay{Claim: plans.ClaimOf(w.Claim), States: w.States}
	if w.Answer == validate.Found {
		out.Sure, out.Trace = w.Sure, verdicts.WitnessJSON(w.Witness)
	}
	return out
}
