package edit_test

import (
	"fmt"
	"regexp"
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

// mutated draws another version of a text: a few forms are removed, doubled,
// swapped or replaced by others, and words exchanged. Most of what comes out
// has errors, and is to be thrown away.
func mutated(t *rapid.T, text string) string {
	draw := func(n int) int { return rapid.IntRange(0, n-1).Draw(t, "n") }
	for range rapid.IntRange(1, 3).Draw(t, "mutations") {
		list := stretches(text)
		a, b := list[draw(len(list))], list[draw(len(list))]
		if a.index == 0 {
			continue // a head
		}
		form := text[a.start:a.end]
		switch draw(5) {
		case 0:
			text = text[:a.start] + text[a.end:]
		case 1:
			text = text[:b.end] + " " + form + text[b.end:]
		case 2:
			text = text[:a.start] + text[b.start:b.end] + text[a.end:]
		case 3:
			flipped := map[string]string{"true": "false", "false": "true", "and": "or", "or": "and", "<": "<=", "call": "no_call"}[form]
			if flipped == "" {
				flipped = "true"
			}
			text = text[:a.start] + flipped + text[a.end:]
		case 4:
			if a.end < b.start {
				text = text[:a.start] + text[b.start:b.end] + text[a.end:b.start] + form + text[b.end:]
			}
		}
	}
	return text
}

var names = regexp.MustCompile(`\((?:var|const) ([^ ()]+)`)

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

// another draws another version of a project, or the same one where nothing
// that was drawn is free of errors.
func another(t *rapid.T, p *modeltest.Project) *modeltest.Project {
	now := p
	for range rapid.IntRange(1, 6).Draw(t, "rounds") {
		model, suite := now.ModelText, now.SuiteText
		switch rapid.IntRange(0, 4).Draw(t, "what") {
		case 0, 1:
			model = mutated(t, model)
		case 2, 3:
			suite = mutated(t, suite)
		default:
			model, suite = renamed(t, model, suite)
		}
		if strings.Count(model, "(model") != 1 {
			continue
		}
		if next, err := modeltest.Load(p.ToolsText, model, suite); err == nil {
			now = next
		}
	}
	return now
}
