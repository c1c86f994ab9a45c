package report

import (
	"encoding/json"
	"io"
	"path/filepath"
	"time"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/interp"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version int        `json:"version"`
	Cases   []jsonCase `json:"cases"`

	Unfinished []jsonUnfinished `json:"unfinished"`
	Stats      jsonStats        `json:"stats"`

	Diagnostics []any `json:"diagnostics,omitempty"`
}

type jsonUnfinished struct {
	Case   string `json:"case"`
	File   string `json:"file"`
	Reason string `json:"reason"`
}

type jsonStats struct {
	States    int     `json:"states"`
	Queries   int     `json:"queries"`
	SearchMS  float64 `json:"search_ms"`
	SolveMS   float64 `json:"solve_ms"`
	EncodeMS  float64 `json:"encode_ms"`
	ExplainMS float64 `json:"explain_ms"`
}

type jsonCase struct {
	Case        string          `json:"case"`
	File        string          `json:"file"`
	Verdict     string          `json:"verdict"`
	Bound       int             `json:"bound"`
	Lists       int             `json:"lists,omitempty"`
	ChecksAlone jsonChecksAlone `json:"checks_alone"`
	Compliant   jsonCompliant   `json:"compliant"`
	Forward     jsonForward     `json:"forward"`
	Backward    []jsonBackward  `json:"backward"`
	Conflicts   *[]jsonForward  `json:"conflicts,omitempty"`
	Omissions   *[]jsonBackward `json:"omissions,omitempty"`
	Blame       []jsonPart      `json:"blame,omitempty"`
	Minimal     *bool           `json:"blame_minimal,omitempty"`
	Decisions   []jsonDecision  `json:"decisions"`
}

type jsonDecision struct {
	Question string `json:"question"`
	Result   string `json:"result"`
	Proved   bool   `json:"proved"`
	Engine   string `json:"engine,omitempty"`

	// By engine, of those that were asked.
	Explicit  *float64 `json:"explicit_ms,omitempty"`
	SMT       *float64 `json:"smt_ms,omitempty"`
	Spacer    *float64 `json:"spacer_ms,omitempty"`
	Reference *float64 `json:"reference_ms,omitempty"`

	Why string `json:"why"`
}

func toJSONDecision(d validate.Decision) jsonDecision {
	j := jsonDecision{Question: d.Query, Result: answer(d.Answer, "none", "found"), Proved: d.Proved, Engine: string(d.Engine), Why: d.Why}
	place := map[validate.Engine]**float64{validate.Explicit: &j.Explicit, validate.SMT: &j.SMT, validate.Spacer: &j.Spacer, validate.Reference: &j.Reference}
	for _, t := range d.Took {
		// A pointer, so that 0 ms differs from an engine that was not asked.
		ms := milliseconds(t.Time)
		*place[t.Engine] = &ms
	}
	return j
}

type jsonChecksAlone struct {
	Result string `json:"result"`
	Proved bool   `json:"proved,omitempty"`
	Steps  *int   `json:"steps,omitempty"`
	Rough  bool   `json:"rough,omitempty"`
	Reason string `json:"reason,omitempty"`
}

type jsonCompliant struct {
	Result  string       `json:"result"`
	Proved  bool         `json:"proved"`
	Needs   []int        `json:"needs,omitempty"`
	RestsOn []jsonNeed   `json:"rests_on,omitempty"`
	Witness *jsonWitness `json:"witness,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

type jsonNeed struct {
	Step int             `json:"step,omitempty"`
	Leaf string          `json:"leaf"`
	Key  json.RawMessage `json:"key,omitempty"`
}

type jsonForward struct {
	Result  string       `json:"result"`
	Proved  bool         `json:"proved"`
	Class   string       `json:"class,omitempty"`
	Step    int          `json:"step,omitempty"`
	Clause  *Clause      `json:"clause,omitempty"`
	Witness *jsonWitness `json:"witness,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

type jsonBackward struct {
	Check   string       `json:"check"`
	Result  string       `json:"result"`
	Proved  bool         `json:"proved"`
	Class   string       `json:"class,omitempty"`
	Step    int          `json:"step,omitempty"`
	Flaws   []jsonFlaw   `json:"flaws,omitempty"`
	Witness *jsonWitness `json:"witness,omitempty"`
	Reason  string       `json:"reason,omitempty"`
}

// A Clause is a rule that is broken, as documents have it.
type Clause struct {
	report.Place
	Text string `json:"text"`
	Kind string `json:"kind"`
}

type jsonWitness struct {
	Init  interp.State `json:"init"`
	Steps []jsonStep   `json:"steps"`
	Free  []string     `json:"free"`

	Irrelevant []string `json:"irrelevant,omitempty"`
	Rough      bool     `json:"rough,omitempty"`
}

type jsonStep struct {
	Tool  string          `json:"tool"`
	By    string          `json:"by,omitempty"`
	Args  json.RawMessage `json:"args"`
	State interp.State    `json:"state"`

	Answer     json.RawMessage `json:"answer,omitempty"`
	Irrelevant []string        `json:"irrelevant,omitempty"`
}

// JSON writes a result as one document that validate.schema.json describes. Variables
// are in the order of their names, arguments as in the call.
func JSON(w io.Writer, r *validate.Result) error {
	doc := jsonDocument{Version: jsonVersion, Cases: jsontext.Each(r.Cases, toJSONCase), Stats: jsonStats{
		States: r.Stats.States, Queries: r.Stats.Queries, SearchMS: milliseconds(r.Stats.Search),
		SolveMS: milliseconds(r.Stats.Solve), EncodeMS: milliseconds(r.Stats.Encode), ExplainMS: milliseconds(r.Stats.Explain),
	}}
	doc.Unfinished = jsontext.Each(r.Unfinished, func(u validate.Unfinished) jsonUnfinished {
		return jsonUnfinished{u.Name, filepath.ToSlash(u.File), u.Reason.Error()}
	})
	doc.Diagnostics = diagnostics.Objects(r.Diagnostics)
	return jsontext.Write(w, doc)
}

// CaseJSON returns a case as it is in the document that [JSON] writes.
func CaseJSON(c *validate.Case) ([]byte, error) { return json.Marshal(toJSONCase(c)) }

func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}

func toJSONCase(c *validate.Case) jsonCase {
	out := jsonCase{
		Case: c.Name, File: filepath.ToSlash(c.File), Verdict: string(c.Verdict), Bound: c.Bound, Lists: c.Lists,
		ChecksAlone: jsonChecksAlone{Result: answer(c.ChecksAlone.Answer, "unsatisfiable", "satisfiable"), Proved: c.ChecksAlone.Proved, Reason: reason(c.ChecksAlone.Answer, c.ChecksAlone.Reason)},
		Compliant: jsonCompliant{
			Result: answer(c.Compliant.Answer, "none", "trace"), Proved: c.Compliant.Proved,
			Witness: toJSONWitness(c.Compliant.Witness), Reason: reason(c.Compliant.Answer, c.Compliant.Reason),
		},
		Forward:   toJSONForward(c.Forward),
		Backward:  toJSONBackwards(c, c.Backward),
		Blame:     toJSONBlame(c),
		Decisions: jsontext.Each(c.Decisions, toJSONDecision),
	}
	if w := c.Compliant.Witness; w != nil {
		out.Compliant.Needs = w.Others()
	}
	out.Compliant.RestsOn = toJSONNeeds(c.Compliant.RestsOn)
	if len(out.Blame) > 0 {
		out.Minimal = &c.Blame.Minimal
	}
	if c.ChecksAlone.Answer == validate.Found {
		out.ChecksAlone.Steps, out.ChecksAlone.Rough = &c.ChecksAlone.Steps, c.ChecksAlone.Rough
	}
	if c.Conflicts != nil { // they were asked for
		conflicts, omissions := jsontext.Each(c.Conflicts, toJSONForward), toJSONBackwards(c, c.Omissions)
		out.Conflicts, out.Omissions = &conflicts, &omissions
	}
	return out
}

func toJSONNeeds(list []validate.Need) (out []jsonNeed) {
	for _, n := range list {
		j := jsonNeed{Step: n.Step, Leaf: n.Leaf}
		if n.Key != nil {
			j.Key = interp.ToJSON(n.Key)
		}
		out = append(out, j)
	}
	return out
}

func toJSONBackwards(c *validate.Case, list []validate.Backward) []jsonBackward {
	return jsontext.Each(list, func(b validate.Backward) jsonBackward { return toJSONBackward(c, b) })
}

func toJSONBackward(c *validate.Case, b validate.Backward) jsonBackward {
	j := jsonBackward{
		Check: b.Check, Result: answer(b.Answer, "none", "conflict"), Proved: b.Proved,
		Witness: toJSONWitness(b.Witness), Reason: reason(b.Answer, b.Reason),
	}
	if b.Answer == validate.Found {
		j.Class, j.Step, j.Flaws = string(b.Class), b.Step, toJSONFlaws(c, b)
	}
	return j
}

func toJSONForward(f validate.Forward) jsonForward {
	out := jsonForward{
		Result: answer(f.Answer, "none", "conflict"), Proved: f.Proved,
		Witness: toJSONWitness(f.Witness), Reason: reason(f.Answer, f.Reason),
	}
	// The answer is None, but the witness is shown.
	if f.Disturbed {
		out.Result = "disturbed"
	}
	if f.Answer == validate.Found || f.Disturbed {
		clause := ClauseOf(f.Broken[0])
		out.Class, out.Step, out.Clause = string(f.Class), f.Step, &clause
	}
	return out
}

func answer(a validate.Answer, none, found string) string {
	switch a {
	case validate.None:
		return none
	case validate.Found:
		return found
	}
	return "unknown"
}

func reason(a validate.Answer, err error) string {
	if a != validate.Unknown {
		return ""
	}
	return Reason(err)
}

// ClauseOf returns a broken rule for a document.
func ClauseOf(b interp.Broken) Clause {
	c := Clause{Text: b.Text(), Kind: b.Kind.String()}
	if at := report.PlaceOf(b.Span()); at != nil {
		c.Place = *at
	}
	return c
}

func toJSONWitness(w *validate.Witness) *jsonWitness {
	if w == nil {
		return nil
	}
	out := &jsonWitness{Init: w.Init, Steps: jsontext.Each(w.Steps, toJSONStep), Free: jsontext.List(w.Free), Irrelevant: w.Irrelevant, Rough: w.Rough}
	// Documents have an object here, never null; the checks alone have no states.
	if out.Init == nil {
		out.Init = interp.State{}
	}
	return out
}

func toJSONStep(s validate.Step) jsonStep {
	step := jsonStep{Tool: s.Call.Tool, Args: interp.ToJSON(s.Call.Args), State: s.State, Irrelevant: s.Irrelevant}
	if s.By != tool.Agent {
		step.By = s.By.String()
	}
	if s.Answer != nil {
		step.Answer = interp.ToJSON(s.Answer)
	}
	return step
}
