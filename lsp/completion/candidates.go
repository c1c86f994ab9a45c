package completion

import (
	"path/filepath"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// A gatherer collects candidates for a place.
type gatherer struct {
	view     *snapshot.View
	place    cursor.Place
	scope    Scope
	expected expectation
	headless bool // the cursor is at the head of a list
	found    []candidate
}

func (g *gatherer) add(c candidate) { g.found = append(g.found, c) }

// gather collects what belongs in the place.
func (g *gatherer) gather() {
	switch g.expected.What {
	case ExpectTop:
		g.top()
	case ExpectClause:
		g.clauses()
	case ExpectPart:
		g.parts()
	case ExpectSection:
		g.sections()
	case expectNewTool:
		g.newTools()
	case expectBind, expectParam:
		// In a model the second word is a local name, which the user may change.
		g.parameters(func(s *Snippet, p Parameter) { s.Stop(g.scope.LocalFor(p.Name)) })
	case expectLocalName:
		g.localName()
	case ExpectType:
		for _, w := range keywords.Words(keywords.InType) {
			g.word(wordOf(w, false, keywords.InType), protocol.CompletionItemKindClass, fitting)
		}
	case ExpectExpr:
		g.expressions()
	case expectLocal:
		g.operands(ops.Param)
	case expectResultLocal:
		g.operands(ops.Result)
	case expectSeen:
		g.seen()
	case expectVar:
		g.variables()
	case expectField, expectRecordField:
		g.fields()
	case ExpectValue:
		g.values()
	case expectInit, expectInitVar:
		g.initials()
	case expectCheck:
		g.checks()
	case ExpectForm:
		for _, f := range g.expected.forms {
			g.word(begun(f), protocol.CompletionItemKindKeyword, fitting)
		}
		g.groups()
	case expectTool:
		g.tools()
	case expectPin, expectPinName:
		// In a check it is a value to compare with.
		g.parameters(func(s *Snippet, p Parameter) { s.value(p.typ, 0) })
	case expectModel:
		g.models()
	case expectResult, expectAnswer, expectPath:
		g.answerParts()
	case expectZip:
		g.word(wordOfOp(ops.Zip), protocol.CompletionItemKindKeyword, fitting)
	case expectOwner:
		g.owners()
	case expectRule:
		g.rules()
	case expectCommon:
		g.written("checks", checksText)
	}
}

// word adds a word by its shape.
func (g *gatherer) word(w Word, kind protocol.CompletionItemKind, rank int) {
	g.add(candidate{label: w.text, text: new(Snippet).shape(w).String(), kind: kind, detail: w.Shape, doc: w.Meaning, rank: rank})
}

// written adds a form that is written out.
func (g *gatherer) written(word, text string) {
	k := wordOf(word, false, placeOf(g.place.Container))
	g.add(candidate{label: word, text: text, kind: protocol.CompletionItemKindKeyword, detail: k.Shape, doc: k.Meaning})
}

// others returns how often each head occurs beside the place.
func (g *gatherer) others() map[string]int {
	set := make(map[string]int)
	g.place.Siblings(func(head string, _ syntax.Piece) { set[head]++ })
	return set
}

func (g *gatherer) top() {
	// A file has at most one of these forms, so one that is present is not proposed.
	has := g.others()
	if g.place.Content.Tree.Kind == ast.ModelFile {
		if has["model"] == 0 {
			g.written("model", "(model\n  (var ${1:name} ${2:Bool})$0)")
		}
		return
	}
	if has["use"] == 0 {
		g.written("use", `(use "$1")`)
	}
	if has["common"] == 0 {
		g.written("common", "(common\n  (checks\n    (${1:check} (call $2))))")
	}
	if has["rules"] == 0 {
		g.written("rules", "(rules $1)")
	}
	g.written("define", "(define ${1:group} (or (call $2)))")
	g.written("case", "(case ${1:name}\n  (prompt \"$2\")\n  (init $3)\n  (checks\n    (${4:check} (call $5))))")
}

func (g *gatherer) clauses() {
	g.written("const", "(const ${1:name} ${2:Int} $3)")
	g.written("var", "(var ${1:name} ${2:Bool})")
	g.written("define", "(define ${1:name} (($2)) $3)")
	g.written("transition", "(transition ${1:tool}\n  (params $2)\n  (pre $3)\n  (post $4))")
	// Each tool of the schema without a transition gets a ready-made one.
	for _, name := range g.scope.Tools.Names() {
		if g.scope.model().Transition(name) == nil {
			text := new(Snippet).Add("(transition " + name)
			g.transition(text, name).Add(")")
			g.add(candidate{label: "transition " + name, text: text.String(), kind: protocol.CompletionItemKindSnippet,
				detail: "a tool without a transition", rank: making, names: &snapshot.Entity{Sort: snapshot.Tool, Scope: "", Name: name}})
		}
	}
}

// transition adds the sections of a transition that binds all parameters of a
// tool.
func (g *gatherer) transition(s *Snippet, name string) *Snippet {
	s.Add("\n  (params")
	for _, p := range g.scope.Parameters(name) {
		// JSON allows parameter names that the language cannot write. They are left out.
		if syntax.IsIdent(p.Name) {
			s.Add(" (" + p.Name + " " + g.scope.LocalFor(p.Name) + ")")
		}
	}
	return s.Add(")\n  (pre ").Stop("").Add(")\n  (post ").Stop("").Add(")")
}

// LocalFor returns a name for an argument in a transition: its own, unless that
// is reserved or one of the model.
func (s Scope) LocalFor(param string) string { return s.free(param, "_arg") }

// LocalForPart returns a name for a part of an answer, as LocalFor does.
func (s Scope) LocalForPart(part string) string { return s.free(part, "_result") }

func (s Scope) free(name, suffix string) string {
	// The suffix is repeated until the name is free.
	for ast.IsReserved(name) || s.Model != nil && (s.Model.Var(name) != nil || s.Model.Const(name) != nil) {
		name += suffix
	}
	return name
}

func (g *gatherer) parts() {
	has := g.others()
	for _, w := range []string{"prompt", "init", "checks", "goal"} {
		text := map[string]string{"prompt": `(prompt "$1")`, "init": "(init $1)", "checks": checksText, "goal": "(goal $1)"}[w]
		if has[w] == 0 {
			g.written(w, text)
		}
	}
}

const checksText = "(checks\n  (${1:check} (call $2)))"

func (g *gatherer) sections() {
	list := g.expected.list
	if g.headless {
		// At the head of a section, the expected list is the section itself, not the transition.
		list = list.Parent
	}
	for _, k := range []keywords.Keyword{keywords.Params, keywords.Results, keywords.Pre, keywords.Post, keywords.By} {
		w, operand := k.String(), "$1"
		if k == keywords.By {
			operand = ast.ByUser
		}
		// The section under the cursor does not count as present, so that it can be completed.
		if had := list.List(w); had == nil || had == g.place.List {
			g.written(w, "("+w+" "+operand+")")
		}
	}
}

// newTools adds the tools, those without a transition first.
func (g *gatherer) newTools() {
	alone := !g.followed()
	for _, name := range g.scope.Tools.Names() {
		text, rank := new(Snippet).Add(name), fitting
		// A second transition for a tool is an error, so the tool ranks last.
		if t := g.scope.model().Transition(name); t != nil {
			rank = unfitting
		} else if alone {
			// The whole transition is proposed only where nothing follows that it would duplicate.
			g.transition(text, name)
		}
		g.add(candidate{label: name, text: text.String(), kind: protocol.CompletionItemKindFunction, detail: g.signature(name), rank: rank, names: &snapshot.Entity{Sort: snapshot.Tool, Scope: "", Name: name}})
	}
}

// signature returns the parameters of a tool on one line.
func (g *gatherer) signature(name string) string {
	list := lists.Map(g.scope.Parameters(name), Parameter.String)
	return strings.Join(list, " ")
}

// String returns a parameter as in (item String), in brackets if it is optional.
func (p Parameter) String() string {
	text := p.Name
	if p.typ != nil {
		text += " " + p.typ.String()
	}
	if p.Schema != nil && !p.required {
		return "[" + text + "]"
	}
	return "(" + text + ")"
}

// pair adds (NAME SOMETHING), or at the head of a list NAME SOMETHING.
func (g *gatherer) pair(name string, fill func(*Snippet), c candidate) {
	if !syntax.IsIdent(name) || g.given(name) {
		return
	}
	s := new(Snippet).Add("(" + name)
	// At the head of a list that has operands already, only the name is replaced.
	if !g.headless || !g.followed() {
		fill(s.Add(" "))
	}
	c.label, c.text = name, s.Add(")").String()
	g.add(c)
}

// parameters adds pairs of the parameters of the tool and what fill writes.
func (g *gatherer) parameters(fill func(*Snippet, Parameter)) {
	for _, p := range g.scope.Parameters(g.expected.tool) {
		g.pair(p.Name, func(s *Snippet) { fill(s, p) }, candidate{kind: protocol.CompletionItemKindProperty,
			detail: p.String(), rank: p.rank(), names: &snapshot.Entity{Sort: snapshot.Parameter, Scope: g.expected.tool, Name: p.Name}})
	}
}

// rank puts what is required first.
func (p Parameter) rank() int {
	if p.required || p.Schema == nil {
		return fitting
	}
	return making
}

// given reports whether the list has a name already, in another place than that of
// the cursor.
func (g *gatherer) given(name string) bool { return g.expected.taken[name] && !g.current(name) }

// current reports whether a name is the one under the cursor.
func (g *gatherer) current(name string) bool {
	return g.headless && g.place.Atom != nil && g.place.Atom.Text == name
}

func (g *gatherer) localName() {
	local, detail := g.scope.LocalFor, "the name of the parameter"
	if keywords.Lookup(g.place.List.Parent.Head()) == keywords.Results {
		local, detail = g.scope.LocalForPart, "the name of the part"
	}
	// The first word of the bind is the parameter or the part that gets the local name.
	name := local(g.place.List.Word(0))
	g.add(candidate{label: name, text: new(Snippet).Add(name).String(), kind: protocol.CompletionItemKindVariable, detail: detail})
}

func (g *gatherer) initials() {
	for _, v := range g.scope.model().Vars {
		g.pair(v.Name(), func(s *Snippet) { s.value(v.Type, 0) }, candidate{kind: protocol.CompletionItemKindVariable,
			detail: typeText(v.Type), names: g.named(snapshot.Variable, v.Name())})
	}
}

// named names a variable or a constant of the model.
func (g *gatherer) named(sort snapshot.Sort, name string) *snapshot.Entity {
	return &snapshot.Entity{Sort: sort, Scope: g.scope.Model.File.Tree.File.Name(), Name: name}
}

func typeText(t types.Type) string {
	if t == nil || t == types.Invalid {
		return ""
	}
	return t.String()
}

func (g *gatherer) fields() {
	if g.expected.record == nil {
		return
	}
	for _, f := range g.expected.record.Fields {
		if g.given(f.Name) {
			continue
		}
		c := candidate{kind: protocol.CompletionItemKindField, detail: typeText(f.Type)}
		// `(field r NAME)` takes the name alone. A record literal takes (NAME VALUE).
		if ops.Lookup(g.expected.list.Head()) == ops.Field {
			c.label, c.text = f.Name, new(Snippet).Add(f.Name).String()
			c.rank = ranked(known(f.Type), g.expected.typ)
			g.add(c)
			continue
		}
		g.pair(f.Name, func(s *Snippet) { s.value(f.Type, 0) }, c)
	}
}

func ranked(got, want types.Type) int {
	if !fits(got, want) {
		return unfitting
	}
	return fitting
}

// begun is a form of a check as it is begun: without pins.
func begun(f forms.Form) Word {
	w := wordOfForm(f)
	// The full signature of a pattern lists pins, which most patterns begin without.
	if shape := f.Shape(); shape == forms.Pattern || shape == forms.Answer {
		first, _ := f.Operand(0)
		w.Shape = "(" + w.text + " " + first.Name + ")"
	}
	return w
}

func (g *gatherer) checks() {
	for _, f := range forms.All() {
		k := begun(f)
		s := new(Snippet).Add("(").Stop("name").Add(" ").shape(k).Add(")")
		g.add(candidate{label: "check with " + k.text, filter: k.text, text: s.String(), kind: protocol.CompletionItemKindSnippet, detail: k.Shape, doc: k.Meaning})
	}
}

func (g *gatherer) tools() {
	for _, name := range g.scope.toolNames() {
		rank := fitting
		if g.scope.Model != nil && g.scope.model().Transition(name) == nil {
			rank = general // nothing is known of what it does
		}
		g.add(candidate{label: name, text: new(Snippet).Add(name).String(), kind: protocol.CompletionItemKindFunction,
			detail: g.signature(name), rank: rank, names: &snapshot.Entity{Sort: snapshot.Tool, Scope: "", Name: name}})
	}
}

// models adds the models of the project, as `use` names them.
func (g *gatherer) models() {
	for _, m := range g.view.Result.Models {
		path, err := filepath.Rel(filepath.Dir(g.place.Content.Path), m.File.Tree.File.Name())
		// On Windows, a path on another drive has no relative form.
		if err != nil {
			continue
		}
		text := types.Quote(filepath.ToSlash(path))
		g.add(candidate{label: text, text: new(Snippet).Add(text).String(), kind: protocol.CompletionItemKindFile})
	}
}
