package main

import (
	"context"
	"fmt"
	"regexp"
	"strings"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/lists"
)

// A model is a language model whose answers are computed from the prompts. Every fourth
// case lacks a check, so that there are conflicts.
type model struct{}

var (
	topics     = regexp.MustCompile(`## Topic (\d\d)`)
	task       = regexp.MustCompile(`item (\d+) of topic (\d\d)(, which is out of stock)?`)
	candidates = regexp.MustCompile(`(?s)Candidate (\d+):\n<<<candidate \w+\n(.*?)\n\w+ candidate>>>`)
)

// Complete implements [provider.Provider].
func (model) Complete(_ context.Context, r provider.Request, _ func(string)) (provider.Answer, error) {
	text := r.Messages[0].Text
	var list []string
	for _, m := range topics.FindAllStringSubmatch(text, -1) {
		list = lists.Include(list, m[1])
	}
	answer := ""
	switch r.Stage {
	case "document_extraction":
		answer = `{"read": [], "references": []}`
	case "tool_relevance":
		answer = relevance(list)
	case "scenario_generation":
		answer = tasks(r.Case, list)
	case "check_generation":
		answer = checks(text)
	case "smt_schema_prepass":
		answer = "(model " + variables(list) + ")\n(init " + first(list, text) + ")\n"
	case "smt_full_pass":
		answer = "(model " + variables(list) + transitions(list) + ")\n"
	default:
		answer = decisions(text)
	}
	return provider.Answer{Text: answer, Model: "synthetic", Usage: provider.Estimate(r, answer)}, nil
}

// relevance names the tools of the topics.
func relevance(list []string) string {
	var tools []string
	for _, s := range list {
		for _, a := range actions {
			tools = append(tools, fmt.Sprintf(`{"name": "s%s_%s", "why": "it is named"}`, s, a))
		}
	}
	return `{"tools": [` + strings.Join(tools, ", ") + `]}`
}

// tasks returns four tasks about the topics.
func tasks(sample string, list []string) string {
	var scenarios []string
	for i := range 4 {
		s, stock, out := list[i%len(list)], "true", ""
		if i == 3 {
			stock, out = "false", ", which is out of stock"
		}
		scenarios = append(scenarios, fmt.Sprintf(`{"name": "task_%d", "prompt": "Please see to item %d of topic %s%s, for %s. Nothing was ordered before.",
"observable": [{"variable": "stock_%s", "value": %s, "tool": "s%s_look", "meaning": "the item is in stock"}],
"internal": [{"variable": "ordered_%s", "value": false, "quote": "Nothing was ordered before", "meaning": "it was ordered"}]}`, i, i, s, out, sample, s, stock, s, s))
	}
	return `{"scenarios": [` + strings.Join(scenarios, ", ") + `]}`
}

// checks returns the checks of the task in a prompt.
func checks(text string) string {
	m := task.FindStringSubmatch(text)
	if m == nil {
		return "(checks)"
	}
	s, item := m[2], m[1]
	list := fmt.Sprintf("(approved (after (call s%s_approve) (call s%s_look)))", s, s)
	switch {
	case m[3] != "":
		list += fmt.Sprintf(" (seen (call s%s_look (item %q))) (nothing (no_call s%s_order))", s, item, s)
	case item == "2":
		list += fmt.Sprintf(" (ordered (call s%s_order (item %q))) (looked (after (call s%s_order) (call s%s_look)))", s, item, s, s)
	default:
		list += fmt.Sprintf(" (ordered (call s%s_order (item %q))) (looked (after (call s%s_order) (call s%s_look))) (allowed (after (call s%s_order) (call s%s_approve)))", s, item, s, s, s, s)
	}
	return "(checks " + list + fmt.Sprintf(" (closed (after (call s%s_close) (call s%s_order))))", s, s)
}

// variables declares what the tools of the topics change.
func variables(list []string) string {
	var b strings.Builder
	for _, s := range list {
		for _, v := range []string{"stock", "looked", "approved", "ordered", "closed"} {
			fmt.Fprintf(&b, "(var %s_%s Bool) ", v, s)
		}
	}
	return b.String()
}

// first returns the first values of the variables that no task has.
func first(list []string, text string) string {
	var b strings.Builder
	for _, s := range list {
		own := []string{"looked", "approved", "closed"}
		// A task gives these two their values itself.
		if !strings.Contains(text, "stock_"+s) {
			own = append(own, "stock", "ordered")
		}
		for _, v := range own {
			fmt.Fprintf(&b, "(%s_%s false) ", v, s)
		}
	}
	return b.String()
}

// transitions returns those of the tools of the topics.
func transitions(list []string) string {
	var b strings.Builder
	for _, s := range list {
		for _, t := range [][3]string{
			{"look", "", "(= (next looked_S) true)"}, {"approve", "(= looked_S true)", "(= (next approved_S) true)"},
			{"order", "(= looked_S true) (= approved_S true) (= stock_S true)", "(= (next ordered_S) true)"}, {"close", "(= ordered_S true)", "(= (next closed_S) true)"},
		} {
			b.WriteString(strings.ReplaceAll(fmt.Sprintf("\n(transition sS_%s (params) (pre %s) (post %s))", t[0], t[1], t[2]), "S", s))
		}
	}
	return b.String()
}

// decisions chooses, for each conflict, the first candidate that adds a check.
func decisions(text string) string {
	var list []string
	for i, conflict := range strings.Split(text, "\n# Conflict ")[1:] {
		chosen, reason := "0", "no candidate fits"
		for _, m := range candidates.FindAllStringSubmatch(conflict, -1) {
			if strings.Contains(m[2], "#case/") && strings.Contains(m[2], "     add ") {
				chosen, reason = m[1], "rule 2"
				break
			}
		}
		list = append(list, fmt.Sprintf(`{"conflict": %d, "wrong": "checks", "reason": %q, "choice": %s, "edits": []}`, i+1, reason, chosen))
	}
	return `{"decisions": [` + strings.Join(list, ", ") + `]}`
}
