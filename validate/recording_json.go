package validate

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// recordingVersion is that of the text of recordings. It changes with everything below.
const recordingVersion = 4

// The text of a recording is JSON. Values keep their kind: a number is {"n": "1/3"},
// an object {"o": [name, value, name, value, …]}, and the others are themselves.
// Of a state after a call it has the variables whose values are other than
// before, since most states differ in one of many.
type (
	jsonRecording struct {
		Version int         `json:"v"`
		Entries []jsonEntry `json:"answers"`
		Marks   [][]string  `json:"marks"`
		Stats   Stats       `json:"stats"`
	}
	jsonEntry struct {
		Question string     `json:"q"`
		Answer   Answer     `json:"a"`
		Proved   bool       `json:"p,omitempty"`
		Exact    bool       `json:"x,omitempty"`
		Engine   Engine     `json:"e"`
		Why      string     `json:"w"`
		Took     []Took     `json:"m"`
		Trace    *jsonTrace `json:"t,omitempty"`
	}
	jsonTrace struct {
		Init  map[string]any `json:"i"`
		Steps []jsonStep     `json:"s"`
	}
	jsonStep struct {
		Tool   string         `json:"c"`
		Args   []any          `json:"a"`
		Answer []any          `json:"r,omitempty"` // of one value, or none
		State  map[string]any `json:"s"`           // what has changed; null for none at all
	}
)

// encode returns the text of a recording; nil where it has a string that is not
// UTF-8, which JSON cannot hold.
func (t *recording) encode() []byte {
	out := jsonRecording{Version: recordingVersion, Marks: t.Marks, Stats: t.Stats}
	for _, e := range t.Entries {
		j := jsonEntry{Question: e.Question, Answer: e.answer, Proved: e.proved, Exact: e.exact, Engine: e.engine, Why: e.why, Took: e.took}
		if e.trace != nil {
			// A nil state encodes as null. The checks alone have traces without states.
			j.Trace = &jsonTrace{Init: recordedState(nil, e.trace.Init), Steps: []jsonStep{}}
			before := e.trace.Init
			for _, s := range e.trace.Steps {
				step := jsonStep{Tool: s.Call.Tool, Args: recordedMembers(s.Call.Args), State: recordedState(before, s.State)}
				if s.Answer != nil {
					step.Answer = []any{recordedValue(s.Answer)}
				}
				j.Trace.Steps = append(j.Trace.Steps, step)
				before = s.State
			}
		}
		out.Entries = append(out.Entries, j)
	}
	text, err := json.Marshal(out)
	// json.Marshal replaces invalid UTF-8 by U+FFFD, so the escape marks a lossy text.
	if err != nil || bytes.Contains(text, []byte(`\ufffd`)) {
		return nil
	}
	return text
}

func recordedState(before, s map[string]types.Value) map[string]any {
	if s == nil {
		return nil
	}
	out := make(map[string]any)
	for name, v := range s {
		// Only differences are written; stateOf adds them to the state before.
		if had, ok := before[name]; !ok || !types.Equal(had, v) {
			out[name] = recordedValue(v)
		}
	}
	return out
}

func recordedMembers(o types.Object) []any {
	out := []any{}
	for _, m := range o {
		out = append(out, m.Name, recordedValue(m.Value))
	}
	return out
}

func recordedValue(v types.Value) any {
	switch v := v.(type) {
	case types.Boolean:
		return bool(v)
	case types.Text:
		return string(v)
	case types.Number:
		return map[string]any{"n": v.Rat().RatString()}
	case types.Object:
		return map[string]any{"o": recordedMembers(v)}
	case types.Dict:
		out := []any{}
		for _, e := range v {
			out = append(out, recordedValue(e.Key), recordedValue(e.Value))
		}
		return map[string]any{"d": out}
	case types.List:
		out := []any{}
		for _, x := range v {
			out = append(out, recordedValue(x))
		}
		return out
	}
	// Null, and nil, are JSON's null.
	return nil
}

// decodeRecording reads the text of a recording.
func decodeRecording(text []byte) (*recording, error) {
	var in jsonRecording
	if err := json.Unmarshal(text, &in); err != nil {
		return nil, err
	}
	if in.Version != recordingVersion {
		return nil, fmt.Errorf("unknown version %d of recorded answers", in.Version)
	}
	t := &recording{Marks: in.Marks, Stats: in.Stats}
	for _, j := range in.Entries {
		d := decision{answer: j.Answer, proved: j.Proved, exact: j.Exact, engine: j.Engine, why: j.Why, took: j.Took}
		// encode writes None and Found alone: unknown answers are unstable and never recorded.
		if (j.Answer == Found) != (j.Trace != nil) || j.Answer != Found && j.Answer != None || !slices.Contains(Engines, j.Engine) ||
			slices.ContainsFunc(j.Took, func(t Took) bool { return !t.valid() }) {
			return nil, errNoRecording
		}
		if j.Trace != nil {
			var err error
			if d.trace, err = j.Trace.decode(); err != nil {
				return nil, err
			}
		}
		t.Entries = append(t.Entries, entry{j.Question, d})
	}
	return t, nil
}

var errNoRecording = errors.New("not recorded answers")

func (j *jsonTrace) decode() (t *system.Trace, err error) {
	t = &system.Trace{}
	if t.Init, err = stateOf(nil, j.Init); err != nil {
		return nil, err
	}
	before := t.Init
	for _, s := range j.Steps {
		step := system.TraceStep{Call: tool.Call{Tool: s.Tool}}
		if step.Call.Args, err = membersOf(s.Args); err != nil {
			return nil, err
		}
		if len(s.Answer) > 0 {
			if step.Answer, err = valueOf(s.Answer[0]); err != nil {
				return nil, err
			}
		}
		if step.State, err = stateOf(before, s.State); err != nil {
			return nil, err
		}
		before = step.State
		t.Steps = append(t.Steps, step)
	}
	return t, nil
}

func stateOf(before map[string]types.Value, j map[string]any) (map[string]types.Value, error) {
	if j == nil {
		return nil, nil
	}
	// The clone is shallow: values are immutable.
	out := maps.Clone(before)
	if out == nil {
		out = make(map[string]types.Value, len(j))
	}
	for name, x := range j {
		v, err := valueOf(x)
		if err != nil {
			return nil, err
		}
		out[name] = v
	}
	return out, nil
}

func membersOf(list []any) (types.Object, error) {
	out := types.Object{}
	// Names and values alternate in one list.
	for i := 0; i+1 < len(list); i += 2 {
		name, ok := list[i].(string)
		v, err := valueOf(list[i+1])
		if _, twice := out.Get(name); !ok || twice || err != nil {
			return nil, errors.Join(errNoRecording, err)
		}
		out = append(out, types.Member{Name: name, Value: v})
	}
	return out, nil
}

func valueOf(x any) (types.Value, error) {
	switch x := x.(type) {
	case nil:
		return types.Null{}, nil
	case bool:
		return types.Boolean(x), nil
	case string:
		return types.Text(x), nil
	case []any:
		out := types.List{}
		for _, e := range x {
			v, err := valueOf(e)
			if err != nil {
				return nil, err
			}
			out = append(out, v)
		}
		return out, nil
	case map[string]any:
		return compoundOf(x)
	}
	return nil, errNoRecording
}

func dictOf(list []any) (types.Value, error) {
	var out []types.Entry
	for i := 0; i+1 < len(list); i += 2 {
		key, err := valueOf(list[i])
		v, wrong := valueOf(list[i+1])
		if err := errors.Join(err, wrong); err != nil {
			return nil, err
		}
		out = append(out, types.Entry{Key: key, Value: v})
	}
	return types.NewDict(out), nil
}

func compoundOf(x map[string]any) (types.Value, error) {
	// The key tells the kind: o for an object, d for a map, n for a number.
	if members, ok := x["o"].([]any); ok {
		return membersOf(members)
	}
	if entries, ok := x["d"].([]any); ok {
		return dictOf(entries)
	}
	if n, ok := x["n"].(string); ok && strings.Trim(n, "-0123456789/") == "" { // no exponents, which cost memory
		if r, ok := new(big.Rat).SetString(n); ok {
			return types.NewNumber(r), nil
		}
	}
	return nil, errNoRecording
}
