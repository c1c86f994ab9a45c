package lsp

import (
	"encoding/json"
	"path/filepath"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// conflictOf returns the report of a case, as `mantrac validate --format json`
// writes it, with what the text report says beyond that as `notes`, for a client
// that shows it. What it says of places is where they are now: comments and
// layout may have changed since.
func (s background) conflictOf(now *snapshot, sub subject) (any, error) {
	_, v := s.verification.phaseOf(sub)
	if v.result == nil {
		return nil, refuse("%s has not been validated", sub.key.name)
	}
	var document map[string]any
	if err := json.Unmarshal(v.result.raw, &document); err != nil {
		return nil, err
	}
	if len(v.result.notes) > 0 {
		var notes any
		if err := json.Unmarshal(v.result.notes, &notes); err != nil {
			return nil, err
		}
		document["notes"] = notes
	}
	teller{snapshot: now, subject: sub}.relocate(document)
	return document, nil
}

// relocate corrects the places of clauses and checks in a report, wherever in
// it they are.
func (t teller) relocate(v any) {
	switch v := v.(type) {
	case []any:
		for _, x := range v {
			t.relocate(x)
		}
	case map[string]any:
		text, isPlace := v["text"].(string)
		file, hasFile := v["file"].(string)
		if line, hasLine := v["line"].(float64); isPlace && hasFile && hasLine {
			if at, ok := t.find(filepath.FromSlash(file), text, int(line)); ok {
				from := at.From(source.Bytes)
				v["line"], v["column"] = from.Line, from.Column
			}
			return
		}
		for _, x := range v {
			t.relocate(x)
		}
	}
}

// find returns where a text is, that of a clause of the model or of a part of
// the case: at the place that is nearest to the line where it was.
func (t teller) find(file, text string, line int) (at source.Span, ok bool) {
	var tree *ast.File
	var units []*ast.Unit
	switch m := t.suite.Model; {
	case file == suitePath(t.suite):
		tree, units = t.suite.File, t.decl.Decl.Parts
	case m != nil && file == modelPath(m):
		tree = m.File
		for _, tr := range m.Transitions {
			units = append(units, tr.Unit)
		}
	}
	nearest := 0
	for _, u := range units {
		ast.Inspect(u.Node, func(n ast.Node) bool {
			if n.Pos().End == n.Pos().Start || u.Text(n) != text && u.Compact(n) != text {
				return true
			}
			span := tree.Tree.Resolve(u.Span(n))
			away := span.From(source.Bytes).Line - line
			if away = max(away, -away); !ok || away < nearest {
				at, ok, nearest = span, true, away
			}
			return true
		})
	}
	return at, ok
}
