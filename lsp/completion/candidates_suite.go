package completion

import (
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// definitions adds the definitions of the model, with places for their operands.
func (g *gatherer) definitions() {
	if g.scope.Model == nil {
		return
	}
	for _, d := range g.scope.Model.Definitions {
		text := new(Snippet)
		if len(d.Locals) == 0 {
			text.Add(d.Name())
		} else {
			text.Add("(" + d.Name())
			// Each operand is a place that shows the name of the local.
			for _, l := range d.Locals {
				text.Add(" ").Stop(l.Name())
			}
			text.Add(")")
		}
		shape, _ := DefinitionShape(d)
		g.add(candidate{label: d.Name(), text: text.String(), kind: protocol.CompletionItemKindFunction, detail: shape,
			rank: ranked(known(d.Type), g.expected.typ), names: g.named(snapshot.Definition, d.Name())})
	}
}

// DefinitionShape returns how a definition is applied, and its operands with their
// types.
func DefinitionShape(d *checker.Definition) (shape string, operands []string) {
	if len(d.Locals) == 0 {
		return d.Name(), nil
	}
	operands = lists.Map(d.Locals, func(l *checker.Local) string { return "(" + l.Name() + " " + typeText(l.Type) + ")" })
	return "(" + d.Name() + " " + strings.Join(operands, " ") + ")", operands
}

// mostKeys is how many keys of a map are offered.
const mostKeys = 100

// knownKeys adds the keys that the cases of the suite give a map.
func (g *gatherer) knownKeys() {
	if g.expected.keysOf == "" || g.scope.Suite == nil {
		return
	}
	seen := make(map[string]bool)
	for _, k := range g.scope.Suite.Cases {
		if k.Decl.Init == nil {
			continue
		}
		for pin := range ast.Each[*ast.Pin](k.Decl.Init.Node) {
			m, ok := pin.Value.(*ast.MapLit)
			if !ok || pin.Name == nil || pin.Name.Name != g.expected.keysOf {
				continue
			}
			for _, e := range m.Entries {
				text := ast.Source(e.Key)
				// Many cases list the same keys, so each is proposed once, up to a limit.
				if l, ok := e.Key.(*ast.Literal); ok && !seen[text] && len(seen) < mostKeys {
					seen[text] = true
					g.schemaValue(l.Value, protocol.CompletionItemKindValue, "a key of "+pin.Name.Name)
				}
			}
		}
	}
}

// groups adds the groups of the suite, where one can be.
func (g *gatherer) groups() {
	if !g.expected.groups || g.scope.Suite == nil {
		return
	}
	file := g.scope.Suite.File
	for _, u := range file.Defines {
		d, ok := u.Node.(*ast.Define)
		// A group cannot refer to itself.
		if !ok || d.Name == nil || d.Form == nil || u.Fragment == g.place.Fragment() {
			continue
		}
		g.add(candidate{label: d.Name.Name, text: new(Snippet).Add(d.Name.Name).String(), kind: protocol.CompletionItemKindFunction,
			detail: u.Compact(d.Form), names: &snapshot.Entity{Sort: snapshot.Calls, Scope: file.Tree.File.Name(), Name: d.Name.Name}})
	}
}

// owners adds who can call a tool, or whose calls a pattern can see.
func (g *gatherer) owners() {
	list := []string{ast.ByUser}
	// A transition has exactly one owner, so `any` is for patterns alone.
	if g.scope.Suite != nil {
		list = append(list, ast.ByAny)
	}
	for _, who := range list {
		g.add(candidate{label: who, text: who, kind: protocol.CompletionItemKindKeyword, detail: ownerMeaning(who)})
	}
}

// ownerMeaning says what a word after `by` means; "" for another word.
func ownerMeaning(word string) string {
	return map[string]string{ast.ByUser: "what the user calls", ast.ByAny: "what the agent or the user calls"}[word]
}

// rules adds the rules that a suite can have, but for those that it has.
func (g *gatherer) rules() {
	for _, name := range checker.RuleNames() {
		taken := slices.ContainsFunc(g.expected.list.Items, func(f *cursor.Form) bool { return f.Text == name && f != g.place.Atom })
		if !taken {
			g.add(candidate{label: name, text: name, kind: protocol.CompletionItemKindEnumMember, detail: "no " + checker.RuleOf(name),
				names: &snapshot.Entity{Sort: snapshot.Rule, Name: name}})
		}
	}
}

// tests adds what a pin can ask of a value instead of naming it, and the variables
// of the check.
func (g *gatherer) tests() {
	for _, name := range g.variablesOfCheck() {
		g.add(candidate{label: name, text: new(Snippet).Add(name).String(), kind: protocol.CompletionItemKindVariable, detail: "the same value", rank: making})
	}
	for _, t := range forms.Tests() {
		i := t.Info()
		if i.Word == "" || !asksOf(i.Of, t, g.expected.typ) {
			continue
		}
		g.word(Word{i.Word, i.Signature, i.Doc}, protocol.CompletionItemKindKeyword, general)
	}
}

// asksOf reports whether a value of a type can pass a test; nil is any type.
func asksOf(of forms.Of, t forms.Test, typ types.Type) bool {
	switch {
	case typ == nil:
		return true
	case of == forms.OfNumber:
		return types.IsNumber(typ)
	case of == forms.OfPattern:
		// The names of an enum are strings, which `like` can match.
		_, enum := typ.(*types.Enum)
		return typ == types.String || enum
	case t == forms.TestContains:
		_, ok := typ.(*types.Array)
		return ok
	}
	return true
}

// variablesOfCheck returns the variables, such as ?o, of the check or the group
// around the place.
func (g *gatherer) variablesOfCheck() []string {
	var list []string
	check := g.place.List
	// Climb to the check, the child of `checks`, or to the definition of the group.
	for check.Parent != nil && keywords.Lookup(check.Parent.Head()) != keywords.Checks {
		check = check.Parent
	}
	check.Walk(func(f *cursor.Form) {
		// The word under the cursor is unfinished and no variable yet.
		if f.Kind == syntax.Ident && f != g.place.Atom && len(f.Text) > 1 && f.Text[0] == '?' && !slices.Contains(list, f.Text) {
			list = append(list, f.Text)
		}
	})
	return list
}
