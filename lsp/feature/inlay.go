package feature

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/completion"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// InlayHints shows what the text leaves unsaid: the type of an argument that no
// schema gives, the parameter after a local name that differs from it, and, for
// those who want that, what a transition leaves as it is. Where mutants were looked at,
// it says how many survive.
func (s Background) InlayHints(_ context.Context, now *snapshot.Snapshot, p *inlayHintParams) ([]InlayHint, error) {
	list := []InlayHint{}
	v, c, err := now.Open(p.TextDocument.URI)
	if err != nil || c.Tree == nil {
		return list, nil
	}
	span := now.Mapper.Bytes(c.Source, p.Range)
	for _, hint := range append(transitionHints(now, v, c, span), s.mutantHints(v, c)...) {
		if hint.offset >= span.Start && hint.offset <= span.End {
			hint.Position = now.Mapper.Position(c.Source, hint.offset)
			list = append(list, hint)
		}
	}
	return list, nil
}

// transitionHints are those of the transitions in a part of a model.
func transitionHints(now *snapshot.Snapshot, v *snapshot.View, c *snapshot.Content, span source.Span) []InlayHint {
	var list []InlayHint
	m := completion.ScopeOf(v, c).Model
	// The model of a suite has its hints in its own file.
	if m == nil || m.File != c.Tree {
		return nil
	}
	for _, t := range m.Transitions {
		whole := c.Tree.Tree.Resolve(t.Unit.Span(t.Decl))
		if whole.Start > span.End || span.Start > whole.End {
			continue
		}
		h := hinter{snapshot: now, model: m, transition: t}
		h.types()
		h.parameters()
		if now.Settings.ShowKeeps {
			h.frame()
		}
		list = append(list, h.hints...)
	}
	return list
}

// A hinter collects the hints of a transition.
type hinter struct {
	snapshot   *snapshot.Snapshot
	model      *checker.Model
	transition *checker.Transition
	hints      []InlayHint
}

// span returns the place of a node of the transition in the file.
func (h *hinter) span(n ast.Node) source.Span {
	return h.model.File.Tree.Resolve(h.transition.Unit.Span(n))
}

// types shows the types that follow from use.
func (h *hinter) types() {
	for _, p := range slices.Concat(h.transition.Params, h.transition.Results) {
		// Hints are for types that neither a schema nor the source shows.
		if t := typeOf(p); p.Schema == nil && p.Output == nil && t != "" && !h.typed(p) {
			h.hints = append(h.hints, InlayHint{offset: h.span(p.Bind.Local).End, Label: t, Kind: hintType, Tooltip: "the type by use; no schema gives one"})
		}
	}
}

// typed reports whether the type of a result is written there.
func (h *hinter) typed(p *checker.Param) bool {
	decl := h.transition.Decl
	return p.Result && slices.ContainsFunc(decl.Results.Binds, func(b *ast.ResultBind) bool { return b.Local == p.Bind.Local && b.Type != nil })
}

// parameters shows the parameters of the tool, and the parts of its answer, where
// they are read under another name.
func (h *hinter) parameters() {
	params, results := calledOutside(h.transition.Params), calledOutside(h.transition.Results)
	written, ok := h.transition.Unit.Node.(*ast.Transition) // without the bodies of definitions
	if !ok {
		return
	}
	for _, b := range []*ast.Block{written.Pre, written.Post} {
		if b == nil {
			continue
		}
		for r := range ast.Each[*ast.ParamRef](b) {
			h.outside(r.Local, params, "argument `%s` of `%s`")
		}
		for r := range ast.Each[*ast.ResultRef](b) {
			h.outside(r.Local, results, "part `%s` of the answer of `%s`")
		}
	}
}

// calledOutside returns what tools call arguments or results, by local name.
func calledOutside(list []*checker.Param) map[string]string {
	names := make(map[string]string)
	for _, p := range list {
		if p.Bind.Param != nil {
			names[p.Name()] = strings.TrimPrefix(p.Bind.Param.Name, "/")
		}
	}
	return names
}

// outside shows what the tool calls something where that is not its local name.
func (h *hinter) outside(local *ast.Ident, names map[string]string, what string) {
	if local == nil || names[local.Name] == "" || names[local.Name] == local.Name {
		return
	}
	name := names[local.Name]
	h.hints = append(h.hints, InlayHint{offset: h.span(local).Start, Label: name + ":", Kind: hintParameter, PaddingRight: true,
		Tooltip: fmt.Sprintf("the "+what, name, h.transition.Name())})
}

// Of the leaves that stay, a hint names three, or fewer where it would be
// longer than what VS Code shows of one.
const (
	shownLeaves = 3
	shownLength = 43
)

// frame shows, at the end of post, which leaves of the state keep their values
// since no next mentions them.
func (h *hinter) frame() {
	post := h.transition.Decl.Post
	if post == nil || h.transition.Unit.Broken() || len(h.model.Vars) == 0 {
		return
	}
	changed := make(map[string]bool)
	// Any mention of a next value may change it. The hint lists only what surely stays.
	leaves(post, true, func(path string, _ ast.Node) { changed[path] = true })
	var kept []string
	for _, v := range h.model.Vars {
		keeps(v.Name(), v.Type, changed, func(leaf string) { kept = append(kept, leaf) })
	}
	if len(kept) == 0 {
		return
	}
	label := "changes nothing"
	if len(changed) > 0 {
		label = keepsLabel(kept)
	}
	h.hints = append(h.hints, InlayHint{offset: h.span(post).End - 1, Label: label, PaddingLeft: true, Tooltip: tooltip(kept)})
}

// keepsLabel names the first of what stays, and counts the rest.
func keepsLabel(kept []string) string {
	for n := min(len(kept), shownLeaves); ; n-- {
		label := "keeps " + strings.Join(kept[:n], ", ")
		if more := len(kept) - n; more > 0 {
			label += fmt.Sprintf(" and %d more", more)
		}
		// One leaf is always named, however long it is.
		if n == 1 || len(label) <= shownLength {
			return label
		}
	}
}

// tooltip lists what stays, as far as anybody would read.
func tooltip(kept []string) string {
	const most = 60
	text := "no `next` mentions: " + strings.Join(kept[:min(len(kept), most)], ", ")
	if len(kept) > most {
		text += ", …"
	}
	return text
}

// keeps calls do for the largest parts of a variable of which no leaf changes.
func keeps(path string, t types.Type, changed map[string]bool, do func(string)) {
	if changed[path] {
		return
	}
	r, ok := t.(*types.Record)
	if !ok || !changesIn(path, changed) {
		// The whole part stays, so its fields are not listed.
		do(path)
		return
	}
	for _, f := range r.Fields {
		keeps(path+"."+f.Name, f.Type, changed, do)
	}
}

func changesIn(path string, changed map[string]bool) bool {
	for c := range changed {
		if strings.HasPrefix(c, path+".") {
			return true
		}
	}
	return false
}

// leaves calls do for each part of the state that an expression mentions: `v`,
// or `r.f` for a field; of next values or of those before the call.
func leaves(n ast.Node, ofNext bool, do func(path string, at ast.Node)) {
	ast.Inspect(n, func(n ast.Node) bool {
		e, ok := n.(ast.Expr)
		if !ok {
			return true
		}
		path, next := pathOfExpr(e)
		if path == "" || next != ofNext {
			return true
		}
		do(path, n)
		// The variable inside (field r f) is not a mention of all of r.
		return false
	})
}

// pathOfExpr returns the part of the state that an expression is, or "", and
// whether it is its next value.
func pathOfExpr(e ast.Expr) (path string, next bool) {
	switch e := e.(type) {
	case *ast.Ref:
		return e.Name, false
	case *ast.NextRef:
		if e.Var != nil {
			return e.Var.Name, true
		}
	case *ast.FieldExpr:
		if e.Record == nil || e.Field == nil {
			return "", false
		}
		if path, next = pathOfExpr(e.Record); path != "" {
			path += "." + e.Field.Name
		}
	}
	return path, next
}

// inlayHintParams ask for the hints of a range.
type inlayHintParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Range        protocol.Range                  `json:"range"`
}

// An InlayHint is a text that an editor shows between characters.
type InlayHint struct {
	Position     protocol.Position `json:"position"`
	Label        string            `json:"label"`
	Kind         int               `json:"kind,omitempty"`
	Tooltip      string            `json:"tooltip,omitempty"`
	PaddingLeft  bool              `json:"paddingLeft,omitempty"`
	PaddingRight bool              `json:"paddingRight,omitempty"`

	offset int // its place, in bytes
}

// The kinds of inlay hints.
const (
	hintType      = 1
	hintParameter = 2
)
