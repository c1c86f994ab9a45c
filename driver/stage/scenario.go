package stage

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/internal/lists"
	read "github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// A Scenario is a task with the values of its variables (seed 000 §3.1).
type Scenario struct {
	Name       string     `json:"name"`
	Prompt     string     `json:"prompt"`
	Observable []Variable `json:"observable"` // V_obs: what tools show
	Internal   []Variable `json:"internal"`   // V_int: what the prompt says
}

// A Variable is one with its value in a scenario.
type Variable struct {
	Name    string          `json:"variable"`
	Value   json.RawMessage `json:"value"`
	Meaning string          `json:"meaning"`
	Tool    string          `json:"tool,omitempty"`  // of an observable variable: which shows it
	Quote   string          `json:"quote,omitempty"` // of an internal one: the words of the prompt that say it
}

// all returns the variables of both kinds.
func (s Scenario) all() []Variable { return slices.Concat(s.Observable, s.Internal) }

// values returns the variables for a prompt.
func (s Scenario) values() []prompt.Value {
	return lists.Map(s.all(), func(v Variable) prompt.Value {
		return prompt.Value{Name: v.Name, Value: compact(v.Value), Meaning: v.Meaning}
	})
}

// compact returns JSON on one line.
func compact(data json.RawMessage) string {
	v, err := read.ReadValue(string(data))
	if err != nil {
		return string(data)
	}
	return string(read.AppendJSON(nil, v))
}

// sort returns what a value is: "true or false", "a number", "a text" or "a list of
// texts"; "" if it is none of these.
func (v Variable) sort() string {
	value, err := read.ReadValue(string(v.Value))
	if err != nil {
		return ""
	}
	switch value.(type) {
	case types.Boolean:
		return "true or false"
	case types.Number:
		return "a number"
	case types.Text:
		return "a text"
	case types.List:
		return "a list of texts"
	}
	return ""
}

// source returns the value in the languages: "in stock", false, 20, (array "a" "b").
func (v Variable) source() string {
	value, err := read.ReadValue(string(v.Value))
	if err != nil {
		return string(v.Value) // it was read when the scenario was accepted
	}
	list, ok := value.(types.List)
	if !ok {
		return value.String()
	}
	parts := lists.Map(list, types.Value.String)
	// An empty list has no blank after its head.
	return strings.TrimSuffix("(array "+strings.Join(parts, " "), " ") + ")"
}

// shared returns the variables of all scenarios, each once, with the values that
// occur.
func shared(scenarios []Scenario) []prompt.Value {
	var list []prompt.Value
	for _, s := range scenarios {
		for _, v := range s.values() {
			i := slices.IndexFunc(list, func(k prompt.Value) bool { return k.Name == v.Name })
			switch {
			case i < 0:
				list = append(list, v)
			// The values are joined by a bar, which is how the prompt lists them.
			case !slices.Contains(strings.Split(list[i].Value, " | "), v.Value):
				list[i].Value += " | " + v.Value
			}
		}
	}
	return list
}

// initial returns the init of a case: the values of the scenario, and the first values
// of the variables that no scenario has.
func (s Scenario) initial(own []string) string {
	parts := lists.Map(s.all(), func(v Variable) string { return fmt.Sprintf("(%s %s)", v.Name, v.source()) })
	return strings.Join(append(parts, own...), "\n        ")
}
