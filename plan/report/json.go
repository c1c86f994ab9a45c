package report

import (
	"encoding/json"
	"io"
	"path/filepath"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/plan"
	"github.com/mantrac/mantrac/validate"
	verdicts "github.com/mantrac/mantrac/validate/report"
)

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version int        `json:"version"`
	Bound   int        `json:"bound"`
	Cases   []jsonCase `json:"cases"`
}

type jsonCase struct {
	Case    string      `json:"case"`
	File    string      `json:"file"`
	Plans   []jsonPlan  `json:"plans"`
	Further Claim       `json:"further"`
	Blame   any         `json:"blame,omitempty"`
	Minimal *bool       `json:"blame_minimal,omitempty"`
	Common  *jsonCommon `json:"common,omitempty"`
	Error   string      `json:"error,omitempty"`
}

type jsonPlan struct {
	Calls    []jsonCall      `json:"calls"`
	Trace    any             `json:"trace"`
	RestsOn  any             `json:"rests_on,omitempty"`
	Cost     json.RawMessage `json:"cost,omitempty"`
	Cheapest *Claim          `json:"cheaper,omitempty"`
}

// A jsonCall is a call with the arguments whose values matter.
type jsonCall struct {
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
}

// A Claim is a [plan.Claim] as documents have it.
type Claim struct {
	Result string `json:"result"`
	Proved bool   `json:"proved"`
	Reason string `json:"reason,omitempty"`
}

type jsonCommon struct {
	Necessary []jsonNecessity `json:"necessary"`
	Order     []plan.Edge     `json:"order"`
	Exclusive []jsonExclusion `json:"exclusive"`
	Open      []jsonQuestion  `json:"open"`
}

type jsonNecessity struct {
	jsonCall
	Proved bool `json:"proved"`
}

type jsonExclusion struct {
	Calls  [2]jsonCall `json:"calls"`
	Proved bool        `json:"proved"`
}

type jsonQuestion struct {
	Question string `json:"question"`
	Reason   string `json:"reason"`
}

// JSON writes a result as one document that plan.schema.json describes. Costs are there if
// tools have any.
func JSON(w io.Writer, r *plan.Result, costs bool) error {
	return jsontext.Write(w, jsonDocument{
		Version: jsonVersion, Bound: r.Bound, Cases: jsontext.Each(r.Cases, func(c *plan.Case) jsonCase { return toJSONCase(c, costs) }),
	})
}

func toJSONCase(c *plan.Case, costs bool) jsonCase {
	out := jsonCase{Case: c.Name(), File: filepath.ToSlash(c.File()), Further: ClaimOf(c.Further)}
	if c.Err != nil {
		out.Error = c.Err.Error()
	}
	out.Plans = jsontext.Each(c.Plans, func(p plan.Plan) jsonPlan { return toJSONPlan(p, costs) })
	if c.Verdict != nil && c.Verdict.Blame != nil && !c.Verdict.Blame.Empty() {
		out.Blame, out.Minimal = verdicts.BlameJSON(c.Verdict), &c.Verdict.Blame.Minimal
	}
	if c.Common != nil {
		out.Common = toJSONCommon(c.Common)
	}
	return out
}

func toJSONPlan(p plan.Plan, costs bool) jsonPlan {
	out := jsonPlan{Calls: jsontext.Each(p.Calls, toJSONCall), Trace: verdicts.WitnessJSON(p.Witness)}
	if len(p.RestsOn) > 0 {
		out.RestsOn = verdicts.NeedsJSON(p.RestsOn)
	}
	if costs {
		cheaper := ClaimOf(p.Cheapest)
		out.Cost, out.Cheapest = interp.ToJSON(p.Cost), &cheaper
	}
	return out
}

func toJSONCall(p plan.Pattern) jsonCall {
	return jsonCall{p.Tool, interp.ToJSON(p.Args)}
}

// ClaimOf returns a claim for a document.
func ClaimOf(c plan.Claim) Claim {
	switch c.Answer {
	case validate.None:
		return Claim{Result: "none", Proved: c.Proved}
	case validate.Found:
		return Claim{Result: "found"}
	}
	return Claim{Result: "unknown", Reason: verdicts.Reason(c.Reason)}
}

func toJSONCommon(c *plan.Common) *jsonCommon {
	return &jsonCommon{
		Necessary: jsontext.Each(c.Necessary, func(n plan.Necessity) jsonNecessity { return jsonNecessity{toJSONCall(n.Pattern), n.Proved} }),
		Order:     jsontext.List(c.Order),
		Exclusive: jsontext.Each(c.Exclusive, func(x plan.Exclusion) jsonExclusion {
			return jsonExclusion{[2]jsonCall{toJSONCall(x.A), toJSONCall(x.B)}, x.Proved}
		}),
		Open: jsontext.Each(c.Open, func(q plan.Question) jsonQuestion { return jsonQuestion{q.About, verdicts.Reason(q.Reason)} }),
	}
}
