package lsp

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A gatherer collects candidates for a place.
type gatherer struct {
	view     *view
	place    place
	scope    scope
	wish     wish
	headless bool // the cursor is at the head of a list
	found    []candidate
}

func (g *gatherer) add(c candidate) { g.found = append(g.found, c) }

// gather collects what belongs in the place.
func (g *gatherer) gather() {
	switch g.wish.want {
	case wantTop:
		g.top()
	case wantClause:
		g.clauses()
	case wantPart:
		g.parts()
	case wantSection:
		g.sections()
	case wantNewTool:
		g.newTools()
	case wantBind, wantParam:
		g.binds()
	case wantLocalName:
		g.localName()
	case wantType:
		for _, w := range keywords.Words(keywords.InType) {
			g.word(wordOf(w, false), protocol.CompletionItemKindClass, fitting)
		}
	case wantExpr:
		g.expressions()
	case wantLocal:
		g.locals("")
	case wantVar:
		g.variables()
	case wantField, wantRecordField:
		g.fields()
	case wantValue:
		g.values()
	case wantInit, wantInitVar:
		g.initials()
	case wantCheck:
		g.checks()
	case wantForm:
		for _, f := range g.wish.forms {
			g.word(begun(f), protocol.CompletionItemKindKeyword, fitting)
		}
	case wantTool:
		g.tools()
	case wantPin, wantPinName:
		g.pins()
	case wantModel:
		g.models()
	}
}

// word adds a word by its shape.
func (g *gatherer) word(w word, kind protocol.CompletionItemKind, rank int) {
	g.add(candidate{label: w.text, text: new(snippet).shape(w).String(), kind: kind, detail: w.shape, doc: w.meaning, rank: rank})
}

// written adds a form that is written out.
func (g *gatherer) written(word, text string) {
	k := wordOf(word, false)
	g.add(candidate{label: word, text: text, kind: protocol.CompletionItemKindKeyword, detail: k.shape, doc: k.meaning})
}

// others returns how often each head occurs beside the place.
func (g *gatherer) others() map[string]int {
	set := make(map[string]int)
	g.place.siblings(func(head string, _ syntax.Piece) { set[head]++ })
	return set
}

func (g *gatherer) top() {
	has := g.others()
	if g.place.content.tree.Kind == ast.ModelFile {
		if has["model"] == 0 {
			g.written("model", "(model\n  (var ${1:name} ${2:Bool})$0)")
		}
		return
	}
	if has["use"] == 0 {
		g.written("use", `(use "$1")`)
	}
	g.written("case", "(case ${1:name}\n  (prompt \"$2\")\n  (init $3)\n  (checks\n    (${4:check} (call $5))))")
}

func (g *gatherer) clauses() {
	g.written("const", "(const ${1:name} ${2:Int} $3)")
	g.written("var", "(var ${1:name} ${2:Bool})")
	g.written("transition", "(transition ${1:tool}\n  (params $2)\n  (pre $3)\n  (post $4))")
	for _, name := range g.scope.tools.Names() {
		if g.scope.transition(name) == nil {
			text := new(snippet).add("(transition " + name)
			g.transition(text, name).add(")")
			g.add(candidate{label: "transition " + name, text: text.String(), kind: protocol.CompletionItemKindSnippet,
				detail: "a tool without a transition", rank: making, names: &entity{aTool, "", name}})
		}
	}
}

// transition adds the sections of a transition that binds all parameters of a
// tool.
func (g *gatherer) transition(s *snippet, name string) *snippet {
	s.add("\n  (params")
	for _, p := range g.scope.parameters(name) {
		if syntax.IsIdent(p.name) {
			s.add(" (" + p.name + " " + g.scope.localFor(p.name) + ")")
		}
	}
	return s.add(")\n  (pre ").stop("").add(")\n  (post ").stop("").add(")")
}

// localFor returns a local name for a parameter: its own, unless that is the
// name of something else.
func (s scope) localFor(param string) string {
	name := param
	for ast.IsReserved(name) || s.model != nil && (s.model.Var(name) != nil || s.model.Const(name) != nil) {
		name += "_arg"
	}
	return name
}

func (g *gatherer) parts() {
	has := g.others()
	for _, w := range []string{"prompt", "init", "checks", "goal"} {
		text := map[string]string{"prompt": `(prompt "$1")`, "init": "(init $1)", "checks": "(checks\n  (${1:check} (call $2)))", "goal": "(goal $1)"}[w]
		if has[w] == 0 {
			g.written(w, text)
		}
	}
}

func (g *gatherer) sections() {
	list := g.wish.list
	if g.headless {
		list = list.parent
	}
	for _, w := range []string{"params", "pre", "post"} {
		if had := list.list(w); had == nil || had == g.place.list {
			g.written(w, "("+w+" $1)")
		}
	}
}

// newTools adds the tools, those without a transition first.
func (g *gatherer) newTools() {
	alone := !g.followed()
	for _, name := range g.scope.tools.Names() {
		text, rank := new(snippet).add(name), fitting
		if t := g.scope.transition(name); t != nil {
			rank = unfitting
		} else if alone {
			g.transition(text, name)
		}
		g.add(candidate{label: name, text: text.String(), kind: protocol.CompletionItemKindFunction, detail: g.signature(name), rank: rank, names: &entity{aTool, "", name}})
	}
}

// signature returns the parameters of a tool on one line.
func (g *gatherer) signature(name string) string {
	var list []string
	for _, p := range g.scope.parameters(name) {
		list = append(list, p.String())
	}
	return strings.Join(list, " ")
}

// String returns a parameter as in (item String), in brackets if it is optional.
func (p parameter) String() string {
	text := p.name
	if p.typ != nil {
		text += " " + p.typ.String()
	}
	if p.schema != nil && !p.required {
		return "[" + text + "]"
	}
	return "(" + text + ")"
}

// pairs adds (NAME SOMETHING), or at the head of a list NAME SOMETHING.
func (g *gatherer) pair(name string, fill func(*snippet), c candidate) {
	if !syntax.IsIdent(name) {
		return
	}
	s := new(snippet).add("(" + name)
	if !g.headless || !g.followed() {
		fill(s.add(" "))
	}
	c.label, c.text = name, s.add(")").String()
	g.add(c)
}

func (g *gatherer) binds() {
	for _, p := range g.scope.parameters(g.wish.tool) {
		if g.wish.taken[p.name] && !g.current(p.name) {
			continue
		}
		g.pair(p.name, func(s *snippet) { s.stop(g.scope.localFor(p.name)) }, candidate{kind: protocol.CompletionItemKindProperty,
			detail: p.String(), rank: p.rank(), names: &entity{aParameter, g.wish.tool, p.name}})
	}
}

// rank puts what is required first.
func (p parameter) rank() int {
	if p.required || p.schema == nil {
		return fitting
	}
	return making
}

// current reports whether a name is the one under the cursor.
func (g *gatherer) current(name string) bool {
	return g.headless && g.place.atom != nil && g.place.atom.text == name
}

func (g *gatherer) localName() {
	name := g.scope.localFor(g.place.list.word(0))
	g.add(candidate{label: name, text: new(snippet).add(name).String(), kind: protocol.CompletionItemKindVariable, detail: "the name of the parameter"})
}

func (g *gatherer) pins() {
	for _, p := range g.scope.parameters(g.wish.tool) {
		if g.wish.taken[p.name] && !g.current(p.name) {
			continue
		}
		g.pair(p.name, func(s *snippet) { s.value(p.typ, 0) }, candidate{kind: protocol.CompletionItemKindProperty,
			detail: p.String(), rank: p.rank(), names: &entity{aParameter, g.wish.tool, p.name}})
	}
}

func (g *gatherer) initials() {
	for _, v := range g.scope.vars() {
		if g.wish.taken[v.Name()] && !g.current(v.Name()) {
			continue
		}
		g.pair(v.Name(), func(s *snippet) { s.value(v.Type, 0) }, candidate{kind: protocol.CompletionItemKindVariable,
			detail: typeText(v.Type), names: g.named(aVar, v.Name())})
	}
}

// named names a variable or a constant of the model.
func (g *gatherer) named(sort sort, name string) *entity {
	return &entity{sort, g.scope.model.File.Tree.File.Name(), name}
}

func typeText(t types.Type) string {
	if t == nil || t == types.Invalid {
		return ""
	}
	return t.String()
}

func (g *gatherer) fields() {
	if g.wish.record == nil {
		return
	}
	for _, f := range g.wish.record.Fields {
		if g.wish.taken[f.Name] && !g.current(f.Name) {
			continue
		}
		c := candidate{kind: protocol.CompletionItemKindField, detail: typeText(f.Type)}
		if ops.Lookup(g.wish.list.head()) == ops.Field {
			c.label, c.text = f.Name, new(snippet).add(f.Name).String()
			c.rank = ranked(known(f.Type), g.wish.typ)
			g.add(c)
			continue
		}
		g.pair(f.Name, func(s *snippet) { s.value(f.Type, 0) }, c)
	}
}

func ranked(got, want types.Type) int {
	if !fits(got, want) {
		return unfitting
	}
	return fitting
}

// begun is a form of a check as it is begun: a pattern without pins.
func begun(f forms.Form) word {
	w := wordOfForm(f)
	if f.Shape() == forms.Pattern {
		w.shape = "(" + w.text + " TOOL)"
	}
	return w
}

func (g *gatherer) checks() {
	for _, f := range forms.All() {
		k := begun(f)
		s := new(snippet).add("(").stop("name").add(" ").shape(k).add(")")
		g.add(candidate{label: "check with " + k.text, filter: k.text, text: s.String(), kind: protocol.CompletionItemKindSnippet, detail: k.shape, doc: k.meaning})
	}
}

func (g *gatherer) tools() {
	for _, name := range g.scope.toolNames() {
		rank := fitting
		if g.scope.model != nil && g.scope.transition(name) == nil {
			rank = general // nothing is known of what it does
		}
		g.add(candidate{label: name, text: new(snippet).add(name).String(), kind: protocol.CompletionItemKindFunction,
			detail: g.signature(name), rank: rank, names: &entity{aTool, "", name}})
	}
}

// models adds the models of the project, as `use` names them.
func (g *gatherer) models() {
	for _, m := range g.view.result.Models {
		path, err := filepath.Rel(filepath.Dir(g.place.content.path), m.File.Tree.File.Name())
		if err != nil {
			continue
		}
		text := types.Quote(filepath.ToSlash(path))
		g.add(candidate{label: text, text: new(snippet).add(text).String(), kind: protocol.CompletionItemKindFile})
	}
}
