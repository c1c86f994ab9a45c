package feature

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	format "github.com/mantrac/mantrac/fmt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// mostOffered is how many tools without a transition are offered one by one.
const mostOffered = 8

// addTransitions offers to add transitions for tools that the schemas have and
// the model lacks: for the tool at the place, or, between the clauses of a
// model, for each of them and for all.
func addTransitions(s *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content, at source.Span) []offer {
	// On a name, only a tool that has a schema and no transition is offered.
	if o, ok := v.At(c.Path, at.Start); ok {
		if o.Sort != snapshot.Tool || o.Model == nil || o.Model.Transition(o.Name) != nil || completion.ScopeOf(v, c).Tools.Lookup(o.Name) == nil {
			return nil
		}
		return addition(s, completion.ScopeOf(v, c), []string{o.Name})
	}
	if c.Tree == nil || c.Tree.Kind != ast.ModelFile {
		return nil
	}
	where := cursor.PlaceAt(c, at.Start)
	sc := completion.ScopeOf(v, c)
	if where.List != nil || where.Container != "model" || sc.Model == nil {
		return nil
	}
	missing := lists.Filter(sc.Tools.Names(), func(name string) bool { return sc.Model.Transition(name) == nil && syntax.IsIdent(name) })
	list := lists.FlatMap(missing[:min(len(missing), mostOffered)], func(name string) []offer { return addition(s, sc, []string{name}) })
	if len(missing) > 1 {
		list = append(list, addition(s, sc, missing)...)
	}
	return list
}

// addition offers to add transitions for these tools after the last clause.
func addition(s *snapshot.Snapshot, sc completion.Scope, names []string) []offer {
	at, ok := lastClause(sc.Model)
	if !ok || !slices.ContainsFunc(names, syntax.IsIdent) {
		return nil
	}
	title := fmt.Sprintf("add a transition for `%s`", names[0])
	if len(names) > 1 {
		title = fmt.Sprintf("add transitions for all %d tools without one", len(names))
	}
	if sc.Suite != nil {
		title += " to " + filepath.Base(at.File.Name())
	}
	return []offer{{protocol.CodeAction{Title: title, Kind: protocol.RefactorRewrite}, func() (*protocol.WorkspaceEdit, string) {
		var text strings.Builder
		for _, name := range names {
			if clause := newTransition(sc, name); clause != "" {
				text.WriteString("\n\n" + clause)
			}
		}
		if text.Len() == 0 {
			return nil, ""
		}
		return workspaceEdit(s, []diag.Edit{{Span: at, New: text.String()}}), ""
	}}}
}

// lastClause returns the place after the last clause of a model, or after its
// opening, and the comment that is on the same line.
func lastClause(m *checker.Model) (source.Span, bool) {
	end := -1
	pieces := m.File.Tree.Pieces
	for i, p := range pieces {
		if p.Kind == syntax.Close && headIn(pieces, i) == "model" {
			// Move back over white space, but not over a comment on the line of the last clause.
			for end = p.Start; i > 0 && pieces[i-1].Kind == syntax.Gap; i-- {
				end = pieces[i-1].Start + trailing(pieces[i-1])
			}
		}
	}
	if end < 0 {
		return source.Span{}, false
	}
	return m.File.Tree.File.Span(end, end), true
}

// headIn returns the keyword of the container that a piece closes.
func headIn(pieces []syntax.Piece, i int) string {
	for ; i >= 0; i-- {
		if pieces[i].Kind == syntax.Open {
			return cursor.HeadOf(pieces[i])
		}
	}
	return ""
}

// trailing returns how much of a gap is on the line that it begins on and
// has to stay there: up to the end of a comment.
func trailing(gap syntax.Piece) int {
	for _, t := range gap.Tokens {
		switch {
		case t.Kind == syntax.Comment:
			return t.End
		case strings.Contains(gap.Text(t.Start, t.End), "\n"):
			return 0
		}
	}
	return 0
}

// newTransition returns the transition of a tool that binds all its
// parameters and the parts of its answer that its schema lists, may always be
// called and changes nothing, in the layout of a clause; "" if its names cannot be
// written.
func newTransition(sc completion.Scope, name string) string {
	if !syntax.IsIdent(name) {
		return ""
	}
	var b strings.Builder
	// The formatter lays out whole files, so the clause is wrapped in a model and unwrapped below.
	b.WriteString("(model (transition " + name + " (params" + bindings(sc.Parameters(name), sc.LocalFor) + ")")
	if results := bindings(sc.Answer(name), sc.LocalForPart); results != "" {
		b.WriteString(" (results" + results + ")")
	}
	b.WriteString(" (pre) (post)))")
	text, err := format.Source(source.NewFile(name, b.String()), ast.ModelFile)
	if err != nil {
		return ""
	}
	clause := strings.TrimPrefix(string(text), "(model\n")
	return strings.TrimSuffix(strings.TrimLeft(clause, "\n"), ")\n")
}

// bindings gives each of a list a local name, where its own can be written.
func bindings(list []completion.Parameter, local func(string) string) string {
	var b strings.Builder
	for _, p := range list {
		if syntax.IsIdent(p.Name) {
			b.WriteString(" (" + p.Name + " " + local(p.Name) + ")")
		}
	}
	return b.String()
}
