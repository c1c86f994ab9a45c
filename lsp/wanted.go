package lsp

import (
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A want is what belongs in a place of a file.
type want int

// The wants. What is free to choose, as a new name, is wantNothing.
const (
	wantNothing     want = iota
	wantTop              // a form of the file
	wantClause           // of a model
	wantPart             // of a case
	wantSection          // of a transition
	wantNewTool          // a tool, to be given a transition
	wantBind             // (PARAM LOCAL)
	wantParam            // the PARAM of it
	wantLocalName        // the LOCAL of it
	wantType             // a type
	wantFieldType        // (FIELD TYPE) of a record type
	wantExpr             // an expression
	wantLocal            // the operand of param
	wantVar              // the operand of next
	wantField            // a field of a record
	wantRecordField      // (FIELD VALUE) of a record
	wantValue            // a value: a literal
	wantInit             // (VAR VALUE)
	wantInitVar          // the VAR of it
	wantCheck            // (NAME FORM)
	wantForm             // a form of a check
	wantTool             // a tool
	wantPin              // (ARGUMENT VALUE)
	wantPinName          // the ARGUMENT of it
	wantModel            // the name of a model file
)

// A wish is what belongs in a place, with what is known about it.
type wish struct {
	want   want
	typ    types.Type      // of an expression or value; nil if anything may stand there
	schema *tool.Schema    // of a value, nil where there is none
	tool   string          // whose argument it is
	record *types.Record   // whose field it is
	values want            // what the fields of a record hold
	forms  []forms.Form    // that a check, or an operand of one, may be
	list   *form           // the form that it stands in
	next   bool            // (next …) may stand in it
	taken  map[string]bool // names that are there already
}

// wishAt says what belongs into a list at an index; list is nil directly in a
// container. At the head of a list that is what the list itself is wanted to
// be.
func wishAt(p place, s scope, list *form, index int) wish {
	if list == nil {
		return inContainer(p)
	}
	w := inList(p, s, list, index)
	w.list = list
	return w
}

func inContainer(p place) wish {
	switch p.container {
	case "model":
		return wish{want: wantClause}
	case "case":
		return wish{want: wantPart}
	}
	return wish{want: wantTop}
}

// inList says what belongs into a list by its head.
func inList(p place, s scope, list *form, index int) wish {
	outer := wishAt(p, s, list.parent, list.index)
	if index == 0 {
		return headWish(outer, list)
	}
	switch outer.want {
	case wantTop, wantClause, wantPart, wantSection:
		return inUnit(p, s, outer, list, index)
	case wantBind:
		return pick(index == 1, wish{want: wantLocalName, tool: outer.tool})
	case wantType:
		return inType(list, index)
	case wantFieldType:
		return pick(index == 1, wish{want: wantType})
	case wantExpr, wantValue:
		return inExpr(p, s, outer, list, index)
	case wantRecordField:
		return outer.valueOf(list.word(0), index)
	case wantInit:
		w := wish{want: wantValue}
		if v := s.variable(list.word(0)); v != nil {
			w.typ = known(v.Type)
		}
		return pick(index == 1, w)
	case wantCheck:
		return pick(index == 1, wish{want: wantForm, forms: forms.All()})
	case wantForm:
		return inForm(list, index)
	case wantPin:
		return pick(index == 1, s.pinned(outer.tool, list.word(0)))
	}
	return wish{}
}

// pick returns a wish if it is that of the place.
func pick(here bool, w wish) wish {
	if !here {
		return wish{}
	}
	return w
}

// headWish says what belongs at the head of a list that is wanted to be
// something: a keyword, or a name.
func headWish(outer wish, list *form) wish {
	switch outer.want {
	case wantBind:
		outer.want = wantParam
	case wantInit:
		outer.want = wantInitVar
	case wantPin:
		outer.want = wantPinName
	case wantRecordField:
		outer.want = wantField
	case wantCheck, wantFieldType:
		return wish{}
	}
	return outer
}

// inUnit says what belongs into a clause, a part of a case or a section.
func inUnit(p place, s scope, outer wish, list *form, index int) wish {
	switch list.head() {
	case "use":
		return pick(index == 1, wish{want: wantModel})
	case "var":
		return pick(index == 2, wish{want: wantType})
	case "const":
		if index == 3 {
			return wish{want: wantValue, typ: typeWritten(list.item(2))}
		}
		return pick(index == 2, wish{want: wantType})
	case "transition":
		if index == 1 {
			return wish{want: wantNewTool}
		}
		return wish{want: wantSection}
	case "params":
		return wish{want: wantBind, tool: list.parent.word(1), taken: heads(list)}
	case "pre", "goal":
		return wish{want: wantExpr, typ: types.Bool}
	case "post":
		return wish{want: wantExpr, typ: types.Bool, next: true}
	case "init":
		return wish{want: wantInit, taken: heads(list)}
	case "checks":
		return wish{want: wantCheck, taken: heads(list)}
	}
	return wish{}
}

// heads returns the words at the heads of the lists in a list.
func heads(f *form) map[string]bool {
	set := make(map[string]bool)
	for _, g := range f.items {
		if h := g.head(); h != "" {
			set[h] = true
		}
	}
	return set
}

func inType(list *form, index int) wish {
	switch list.head() {
	case "Array":
		return pick(index == 1, wish{want: wantType})
	case "Record":
		return wish{want: wantFieldType}
	}
	return wish{}
}

// inForm says what belongs into a form of a check.
func inForm(list *form, index int) wish {
	operand, ok := forms.Lookup(list.head()).Operand(index - 1)
	switch {
	case !ok:
		return wish{}
	case operand.Role == forms.Tool:
		return wish{want: wantTool}
	case operand.Role == forms.Pin:
		return wish{want: wantPin, tool: list.word(1), taken: heads(list)}
	}
	return wish{want: wantForm, forms: operand.Accepts}
}

// pinned returns the wish for the value of an argument in a check.
func (s scope) pinned(tool, name string) wish {
	for _, p := range s.parameters(tool) {
		if p.name == name {
			w := wish{want: wantValue, typ: p.typ}
			if p.schema != nil {
				w.schema = p.schema.Schema
			}
			return w
		}
	}
	return wish{want: wantValue}
}

// valueOf returns the wish for the value of a field.
func (w wish) valueOf(name string, index int) wish {
	if index != 1 {
		return wish{}
	}
	v := wish{want: w.values, next: w.next}
	if w.record != nil {
		if t, ok := w.record.Field(name); ok {
			v.typ = known(t)
		}
	}
	if w.schema != nil && w.schema.Property(name) != nil {
		v.schema = w.schema.Property(name).Schema
	}
	return v
}

// inExpr says what belongs into an expression or a value by its operator.
func inExpr(p place, s scope, outer wish, list *form, index int) wish {
	w := wish{want: outer.want, next: outer.next}
	switch ops.Lookup(list.head()) {
	case ops.Array:
		if a, ok := outer.typ.(*types.Array); ok {
			w.typ = known(a.Elem)
		}
		if outer.schema != nil {
			w.schema = outer.schema.Items
		}
		return w
	case ops.Record:
		w.want, w.values, w.schema, w.taken = wantRecordField, outer.want, outer.schema, heads(list)
		w.record, _ = outer.typ.(*types.Record)
		return w
	}
	if outer.want == wantValue {
		return wish{}
	}
	return operandAt(p, s, outer, list, index)
}

// operandAt says what belongs into the application of an operator.
func operandAt(p place, s scope, outer wish, list *form, index int) wish {
	op := ops.Lookup(list.head())
	operand, ok := op.Operand(index - 1)
	if !ok {
		return wish{}
	}
	w := wish{want: wantExpr, next: outer.next}
	switch operand.Role {
	case ops.Truth:
		w.typ = types.Bool
		w.next = outer.next && (op != ops.Implies || index == 2) // a guard is about the state before
	case ops.Comparand:
		w.typ = s.companion(list, index)
	case ops.Number:
		w.typ = types.Real
		if op.Info().Result == ops.Number && outer.typ == types.Int {
			w.typ = types.Int
		}
	case ops.LocalName:
		return wish{want: wantLocal, typ: outer.typ}
	case ops.VarName:
		return wish{want: wantVar, typ: outer.typ}
	case ops.FieldName:
		r, _ := s.typeOf(list.item(1)).(*types.Record)
		return wish{want: wantField, typ: outer.typ, record: r}
	case ops.Structure:
		w.typ = anyRecord
	case ops.SetValue:
		w.typ = anyArray
		if t := s.typeOf(list.item(2)); t != nil {
			w.typ = &types.Array{Elem: t}
		}
		if op.Info().Result == ops.SetValue && outer.typ != nil {
			w.typ = outer.typ
		}
	case ops.Member:
		if a, ok := s.typeOf(list.item(1)).(*types.Array); ok {
			w.typ = known(a.Elem)
		}
	}
	return w
}

// anyRecord and anyArray are wanted where every record or array would do.
var (
	anyRecord = &types.Record{}
	anyArray  = &types.Array{Elem: types.Invalid}
)

// companion returns the type of the other operands of an equality.
func (s scope) companion(list *form, index int) types.Type {
	for i, g := range list.items {
		if i == 0 || i == index {
			continue
		}
		if t := s.typeOf(g); t != nil {
			return t
		}
	}
	return nil
}

// typeWritten returns the type that a form is, or nil.
func typeWritten(f *form) types.Type {
	if f == nil {
		return nil
	}
	if f.kind == syntax.Ident {
		for _, t := range []types.Basic{types.Bool, types.Int, types.Real, types.String} {
			if t.String() == f.text {
				return t
			}
		}
		return nil
	}
	switch f.head() {
	case "Enum":
		e := &types.Enum{}
		for _, g := range f.items[1:] {
			if text, err := types.Unquote(g.text); err == nil {
				e.Names = append(e.Names, text)
			}
		}
		return e
	case "Array":
		if t := typeWritten(f.item(1)); t != nil {
			return &types.Array{Elem: t}
		}
	case "Record":
		r := &types.Record{}
		for _, g := range f.items[1:] {
			if t := typeWritten(g.item(1)); t != nil && g.word(0) != "" {
				r.Fields = append(r.Fields, types.Field{Name: g.word(0), Type: t})
			}
		}
		return r
	}
	return nil
}

// fits reports whether something of a type can stand where another is wanted;
// nil is any type.
func fits(got, want types.Type) bool {
	if got == nil || want == nil {
		return true
	}
	switch want {
	case types.Type(anyRecord):
		_, ok := got.(*types.Record)
		return ok
	case types.Type(anyArray):
		_, ok := got.(*types.Array)
		return ok
	case types.Real:
		return types.IsNumber(got)
	}
	return types.Identical(got, want)
}
