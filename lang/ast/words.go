package ast

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// Words that other languages have for our keywords, by the place where they
// occur. plain is how a word is looked up.

// A synonym is our word for a word of another language.
type synonym struct {
	word   string
	likely bool // it may mean something else
}

// synonyms lists the words of other languages for each of our words; those
// behind a `?` may mean something else.
func synonyms(lists map[string]string) map[string]synonym {
	all := make(map[string]synonym)
	for word, list := range lists {
		likely := false
		for other := range strings.FieldsSeq(list) {
			if other == "?" {
				likely = true
				continue
			}
			all[other] = synonym{word, likely}
		}
	}
	return all
}

var keywordSynonyms = map[string]map[string]synonym{
	"": synonyms(map[string]string{
		"model": "world_model define_model domain ? world module",
		"use":   "use_model import include ? require load open",
		"case":  "test testcase test_case scenario deftest ? spec example",
	}),
	"model": synonyms(map[string]string{
		"var": "variable variables vars state_var state_vars state_variable state_variables declare_const declare_fun declare_var define_var defvar " +
			"? state fluent fluents field fields predicate predicates function functions property",
		"const":      "constant constants defconst defconstant define_const define_constant ? define def define_fun val let parameter",
		"transition": "action define_action deftransition define_transition ? tool tools operator rule event op method procedure task",
	}),
	"transition": synonyms(map[string]string{
		"params": "parameters parameter args arguments arg ? inputs input param bind bindings vars variables",
		"pre":    "precondition preconditions pre_condition pre_conditions requires require ? guard guards when given assume assumes if condition conditions where assert only_if",
		"post":   "postcondition postconditions post_condition post_conditions effect effects ensures ensure ? then result update updates outcome do set changes next",
	}),
	"case": synonyms(map[string]string{
		"init":   "initial initial_state initial_values init_state ? given setup state start before arrange where",
		"prompt": "user_prompt ? user task instruction instructions query request message input",
		"checks": "check assertions assertion ? expect expects expected assert must then rules constraints",
		"goal":   "goals goal_state final_state ? final post postcondition postconditions end ensures outcome",
	}),
}

// definingWords are the words of other languages for a definition.
var definingWords = lists.SetOf(strings.Fields("def defun defn function functions fun func fn define_fun define_function derived let val define_macro macro predicate"))

// plain returns a word without the marks of other languages: `:effects` and
// `Post-Condition` as `effects` and `post_condition`.
func plain(word string) string {
	return strings.ToLower(strings.ReplaceAll(strings.TrimRight(strings.TrimLeft(word, ":@#"), ":"), "-", "_"))
}

// unknownKeyword is a form whose keyword is not allowed there.
type unknownKeyword struct {
	At, Form    source.Span
	Name, Place string
	Known       []string
	Names       []string // the names in it, where it declares several without types
	Defines     bool     // it has the shape of a definition
}

// Diagnose implements [diag.Problem].
func (p unknownKeyword) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0104", p.At, "unknown keyword `%s` in %s", p.Name, placeNames[p.Place])
	if near, _ := p.meant(); len(p.Names) > 0 && near == "var" {
		typ, level := "TYPE", diag.Placeholder
		if strings.HasPrefix(plain(p.Name), "predicate") {
			typ, level = "Bool", diag.Suggestion
		}
		list := lists.Map(p.Names, func(name string) string { return "(var " + name + " " + typ + ")" })
		d.Notef("each declaration is a form of its own, `(var NAME TYPE)`")
		d.Fix("write one form for each", diag.Edit{Span: p.Form, New: strings.Join(list, "\n  ")}).As(level)
		return d
	}
	if near, level := p.meant(); near != "" {
		d.Replace(fmt.Sprintf("write `%s`", near), near).As(level)
		d.Notef("expected %s", wordList(p.Known))
		return d
	}
	switch at := container(p.Name); {
	case commentWords[plain(p.Name)]:
		d.Notef("text for people is a comment: from `;` to the end of the line")
		d.Fix("make it a comment", diag.Edit{Span: p.Form, New: comment(p.Form.Text())})
		return d
	case at != "":
		d.Notef("`%s` is a keyword of %s", p.Name, placeNames[at])
		d.Helpf("move it into %s", placeNames[at])
		return d
	case absent[plain(p.Name)] != "":
		d.Notef("%s", absent[plain(p.Name)])
	}
	d.Notef("expected %s", wordList(p.Known))
	return d
}

// meant returns the keyword that was most likely meant, or "", and how certain
// that is.
func (p unknownKeyword) meant() (string, diag.Level) {
	word := plain(p.Name)
	if p.Defines && definingWords[word] {
		return keywords.Definition.String(), diag.Suggestion
	}
	if s := keywordSynonyms[p.Place][word]; s.word != "" && s.word != p.Name && slices.Contains(p.Known, s.word) {
		if s.likely {
			return s.word, diag.Suggestion
		}
		return s.word, diag.Certain
	}
	near := spell.Nearest(word, p.Known)
	switch near {
	case p.Name:
		return "", diag.Suggestion
	case word:
		return near, diag.Certain // it differs in capitals or a mark
	}
	return near, diag.Suggestion
}

// near returns the keyword that was most likely meant, or "".
func (p unknownKeyword) near() string {
	near, _ := p.meant()
	return near
}

// commentWords head forms that hold text for people.
var commentWords = map[string]bool{
	"comment": true, "description": true, "desc": true, "doc": true, "docs": true, "docstring": true, "note": true, "notes": true,
	"title": true, "summary": true, "explanation": true, "rationale": true,
}

// comment makes a comment of a form that holds text.
func comment(form string) string {
	text := strings.Trim(form, "()")
	if i := strings.IndexByte(text, '"'); i >= 0 {
		text = strings.Trim(text[i:], "\" \t\r\n")
	}
	return "; " + strings.Join(strings.Fields(text), " ") + "\n"
}

// absent says of words of other languages that have no counterpart what to
// write instead.
var absent = map[string]string{
	"type": noTypeNames, "deftype": noTypeNames, "declare_sort": noTypeNames, "define_sort": noTypeNames, "types": noTypeNames,
	"enum": noTypeNames, "record": noTypeNames, "struct": noTypeNames, "sort": noTypeNames,
	"requirements": noOptions, "set_logic": noOptions, "set_option": noOptions, "version": noOptions, "options": noOptions, "extends": noOptions,
	"invariant": noInvariants, "invariants": noInvariants, "axiom": noInvariants, "constraint": noInvariants, "assert": noInvariants,
	"always": noInvariants, "fact": noInvariants,
	"permit": noPolicies, "forbid": noPolicies, "allow": noPolicies, "deny": noPolicies, "policy": noPolicies, "unless": noUnless,
}

const (
	noTypeNames  = "types have no names: write `(Enum …)` or `(Record …)` at each variable that has the type"
	noOptions    = "a model has no options; leave the form out"
	noInvariants = "a model has no invariants: put the condition into the `pre` of each tool that it limits, or into the `goal` of a case"
	noPolicies   = "a model says in the `pre` of a transition when a tool may be called; what is not in `pre` does not limit it"
	noUnless     = "write `(pre (not CONDITION))`"
)
