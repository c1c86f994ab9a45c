package answers

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/diag"
	diagnostics "github.com/mantrac/mantrac/lang/diag/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/trace"
)

// A Report says what a set of bindings makes of answers. Its own formats are text and
// JSON; SARIF, GitHub and Markdown list the diagnostics in Found.
type Report struct {
	File    string // the bindings
	Traces  int
	Answers int
	Marks   []Count // of every tool
	Tools   []Tool
	Found   []diag.Diagnostic
	Color   bool
}

// A Tool is what was counted of one tool.
type Tool struct {
	Tool    string  `json:"tool"`
	Bound   bool    `json:"bound"`   // it has bindings
	Answers int     `json:"answers"` // all
	Failed  int     `json:"failed"`  // by the log, or by a mark
	Marked  []Count `json:"failures"`
	Empty   int     `json:"empty"`
	Rules   []Count `json:"rules"`
	JSON    int     `json:"as_json"`
	Text    int     `json:"as_text"`
	Fields  []Field `json:"fields"`

	Samples []Sample `json:"samples"` // of those that were read as text
}

// A Count is how many answers match an expression.
type Count struct {
	Matches string `json:"matches"`
	Place
	Count int `json:"answers"`
}

// A Field is what became of the values at a path.
type Field struct {
	Path string `json:"path"`
	Place
	Answers   int    `json:"answers"`
	Values    int    `json:"values"`
	Converted int    `json:"converted"`
	Left      string `json:"left,omitempty"` // a value that was not converted, as JSON
}

// A Place is where a rule is.
type Place struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

// A Sample is an answer, perhaps cut off, and where it is.
type Sample struct {
	Text  string        `json:"text"`
	File  string        `json:"file"`
	Trace string        `json:"trace"`
	At    trace.Pointer `json:"at"`
}

func (s Sample) place() string {
	text := s.File + "#" + s.Trace
	if at := s.At.String(); at != "" {
		text += " " + at
	}
	return text
}

// Report returns what was counted.
func (c *Counter) Report() *Report {
	r := &Report{File: c.set.File.Name(), Traces: c.traces, Answers: c.answers, Marks: []Count{}, Found: c.Diagnostics()}
	for _, m := range c.set.Failures {
		r.Marks = append(r.Marks, Count{m.Text, placeOf(m.At), c.marks[m]})
	}
	r.Tools = lists.Map(c.order, (*toolCount).report)
	return r
}

func (t *toolCount) report() Tool {
	out := Tool{
		// Failed is the rest: answers that failed by the log or by a mark.
		Tool: t.name, Bound: t.bound != nil, Answers: t.all, Failed: t.all - t.empty - t.read(), Empty: t.empty, JSON: t.json, Text: t.text,
		Marked: []Count{}, Rules: []Count{}, Fields: []Field{}, Samples: append([]Sample{}, t.left...),
	}
	if t.bound == nil {
		return out
	}
	for _, m := range t.bound.Failures {
		out.Marked = append(out.Marked, Count{m.Text, placeOf(m.At), t.marks[m]})
	}
	for _, x := range t.bound.Answers {
		out.Rules = append(out.Rules, Count{x.Text, placeOf(x.At), t.rules[x]})
	}
	for _, f := range t.bound.Fields {
		n := t.fields[f]
		if n == nil {
			n = &fieldCount{}
		}
		out.Fields = append(out.Fields, Field{f.Path, placeOf(f.At), n.answers, n.values, n.converted, n.left})
	}
	return out
}

func placeOf(s source.Span) Place {
	at := s.From(source.Bytes)
	return Place{at.Line, at.Column}
}

// Silent returns the tools with bindings of which there is no answer.
func (r *Report) Silent() []string {
	var names []string
	for _, t := range r.Tools {
		if t.Bound && t.Answers == 0 {
			names = append(names, t.Tool)
		}
	}
	return names
}

// JSON writes the report as one document that answers.schema.json describes.
func (r *Report) JSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	// An empty list is written as [] and not as null.
	tools := r.Tools
	if tools == nil {
		tools = []Tool{}
	}
	return e.Encode(struct {
		Version     int     `json:"version"`
		File        string  `json:"bindings"`
		Traces      int     `json:"traces"`
		Answers     int     `json:"answers"`
		Marks       []Count `json:"failures"`
		Tools       []Tool  `json:"tools"`
		Diagnostics []any   `json:"diagnostics"`
	}{1, r.File, r.Traces, r.Answers, r.Marks, tools, diagnostics.Objects(r.Found)})
}

// Text writes the report for people.
func (r *Report) Text(w io.Writer) error {
	out := bufio.NewWriter(w)
	if err := diagnostics.Text(out, r.Found, diagnostics.TextOptions{Color: r.Color}); err != nil {
		return err
	}
	if len(r.Found) > 0 {
		fmt.Fprintln(out)
	}
	fmt.Fprintf(out, "%7s  %s\n", "answers", report.Visible(r.File))
	for _, m := range r.Marks {
		r.line(out, 0, m.Count, "failures %s", m.Matches)
	}
	for _, t := range r.Tools {
		r.tool(out, t)
	}
	return out.Flush()
}

// line writes a line of the table.
func (r *Report) line(out io.Writer, depth, n int, format string, args ...any) {
	fmt.Fprintf(out, "%7d  %*s%s\n", n, 2*depth, "", report.Visible(fmt.Sprintf(format, args...)))
}

func (r *Report) tool(out io.Writer, t Tool) {
	r.line(out, 0, t.Answers, "%s", t.Tool)
	if t.Failed > 0 {
		r.line(out, 1, t.Failed, "failed")
	}
	for _, m := range t.Marked {
		r.line(out, 1, m.Count, "failures %s", m.Matches)
	}
	if t.Empty > 0 {
		r.line(out, 1, t.Empty, "empty")
	}
	for _, m := range t.Rules {
		r.line(out, 1, m.Count, "matches %s", m.Matches)
	}
	if t.JSON > 0 {
		r.line(out, 1, t.JSON, "as JSON")
	}
	if t.Text > 0 {
		r.line(out, 1, t.Text, "as text, such as %s", quotedAnswer(t.Samples[0].Text))
	}
	for _, f := range t.Fields {
		text := fmt.Sprintf("path %s: ", bindings.ShownPath(f.Path)) + report.Count(f.Converted, "value") + " converted"
		if left := f.Values - f.Converted; left > 0 {
			text += fmt.Sprintf(", %d left as they are, such as %s", left, diag.Excerpt(f.Left))
		}
		r.line(out, 1, f.Answers, "%s", text)
	}
}
