package feature

import (
	"encoding/json"
	"path/filepath"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// ConflictOf returns the report of a case, as `mantrac validate --format json`
// writes it, with what the text report says beyond that as `notes`, for a client
// that shows it. What it says of places is where they are now: comments and
// layout may have changed since.
func (s Background) ConflictOf(now *snapshot.Snapshot, sub snapshot.Subject) (any, error) {
	_, v := s.Verification.PhaseOf(sub)
	if v.Result == nil {
		return nil, Refuse("%s has not been validated", sub.Key.Name)
	}
	var document map[string]any
	if err := json.Unmarshal(v.Result.Raw, &document); err != nil {
		return nil, err
	}
	if len(v.Result.Notes) > 0 {
		var notes any
		if err := json.Unmarshal(v.Result.Notes, &notes); err != nil {
			return nil, err
		}
		document["notes"] = notes
	}
	// The raw report has the places at the time of validation.
	teller{Snapshot: now, Subject: sub}.relocate(document)
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
			// A place has no places inside it.
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
	switch m := t.Suite.Model; {
	case file == snapshot.SuitePath(t.Suite):
		tree, units = t.Suite.File, t.Decl.Decl.Parts
	case m != nil && file == snapshot.ModelPath(m):
		tree = m.File
		for _, tr := range m.Transitions {
			units = append(units, tr.Unit)
		}
	}
	nearest := 0
	for _, u := range units {
		ast.Inspect(u.Node, func(n ast.Node) bool {
			// Missing nodes are empty and would match an empty text.
			if n.Pos().End == n.Pos().Start || u.Text(n) != text && u.Compact(n) != text {
				return true
			}
			span := tree.Tree.Resolve(u.Span(n))
			away := span.From(source.Bytes).Line - line
			// Several clauses may have the same text: take the nearest.
			if away = max(away, -away); !ok || away < nearest {
				at, ok, nearest = span, true, away
			}
			return true
		})
	}
	return at, ok
}
