package checker

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// checkTransition finds out about one transition.
func checkTransition(u *ast.Unit, s *speller, tools *tool.Set) *unitInfo {
	info := newInfo()
	decl := u.Node.(*ast.Transition)
	t := &typer{unit: u, info: info, scope: s.scope, speller: s,
		uses: make(map[*Param]use), read: make(map[*Param]bool)}
	t.transition = &Transition{Unit: u, Decl: decl}
	if decl.Tool != nil {
		info.declares, info.objects[decl.Tool] = t.transition, t.transition
		t.findTool(tools)
		// The owner depends on the name of the tool, so it is known without a schema.
		t.transition.Owner = ownerOf(decl, tools)
	}
	t.bind()
	t.bindResults()
	// Everything below reads the expressions with the definitions in them written out.
	decl = t.expandTransition(decl)
	t.transition.Decl = decl
	// Findings before this are about names, and have the places of the text.
	own := len(info.diagnostics)
	t.inferParams()
	t.sections()
	if decl.Post != nil {
		t.post(decl.Post)
	}
	t.untypedResults()
	// Brackets in place of parentheses make every other finding misleading.
	info.brackets()
	t.settle(min(own, len(info.diagnostics)))
	// Lints would mislead beside errors, and where something was not read.
	if !u.Broken() && !info.poisoned && !erroneous(info.diagnostics) {
		t.lintTransition()
	}
	return info
}

// findTool finds the schema of the transition's tool.
func (t *typer) findTool(tools *tool.Set) {
	if tools == nil {
		return
	}
	name := t.transition.Decl.Tool
	if t.transition.Tool = tools.Lookup(name.Name); t.transition.Tool == nil {
		t.report(noSuchTool{At: t.span(name), Name: name.Name, Known: tools.Names(), File: tools.File.Name()})
	}
}

// bind makes the objects of the params section.
func (t *typer) bind() {
	if t.transition.Decl.Params == nil {
		return
	}
	locals, params := make(map[string]*ast.Ident), make(map[string]*ast.Ident)
	for _, b := range t.transition.Decl.Params.Binds {
		// A bind without both names was reported by the reader.
		if b.Param == nil || b.Local == nil {
			continue
		}
		if first := params[b.Param.Name]; first != nil {
			t.report(boundTwice{At: t.span(b.Param), Name: b.Param.Name, First: t.span(first)})
		}
		if first := locals[b.Local.Name]; first != nil {
			t.report(localTwice{At: t.span(b.Local), Name: b.Local.Name, First: t.span(first)})
			continue
		}
		params[b.Param.Name], locals[b.Local.Name] = b.Param, b.Local
		// The lookup also notes that the name was asked for.
		switch o := t.lookup(b.Local.Name).(type) {
		case *Var, *Const, *Definition:
			t.report(shadows{At: t.span(b.Local), Name: b.Local.Name, Declared: o.Declared()})
		}
		t.addParam(b)
	}
}

func (t *typer) addParam(b *ast.Bind) {
	p := &Param{Unit: t.unit, Bind: b, Type: types.Invalid}
	if t.transition.Decl.Tool != nil {
		p.Tool = t.transition.Decl.Tool.Name
	}
	// Without a schema the type is told by the uses.
	if schema := t.transition.Tool; schema != nil {
		if p.Schema = schema.Param(b.Param.Name); p.Schema == nil {
			t.report(noSuchParam{At: t.span(b.Param), Name: b.Param.Name, Tool: p.Tool, Known: schema.Params()})
		} else {
			p.Type = SchemaType(p.Schema.Schema)
		}
	}
	t.transition.Params = append(t.transition.Params, p)
	t.info.objects[b.Local], t.info.objects[b.Param] = p, p
}

// sections checks the types in the sections.
func (t *typer) sections() {
	decl := t.transition.Decl
	if decl.Pre != nil {
		t.place = inPre
		t.clauses(decl.Pre.Exprs)
	}
	if decl.Post != nil {
		t.place = inPost
		t.clauses(decl.Post.Exprs)
	}
}

// SchemaType returns the type of the values that a schema accepts, or Invalid
// where no one type covers them. What else the schema says (bounds, that a
// field may be absent) is not part of the type.
func SchemaType(s *tool.Schema) types.Type {
	if s == nil {
		return types.Invalid
	}
	// A schema that lists texts is an enum, unless it allows other types too.
	if names := textsOf(s); len(names) > 0 && (len(s.Types) == 0 || s.Only(tool.KindString)) {
		return &types.Enum{Names: names}
	}
	// Null beside one type is not among the types.
	if len(s.Types) != 1 {
		return types.Invalid
	}
	switch s.Types[0] {
	case tool.KindBoolean:
		return types.Bool
	case tool.KindInteger:
		return types.Int
	case tool.KindNumber:
		return types.Real
	case tool.KindString:
		return types.String
	case tool.KindArray:
		return &types.Array{Elem: SchemaType(s.Items)}
	case tool.KindObject:
		return schemaRecord(s)
	}
	return types.Invalid
}

func schemaRecord(s *tool.Schema) types.Type {
	// An object without properties may have any fields.
	if len(s.Properties) == 0 {
		return types.Invalid
	}
	return &types.Record{Fields: lists.Map(s.Properties, func(p *tool.Property) types.Field {
		return types.Field{Name: p.Name, Type: SchemaType(p.Schema)}
	})}
}

// textsOf returns the strings that a schema accepts, if it lists them.
func textsOf(s *tool.Schema) []string {
	values := s.Enum
	if s.Const != nil {
		values = []types.Value{s.Const}
	}
	var names []string
	for _, v := range values {
		text, ok := v.(types.Text)
		// An enum with values other than texts is no enum of the language.
		if !ok {
			return nil
		}
		names = lists.Include(names, string(text))
	}
	return names
}
