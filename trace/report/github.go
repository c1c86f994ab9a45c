package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/trace/grade"
)

// The number of annotations that GitHub shows of a step; more are cut there
// without a word.
const shownAnnotations = 10

// GitHub writes workflow commands: one annotation for each check that fails in
// some trace or could not be decided, which counts the traces, at the check in
// its suite, after one for all that could not be read and one for all traces without
// a case. What GitHub would not show any more is said in the last.
func GitHub(w io.Writer, r *Report) error {
	var b strings.Builder
	shown := shownAnnotations
	for _, text := range r.perProblem() {
		b.WriteString(report.Command(report.Error, "", "mantrac", report.Visible(text)))
		shown--
	}
	list := r.perCheck()
	for i, g := range list {
		// The last place is kept for saying how many are missing.
		if i == shown-1 && len(list) > shown {
			b.WriteString(report.Command(report.Note, "", "mantrac", fmt.Sprintf("%d more checks do not pass; the job summary has them all", len(list)-i)))
			break
		}
		level := report.Error
		if g.failed == 0 {
			level = report.Warning
		}
		place := ""
		if g.known {
			place = fmt.Sprintf("file=%s,line=%d", report.Property(g.place.File), g.place.Line)
		}
		b.WriteString(report.Command(level, place, report.Visible(g.check), report.Visible(g.text())))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// perProblem returns what could not be read and graded: a text for each kind, with the number
// of problems and the first of them.
func (r *Report) perProblem() (texts []string) {
	kinds := []struct{ rule, one, many string }{
		{"unreadable", "record or file could not be read", "records or files could not be read"},
		{"no-case", "trace has no case", "traces have no case"},
	}
	for _, k := range kinds {
		n, first := 0, ""
		for _, p := range r.Problems {
			if ruleOf(p) != k.rule {
				continue
			}
			if n++; n == 1 {
				first = p.Error()
			}
		}
		if n > 0 {
			texts = append(texts, fmt.Sprintf("%s, first %s", report.Counts(n, k.one, k.many), first))
		}
	}
	return texts
}

// failing is a check that does not pass in some traces.
type failing struct {
	check                string
	place                Place
	known                bool
	failed, inconclusive int
	first                string // the first trace
	message              string
}

func (g *failing) text() string {
	var parts []string
	if g.failed > 0 {
		parts = append(parts, fmt.Sprintf("fails in %s", traces(g.failed)))
	}
	if g.inconclusive > 0 {
		parts = append(parts, fmt.Sprintf("could not be decided in %s", traces(g.inconclusive)))
	}
	text := fmt.Sprintf("`%s` %s, first in %s", g.check, strings.Join(parts, ", and "), g.first)
	if g.message != "" {
		text += ": " + g.message
	}
	return text
}

// brokenBy returns the clauses of the model that a trace breaks, each once; a
// call without a next state is one without a place.
func brokenBy(x *grade.Result) (list []grade.Clause) {
	seen := make(map[string]bool)
	for _, v := range x.Replay.All() {
		broken := lists.FlatMap(v.Calls(), func(o grade.Other) []grade.Clause { return o.Broken })
		if len(broken) == 0 {
			broken = []grade.Clause{{Text: v.Message}}
		}
		for _, b := range broken {
			// One clause may be broken by several calls.
			if key := fmt.Sprint(b.File, b.Line, ":", b.Column, b.Text); !seen[key] {
				seen[key] = true
				list = append(list, b)
			}
		}
	}
	return list
}

// perCheck collects the checks that do not pass, and the clauses of the model
// that are broken, in the order in which they first occur.
func (r *Report) perCheck() []*failing {
	var list []*failing
	by := make(map[string]*failing)
	// Checks of different cases may have the same name.
	note := func(x *grade.Result, check, message string, v grade.Verdict, place Place, known bool) {
		key := x.Case + "/" + check
		g := by[key]
		if g == nil {
			g = &failing{check: key, first: nameOf(x), message: message, place: place, known: known}
			by[key] = g
			list = append(list, g)
		}
		if v == grade.Fail {
			g.failed++
		} else {
			g.inconclusive++
		}
	}
	for x := range r.Results {
		for _, c := range x.Judged() {
			if c.Verdict == grade.Pass {
				continue
			}
			// A failed replay is listed by its clauses, which have places of their own.
			if c.Check != grade.WorldModel || c.Verdict != grade.Fail {
				place, known := r.place(x, c.Check)
				note(x, c.Check, c.Message, c.Verdict, place, known)
				continue
			}
			for _, b := range brokenBy(x) {
				place := Place{File: b.File, Line: b.Line, Column: b.Column, Text: b.Text}
				note(x, c.Check+": "+b.Text, b.Why, c.Verdict, place, b.Line > 0)
			}
		}
	}
	return list
}

func traces(n int) string { return report.Count(n, "trace") }
