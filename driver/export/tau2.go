package export

import (
	"encoding/json"
	"fmt"
	"path"
)

// The types of a task in tau2-bench (src/tau2/data_model/tasks.py), as far as a case fills
// them.
type (
	tau2Task struct {
		ID          string          `json:"id"`
		Description tau2Description `json:"description"`
		Scenario    tau2Scenario    `json:"user_scenario"`
		Initial     *struct{}       `json:"initial_state"`
		Criteria    tau2Criteria    `json:"evaluation_criteria"`
	}
	tau2Description struct {
		Purpose  string  `json:"purpose"`
		Policies *string `json:"relevant_policies"`
		Notes    string  `json:"notes"`
	}
	tau2Scenario struct {
		Persona      *string          `json:"persona"`
		Instructions tau2Instructions `json:"instructions"`
	}
	tau2Instructions struct {
		Task    string  `json:"task_instructions"`
		Domain  string  `json:"domain"`
		Reason  string  `json:"reason_for_call"`
		Known   *string `json:"known_info"`
		Unknown *string `json:"unknown_info"`
	}
	tau2Criteria struct {
		Actions     []tau2Action `json:"actions"`
		Communicate []string     `json:"communicate_info"`
		Assertions  []string     `json:"nl_assertions"`
		Basis       []string     `json:"reward_basis"`
	}
	tau2Action struct {
		ID        string          `json:"action_id"`
		Requestor string          `json:"requestor"`
		Name      string          `json:"name"`
		Arguments json.RawMessage `json:"arguments"`
		Info      *string         `json:"info"`
		Compare   []string        `json:"compare_args"`
	}
)

// renderTau2 writes the tasks of each suite with its manual, as a domain of tau2-bench has
// them. The reward rests on the calls of the reference, with the arguments that matter. Made-up
// arguments would be in a database that is compared. The checks, which accept other
// compliant traces as well, are for mantrac grade.
func (b *Benchmark) renderTau2() error {
	for _, s := range b.suites {
		list := []tau2Task{}
		for _, c := range b.Cases {
			if c.Suite == s.name {
				list = append(list, c.tau2(path.Base(s.label)))
			}
		}
		if err := b.putJSON("tau2/"+s.label+"/tasks.json", list); err != nil {
			return err
		}
		// A suite without a manual has no policy.
		if manual, ok := b.files[s.manualName]; ok {
			b.put("tau2/"+s.label+"/policy"+path.Ext(s.manualName), manual)
		}
	}
	return nil
}

// tau2 returns the case as a task of a domain.
func (c Case) tau2(domain string) tau2Task {
	t := tau2Task{
		ID:          c.ID,
		Description: tau2Description{Purpose: "Case " + c.Case + " of " + c.Suite + ".", Notes: "Grade traces by: mantrac grade --model --failed-calls either --case " + c.Case + " " + c.Suite},
		Scenario:    tau2Scenario{Instructions: tau2Instructions{Task: "Say what the reason for the call says, and answer questions by it.", Domain: domain, Reason: c.Prompt}},
		Criteria:    tau2Criteria{Actions: []tau2Action{}, Communicate: []string{}, Basis: []string{"ACTION"}},
	}
	for i, call := range c.Reference {
		t.Criteria.Actions = append(t.Criteria.Actions, tau2Action{ID: fmt.Sprintf("%s_%d", c.ID, i), Requestor: call.By, Name: call.Tool, Arguments: call.Args, Compare: call.Matters})
	}
	return t
}
