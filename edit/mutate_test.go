package edit_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/syntax"
)

// A stretch is a form in a text, with the form it is in.
type stretch struct {
	start, end int
	head       string // of the form around it
	index      int    // among the items of that form
}

// stretches returns the forms and tokens of a text.
func stretches(text string) []stretch {
	var list []stretch
	type open struct {
		start, items int
		head         string
	}
	stack := []open{{}}
	for _, t := range syntax.Lex(text) {
		top := &stack[len(stack)-1]
		word := text[t.Start:t.End]
		switch {
		case t.Kind.IsTrivia():
		case word == "(":
			stack = append(stack, open{start: t.Start})
		case word == ")":
			stack = stack[:len(stack)-1]
			outer := &stack[len(stack)-1]
			list = append(list, stretch{top.start, t.End, outer.head, outer.items})
			outer.items++
		default:
			if top.items == 0 {
				top.head = word
			}
			list = append(list, stretch{t.Start, t.End, top.head, top.items})
			top.items++
		}
	}
	return list
}

// mutated draws another version of a text: a form is removed, doubled, swapped
// with or replaced by another one of its sort, or given other words. Much of
// what comes out has errors, and is to be thrown away.
func mutated(t *rapid.T, text string) string {
	draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
	all := stretches(text)
	at := func(head string) []stretch {
		return slices.DeleteFunc(slices.Clone(all), func(s stretch) bool { return s.head != head || s.index == 0 })
	}
	heads := []string{"pre", "post", "goal", "checks", "init", "params", "Enum", "call", "no_call", "model", "case", "", "=", "and", "or", "not", "array", "after", "k0", "var", "const", "define", "common", "rules", "at_most", "every_call", "in", "all0", "g0", "results", "transition", "by", "result", "seen", "get", "next", "forall", "exists", "zip", "count", "map", "Map", "answered", "each_after", "at_least"}
	a := at(heads[draw(len(heads))])
	if len(a) == 0 {
		return text
	}
	x, y := a[draw(len(a))], a[draw(len(a))]
	one, other := text[x.start:x.end], text[y.start:y.end]
	switch draw(6) {
	case 0: // removed
		return text[:x.start] + text[x.end:]
	case 1: // doubled, with another name
		return text[:y.end] + " " + second.ReplaceAllString(one, "${1}_2${2}") + text[y.end:]
	case 2: // replaced
		return text[:x.start] + other + text[x.end:]
	case 3: // swapped
		if x.end < y.start {
			return text[:x.start] + other + text[x.end:y.start] + one + text[y.end:]
		}
	case 4: // other words
		for from, to := range map[string]string{"true": "false", "false": "true", "and": "or", "or": "and", "<": "<=", "call": "no_call", "0": "7", "1": "2"} {
			if one == from {
				return text[:x.start] + to + text[x.end:]
			}
		}
		return text[:x.start] + "true" + text[x.end:]
	case 5: // a new name of an enum
		return text[:x.start] + strings.Replace(one, "(Enum ", `(Enum "added" `, 1) + text[x.end:]
	}
	return text
}

// second finds the name in the beginning of a form.
var second = regexp.MustCompile(`^(\((?:var |const |transition |case |define )?[^ ()"]+)([ )])`)

var names = regexp.MustCompile(`\((?:var|const) ([^ ();\n]+)`)

// renamed draws a version of a model and a suite in which a variable or
// constant has another name.
func renamed(t *rapid.T, model, suite string) (string, string) {
	all := names.FindAllStringSubmatch(model, -1)
	if len(all) == 0 {
		return model, suite
	}
	old := all[rapid.IntRange(0, len(all)-1).Draw(t, "which")][1]
	word := regexp.MustCompile(`([( ])` + regexp.QuoteMeta(old) + `([) ])`)
	to := fmt.Sprintf("${1}%s_%d${2}", old, rapid.IntRange(2, 4).Draw(t, "suffix"))
	for range 2 { // matches overlap
		model, suite = word.ReplaceAllString(model, to), word.ReplaceAllString(suite, to)
	}
	return model, suite
}

var enumNames = regexp.MustCompile(`\(Enum ("[^"]*")`)

// renamedInEnum draws a version of a model and a suite in which a name of an
// enum is another one, wherever it is written.
func renamedInEnum(t *rapid.T, model, suite string) (string, string) {
	all := enumNames.FindAllStringSubmatch(model, -1)
	if len(all) == 0 {
		return model, suite
	}
	old := all[rapid.IntRange(0, len(all)-1).Draw(t, "which")][1]
	to := fmt.Sprintf(`"%s %d"`, strings.Trim(old, `"`), rapid.IntRange(2, 4).Draw(t, "suffix"))
	return strings.ReplaceAll(model, old, to), strings.ReplaceAll(suite, old, to)
}

// another draws another version of a project, or the same one where nothing
// that was drawn is free of errors.
func another(t *rapid.T, p *modeltest.Project) *modeltest.Project {
	now := p
	for range rapid.IntRange(1, 12).Draw(t, "rounds") {
		model, suite := now.ModelText, now.SuiteText
		switch rapid.IntRange(0, 7).Draw(t, "what") {
		case 0, 1, 2:
			model = mutated(t, model)
		case 3, 4, 5:
			suite = mutated(t, suite)
		case 6:
			model, suite = renamed(t, model, suite)
		default:
			model, suite = renamedInEnum(t, model, suite)
		}
		if strings.Count(model, "(model") != 1 {
			continue
		}
		if next, err := p.With(model, suite); err == nil {
			now = next
		}
	}
	return now
}
