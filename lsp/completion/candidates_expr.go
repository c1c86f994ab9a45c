package completion

import (
	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// expressions adds everything that can be in an expression: what has the
// type that is expected, then the operators that make something of it, then the
// rest.
func (g *gatherer) expressions() {
	// An assignment is a Bool clause of post. `next` is allowed nowhere else.
	if g.expected.next && g.expected.typ == types.Bool {
		g.assignments()
	}
	g.locals()
	if g.expected.next {
		g.nexts()
	}
	g.literals(g.expected.typ)
	g.names()
	g.definitions()
	g.knownKeys()
	g.recordFields()
	g.keys()
	g.operators()
}

// assignments adds an assignment to each variable.
func (g *gatherer) assignments() {
	list := g.expected.list
	if g.headless {
		list = list.Parent
	}
	// Assignments count as such only at the top of a clause, under `and` and under `=>`.
	if op := ops.Lookup(list.Head()); keywords.Lookup(list.Head()) != keywords.Post && op != ops.And && op != ops.Implies {
		return
	}
	for _, v := range g.scope.model().Vars {
		s := new(Snippet).Add("(= (next "+v.Name()+") ").value(v.Type, 0).Add(")")
		g.add(candidate{label: "= (next " + v.Name() + ")", filter: v.Name(), text: s.String(), kind: protocol.CompletionItemKindSnippet,
			detail: typeText(v.Type), rank: fitting, names: g.named(snapshot.Variable, v.Name())})
		// A map also has the assignment of a single key.
		if m, ok := v.Type.(*types.Map); ok {
			key := new(Snippet).Add("(= (get (next "+v.Name()+") ").value(m.Key, 0).Add(") ").value(m.Value, 0).Add(")")
			g.add(candidate{label: "= (get (next " + v.Name() + ") …)", filter: v.Name(), text: key.String(), kind: protocol.CompletionItemKindSnippet,
				detail: typeText(m.Value), rank: fitting, names: g.named(snapshot.Variable, v.Name())})
		}
	}
	g.ties()
}

// ties adds what says what a part of the answer is.
func (g *gatherer) ties() {
	for _, l := range g.scope.locals {
		if l.head == ops.Result {
			s := new(Snippet).Add("(= (result " + l.name + ") ").Stop("").Add(")")
			g.add(candidate{label: "= (result " + l.name + ")", filter: l.name, text: s.String(), kind: protocol.CompletionItemKindSnippet,
				detail: typeText(l.typ), rank: fitting, names: g.entity(l)})
		}
	}
}

// keys adds the values of the keys of each map.
func (g *gatherer) keys() {
	add := func(name string, t types.Type, names *snapshot.Entity) {
		// Without an expected type every map would match, which would hide better candidates.
		if m, ok := t.(*types.Map); ok && g.expected.typ != nil && fits(known(m.Value), g.expected.typ) {
			g.add(candidate{label: "(get " + name + " …)", filter: name, text: new(Snippet).Add("(get "+name+" ").value(m.Key, 0).Add(")").String(),
				kind: protocol.CompletionItemKindField, detail: typeText(m.Value), rank: making, names: names})
		}
	}
	for _, v := range g.scope.model().Vars {
		add(v.Name(), v.Type, g.named(snapshot.Variable, v.Name()))
	}
	for _, c := range g.scope.model().Consts {
		add(c.Name(), c.Type, g.named(snapshot.Constant, c.Name()))
	}
}

// locals adds what transitions, definitions and quantifiers around the place name.
func (g *gatherer) locals() {
	for _, l := range g.scope.locals {
		// Answers can be read in post only.
		if l.head != ops.Result || g.inPost() {
			g.local(l, l.written())
		}
	}
}

// operands adds what can be after param, or after result.
func (g *gatherer) operands(head ops.Op) {
	for _, l := range g.scope.locals {
		if l.head == head {
			g.local(l, l.name)
		}
	}
}

func (g *gatherer) local(l local, label string) {
	g.add(candidate{label: label, filter: l.name, text: new(Snippet).Add(label).String(), kind: protocol.CompletionItemKindVariable,
		detail: typeText(l.typ), rank: rankedArgument(l.typ, g.expected.typ), names: g.entity(l)})
}

// written returns a local name as an expression.
func (l local) written() string {
	if l.head == ops.None {
		return l.name
	}
	return "(" + l.head.String() + " " + l.name + ")"
}

// entity names what a transition calls so; it is nil for other names.
func (g *gatherer) entity(l local) *snapshot.Entity {
	// Locals of definitions and binders are written bare and have no entity here.
	if g.scope.Model == nil || g.scope.Suite != nil || l.head == ops.None {
		return nil
	}
	sort := snapshot.Local
	if l.head == ops.Result {
		sort = snapshot.Result
	}
	return &snapshot.Entity{Sort: sort, Scope: g.scope.Model.File.Tree.File.Name() + "\x00" + g.place.Root().Word(1), Name: l.name}
}

// inPost reports whether the place is in post, where answers are read.
func (g *gatherer) inPost() bool {
	for f := g.place.List; f != nil; f = f.Parent {
		if keywords.Lookup(f.Head()) == keywords.Post {
			return true
		}
	}
	return false
}

// rankedArgument is ranked for arguments, which may be compared with an enum if
// they are Strings.
func rankedArgument(got, want types.Type) int {
	if _, ok := want.(*types.Enum); ok && got == types.String {
		return making
	}
	return ranked(got, want)
}

// nexts adds the next values of variables.
func (g *gatherer) nexts() {
	for _, v := range g.scope.model().Vars {
		label := "(next " + v.Name() + ")"
		g.add(candidate{label: label, filter: v.Name(), text: new(Snippet).Add(label).String(), kind: protocol.CompletionItemKindVariable,
			detail: typeText(v.Type), rank: ranked(known(v.Type), g.expected.typ), names: g.named(snapshot.Variable, v.Name())})
	}
}

// variables adds the variables.
func (g *gatherer) variables() {
	for _, v := range g.scope.model().Vars {
		g.name(snapshot.Variable, v.Name(), v.Type, protocol.CompletionItemKindVariable)
	}
}

// names adds the variables and constants.
func (g *gatherer) names() {
	g.variables()
	for _, c := range g.scope.model().Consts {
		g.name(snapshot.Constant, c.Name(), c.Type, protocol.CompletionItemKindConstant)
	}
}

func (g *gatherer) name(sort snapshot.Sort, name string, t types.Type, kind protocol.CompletionItemKind) {
	g.add(candidate{label: name, text: new(Snippet).Add(name).String(), kind: kind, detail: typeText(t), rank: ranked(known(t), g.expected.typ), names: g.named(sort, name)})
}

// literals adds the values of a type that can be listed.
func (g *gatherer) literals(t types.Type) {
	switch t := t.(type) {
	case nil:
		// Any type is allowed. Bool has the only values that can be listed without a type.
		g.literal("true", "false")
	case types.Basic:
		if t == types.Bool {
			g.literal("true", "false")
		}
	case *types.Enum:
		for _, n := range t.Names {
			text := types.Quote(n)
			g.add(candidate{label: text, filter: n, text: new(Snippet).Add(text).String(), kind: protocol.CompletionItemKindEnumMember})
		}
	}
}

func (g *gatherer) literal(words ...string) {
	for _, w := range words {
		g.add(candidate{label: w, text: w, kind: protocol.CompletionItemKindValue, rank: making})
	}
}

// recordFields adds the fields of records that have the type that is expected.
func (g *gatherer) recordFields() {
	for _, v := range g.scope.model().Vars {
		r, ok := v.Type.(*types.Record)
		if !ok || g.expected.typ == nil {
			continue
		}
		for _, f := range r.Fields {
			if fits(known(f.Type), g.expected.typ) {
				label := "(field " + v.Name() + " " + f.Name + ")"
				g.add(candidate{label: label, filter: f.Name, text: new(Snippet).Add(label).String(), kind: protocol.CompletionItemKindField,
					detail: typeText(f.Type), rank: making, names: g.named(snapshot.Variable, v.Name())})
			}
		}
	}
}

// resultType returns the type of the result of an operator; nil is anything. It reports
// false for the heads that are offered together with a name.
func resultType(o ops.Op) (types.Type, bool) {
	switch o.Info().Result {
	case ops.Truth:
		return types.Bool, true
	case ops.Number:
		return types.Int, true
	case ops.SetValue:
		return anyArray, true
	case ops.Structure:
		return anyRecord, true
	case ops.MapValue:
		return anyMap, true
	}
	// What is left has a result that depends on the operands.
	first, _ := o.Operand(0)
	if o == ops.Zip { // which is only in a binder
		return nil, false
	}
	return nil, first.Role != ops.LocalName && first.Role != ops.VarName
}

// operators adds the operators that make what is expected.
func (g *gatherer) operators() {
	for _, o := range ops.All() {
		// Operators on maps and on answers are noise in a model that has neither.
		if t, ok := resultType(o); !ok || !makes(t, g.expected.typ) || aboutMaps(o) && !g.scope.hasMaps() || o == ops.Seen && !g.scope.hasResults() {
			continue
		}
		kind := protocol.CompletionItemKindOperator
		if o.IsWord() {
			kind = protocol.CompletionItemKindKeyword
		}
		g.word(wordOfOp(o), kind, general)
	}
	// `param`, `next` and `result` alone are proposed only after an opening parenthesis.
	// Elsewhere they come complete with each name.
	if g.headless {
		g.word(wordOfOp(ops.Param), protocol.CompletionItemKindKeyword, general)
		if g.expected.next {
			g.word(wordOfOp(ops.Next), protocol.CompletionItemKindKeyword, general)
		}
		if g.inPost() && g.scope.hasResults() {
			g.word(wordOfOp(ops.Result), protocol.CompletionItemKindKeyword, general)
		}
	}
}

// aboutMaps reports whether an operator makes or reads maps only.
func aboutMaps(o ops.Op) bool { return o.Family() == ops.Mapping || o == ops.Map }

// makes is fits for operators, which make records, arrays and maps of every type.
func makes(made, want types.Type) bool {
	switch want.(type) {
	case *types.Array:
		return made == nil || made == types.Type(anyArray)
	case *types.Record:
		return made == nil || made == types.Type(anyRecord)
	case *types.Map:
		return made == nil || made == types.Type(anyMap)
	}
	return fits(made, want)
}

// values adds literal values, of the type or the schema that is expected.
func (g *gatherer) values() {
	if g.expected.tests {
		g.tests()
	}
	g.knownKeys()
	// An enum of the schema is exhaustive: nothing else would be accepted.
	if g.schemaValues() {
		return
	}
	switch t := g.expected.typ.(type) {
	case nil:
		// No type is known, so every kind of literal is possible.
		g.literals(nil)
		g.literal("null")
		g.word(wordOfOp(ops.Array), protocol.CompletionItemKindKeyword, general)
		g.word(wordOfOp(ops.Record), protocol.CompletionItemKindKeyword, general)
	case *types.Array, *types.Record, *types.Map:
		word := ops.Array
		switch t.(type) {
		case *types.Record:
			word = ops.Record
		case *types.Map:
			word = ops.Map
		}
		g.add(candidate{label: word.String(), text: new(Snippet).value(t, 0).String(), kind: protocol.CompletionItemKindKeyword,
			detail: t.String(), doc: word.Info().Doc})
	case types.Basic:
		if t == types.String {
			g.add(candidate{label: `""`, text: `"$1"`, kind: protocol.CompletionItemKindValue, detail: "String"})
			break
		}
		g.literals(t)
	default:
		g.literals(t)
	}
	if g.expected.schema != nil && g.expected.schema.Nullable {
		g.literal("null")
	}
}

// schemaValues adds the values that a schema lists, and reports whether it
// lists any.
func (g *gatherer) schemaValues() bool {
	s := g.expected.schema
	if s == nil {
		return false
	}
	list := s.Enum
	if s.Const != nil {
		// The full slice expression makes append copy: the schema's own list must not change.
		list = append(list[:len(list):len(list)], s.Const)
	}
	for _, v := range list {
		g.schemaValue(v, protocol.CompletionItemKindEnumMember, "")
	}
	// A default is only one value of many, so the function does not report it as a list.
	if s.Default != nil && len(list) == 0 {
		g.schemaValue(s.Default, protocol.CompletionItemKindValue, "the default")
	}
	if len(list) > 0 && s.Nullable {
		g.literal("null")
	}
	return len(list) > 0
}

func (g *gatherer) schemaValue(v types.Value, kind protocol.CompletionItemKind, detail string) {
	text := v.String()
	if _, ok := v.(types.Text); !ok && !isAtom(text) {
		return // a value in brackets has another spelling here
	}
	filter := text
	if t, ok := v.(types.Text); ok {
		filter = string(t)
	}
	g.add(candidate{label: text, filter: filter, text: new(Snippet).Add(text).String(), kind: kind, detail: detail})
}

// isAtom reports whether a text is one number or word.
func isAtom(text string) bool { return syntax.IsIdent(text + "x") }
