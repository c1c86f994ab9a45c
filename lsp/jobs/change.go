package jobs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A Change is what the edits of a model and of the suites about it mean, as
// `mantrac diff --behaviour --format json` writes it; what of it the server reads.
type Change struct {
	Models []struct {
		Bound int          `json:"bound"`
		Tools []toolChange `json:"tools"`
	} `json:"models"`
	Edits []struct {
		Edit edit.Edit `json:"edit"`
	} `json:"edits"`
	Cases []caseChange `json:"cases"`

	Raw json.RawMessage `json:"-"`
}

type toolChange struct {
	Tool string `json:"tool"`
	difference
}

type caseChange struct {
	Case   string      `json:"case"`
	Old    string      `json:"old_verdict"`
	New    string      `json:"new_verdict"`
	Checks *difference `json:"checks"`
}

type difference struct {
	Class    behaviour.Class `json:"class"`
	Stricter changeSide      `json:"stricter"`
	Looser   changeSide      `json:"looser"`
}

type changeSide struct {
	Result  string         `json:"result"`
	Proved  bool           `json:"proved"`
	Witness *changeWitness `json:"witness"`
	Reason  string         `json:"reason"`
}

type changeWitness struct {
	Case    string                     `json:"case"`
	New     map[string]json.RawMessage `json:"new"`
	Old     map[string]json.RawMessage `json:"old"`
	Calls   []Step                     `json:"calls"`
	Refused *struct {
		Clauses []clauseReport `json:"clauses"`
		Gone    bool           `json:"gone"`
		Stuck   bool           `json:"stuck"`
		Schema  string         `json:"schema"`
	} `json:"refused"`
}

// Tool returns what became of the calls of a tool.
func (c *Change) Tool(name string) (difference, bool) {
	for _, m := range c.Models {
		for _, t := range m.Tools {
			if t.Tool == name {
				return t.difference, true
			}
		}
	}
	return difference{}, false
}

// CaseOf returns what became of a case.
func (c *Change) CaseOf(name string) (caseChange, bool) {
	for _, k := range c.Cases {
		if k.Case == name {
			return k, true
		}
	}
	return caseChange{}, false
}

func (c *Change) bound() int {
	for _, m := range c.Models {
		// All models of one comparison have the same bound.
		return m.Bound
	}
	return 0
}

// preconditionOnly reports whether all edits of a transition are of its
// precondition.
func (c *Change) preconditionOnly(tool string) bool {
	some := false
	for _, e := range c.Edits {
		at := e.Edit.At
		// Edits outside of this transition do not matter here.
		if len(at.Path) < 2 || at.Declaration().Kind() != edit.Transition || at.Path[1] != tool {
			continue
		}
		if at.Kind() != edit.Pre {
			return false
		}
		some = true
	}
	return some
}

// TitleOfTool says what became of the calls of a tool, in a few words.
func (c *Change) TitleOfTool(name string) string {
	d, ok := c.Tool(name)
	switch {
	case !ok:
		return "unknown: it was not compared"
	case c.preconditionOnly(name) && d.Class == behaviour.Looser:
		return d.title("precondition weakened", c.bound())
	case c.preconditionOnly(name) && d.Class == behaviour.Stricter:
		return d.title("precondition strengthened", c.bound())
	}
	return d.title("", c.bound())
}

// TitleOfCase says what became of a case.
func (c *Change) TitleOfCase(name string) string {
	k, ok := c.CaseOf(name)
	if !ok {
		return "unknown: it was not compared"
	}
	var parts []string
	if k.Old != "" && k.New != "" && k.Old != k.New {
		parts = append(parts, k.New+", was "+k.Old)
	}
	if k.Checks != nil {
		parts = append(parts, "checks "+k.Checks.title("", c.bound()))
	}
	if len(parts) == 0 && k.Old == "" {
		return "new: " + k.New
	}
	if len(parts) == 0 {
		return "changed; still " + k.New
	}
	return strings.Join(parts, "; ")
}

// title words a difference. Name is another word for its class.
func (d difference) title(name string, bound int) string {
	switch d.Class {
	case behaviour.Equal:
		if d.Stricter.Proved && d.Looser.Proved {
			return "equal (proved)"
		}
		return fmt.Sprintf("equal up to %d calls", bound)
	case behaviour.Both:
		return fmt.Sprintf("both stricter and looser: witnesses, %s and %s", d.Stricter.Witness.steps(), d.Looser.Witness.steps())
	case behaviour.Looser, behaviour.Stricter:
		name = cmp.Or(name, string(d.Class))
		// One direction has a witness. If the other has no answer, the class may be incomplete.
		shown, other, perhaps := d.Looser, d.Stricter, ", perhaps stricter as well"
		if d.Class == behaviour.Stricter {
			shown, other, perhaps = d.Stricter, d.Looser, ", perhaps looser as well"
		}
		if other.Result != "unknown" {
			perhaps = ""
		}
		return name + perhaps + ": witness, " + shown.Witness.steps()
	}
	return "unknown: " + cmp.Or(d.Stricter.Reason, d.Looser.Reason, "the question has no answer")
}

// steps counts the calls of a witness.
func (w *changeWitness) steps() string {
	switch {
	case w == nil:
		return "no trace"
	case len(w.Calls) == 1:
		return "1 step"
	}
	return fmt.Sprintf("%d steps", len(w.Calls))
}

// Story tells the traces of a difference, one a line.
func (d difference) Story(now, before string) []string {
	var list []string
	// A looser model allows now what it refused before; a stricter one the other way round.
	if w := d.Looser.Witness; w != nil {
		list = append(list, now+": "+w.trace()+w.why("before"))
	}
	if w := d.Stricter.Witness; w != nil {
		list = append(list, before+": "+w.trace()+w.why("now"))
	}
	return list
}

func (w *changeWitness) trace() string {
	if len(w.Calls) == 0 {
		return "the empty trace"
	}
	text := strings.Join(lists.Map(w.Calls, func(c Step) string { return c.Tool + PinsOf(c.Args) }), " → ")
	if w.Case != "" {
		text += ", from " + w.Case
	}
	return text
}

// why says what refuses the last call in the other version.
func (w *changeWitness) why(when string) string {
	r := w.Refused
	switch {
	case r == nil:
		// Checks tell the versions apart, and no call is refused.
		return ""
	case r.Gone:
		return " (" + when + " there is no such tool)"
	case r.Schema != "":
		return " (" + when + " refused by the schema: " + r.Schema + ")"
	case len(r.Clauses) == 0:
		return " (" + when + " no next state satisfies post)"
	}
	list := lists.Map(r.Clauses, func(c clauseReport) string { return c.Text })
	return " (" + when + " refused by " + strings.Join(list, " and ") + ")"
}

// A ShownTrace is a trace that one of two versions alone allows, in the form of
// the witnesses of conflicts. Only its first state is known.
type ShownTrace struct {
	Heading string         `json:"heading"`
	Text    string         `json:"text"`
	Step    int            `json:"step"` // that the other version refuses, from 1 on; 0 if checks tell them apart
	Clauses []clauseReport `json:"clauses"`
	Witness Witness        `json:"witness"`
}

// Traces are the traces that story tells.
func (d difference) Traces(now, before string) []ShownTrace {
	list := []ShownTrace{}
	if w := d.Looser.Witness; w != nil {
		list = append(list, w.shown(now, "before", w.New))
	}
	if w := d.Stricter.Witness; w != nil {
		list = append(list, w.shown(before, "now", w.Old))
	}
	return list
}

func (w *changeWitness) shown(heading, when string, init map[string]json.RawMessage) ShownTrace {
	// Empty lists and maps, not nil, so that the client finds [] and {} in the JSON.
	t := ShownTrace{Heading: heading, Text: w.trace() + w.why(when), Clauses: []clauseReport{}, Witness: Witness{Init: init, Steps: append([]Step{}, w.Calls...)}}
	if init == nil {
		t.Witness.Init = make(map[string]json.RawMessage)
	}
	if w.Refused != nil {
		// The trace ends with the refused call.
		t.Step = len(w.Calls)
		t.Clauses = append(t.Clauses, w.Refused.Clauses...)
	}
	return t
}
