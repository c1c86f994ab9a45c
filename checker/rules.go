package checker

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// rules are the names that (rules …) takes, and the class of findings of the
// grader that each forbids (trace/grade, Classes).
var rules = map[string]string{
	"no_crash": "crash", "no_unreadable": "unreadable", "no_empty_trace": "empty-trace", "no_unknown_tool": "unknown-tool",
	"no_invalid_arguments": "invalid-arguments", "no_missing_argument": "missing-argument", "no_extra_argument": "extra-argument", "no_wrong_argument": "wrong-argument",
	"no_parallel": "parallel-calls", "no_text_with_call": "text-and-call", "no_blind_write": "blind-write",
	"no_premature_write": "premature-write", "no_repeated_call": "repeated-call", "no_ungrounded_argument": "ungrounded-argument",
	"no_early_use": "early-use", "no_contradicted_model": "contradicts-model", "no_act_before_known": "acted-before-known",
}

// RuleOf returns the class of findings that a rule forbids, or "" if there is no
// such rule.
func RuleOf(name string) string { return rules[name] }

// RuleName returns the name of the rule that forbids a class of findings, or ""
// if there is none.
func RuleName(class string) string {
	return lists.Find(RuleNames(), func(name string) bool { return rules[name] == class })
}

// RuleNames returns the names of the rules in order.
func RuleNames() []string { return sortedKeys(rules) }

// unknownRule is a name that is not that of a rule.
type unknownRule struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p unknownRule) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0619", p.At, "unknown rule `%s`", p.Name)
	names := RuleNames()
	near := spell.Nearest(p.Name, names)
	// The class is often written in place of the rule.
	if i := slices.IndexFunc(names, func(n string) bool { return rules[n] == p.Name }); i >= 0 {
		near = names[i]
	}
	if near != "" {
		d.Replace(fmt.Sprintf("write `%s`", near), near)
	}
	d.Notef("the rules are `%s`", strings.Join(names, "`, `"))
	return d
}
