package completion

import (
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
)

// A want is what belongs in a place of a file.
type want int

// The wants. What is free to choose, as a new name, is wantNothing.
const (
	wantNothing     want = iota
	WantTop              // a form of the file
	WantClause           // of a model
	WantPart             // of a case
	WantSection          // of a transition
	wantNewTool          // a tool, to be given a transition
	wantBind             // (PARAM LOCAL)
	wantParam            // the PARAM of it
	wantLocalName        // the LOCAL of it
	WantType             // a type
	wantFieldType        // (FIELD TYPE) of a record type
	WantExpr             // an expression
	wantLocal            // the operand of param
	wantVar              // the operand of next
	wantField            // a field of a record
	wantRecordField      // (FIELD VALUE) of a record
	WantValue            // a value: a literal
	wantInit             // (VAR VALUE)
	wantInitVar          // the VAR of it
	wantCheck            // (NAME FORM)
	WantForm             // a form of a check
	wantTool             // a tool
	wantPin              // (ARGUMENT VALUE)
	wantPinName          // the ARGUMENT of it
	wantModel            // the name of a model file
)

// A wish is what belongs in a place, with what is known about it.
type wish struct {
	Want   want
	typ    types.Type      // of an expression or value; nil if anything may stand there
	schema *tool.Schema    // of a value, nil where there is none
	tool   string          // whose argument it is
	record *types.Record   // whose field it is
	values want            // what the fields of a record hold
	forms  []forms.Form    // that a check, or an operand of one, may be
	list   *cursor.Form    // the form that it stands in
	next   bool            // (next …) may stand in it
	taken  map[string]bool // names that are there already
}

// WishAt says what belongs into a list at an index; list is nil directly in a
// container. At the head of a list that is what the list itself is wanted to
// be.
func WishAt(p cursor.Place, s Scope, list *cursor.Form, index int) wish {
	if list == nil {
		return inContainer(p)
	}
	w := inList(p, s, list, index)
	w.list = list
	return w
}

func inContainer(p cursor.Place) wish {
	switch p.Container {
	case "model":
		return wish{Want: WantClause}
	case "case":
		return wish{Want: WantPart}
	}
	return wish{Want: WantTop}
}

// inList says what belongs into a list by its head.
func inList(p cursor.Place, s Scope, list *cursor.Form, index int) wish {
	outer := WishAt(p, s, list.Parent, list.Index)
	if index == 0 {
		return headWish(outer, list)
	}
	switch outer.Want {
	case WantTop, WantClause, WantPart, WantSection:
		return inUnit(p, s, outer, list, index)
	case wantBind:
		return pick(index == 1, wish{Want: wantLocalName, tool: outer.tool})
	case WantType:
		return inType(list, index)
	case wantFieldType:
		return pick(index == 1, wish{Want: WantType})
	case WantExpr, WantValue:
		return inExpr(p, s, outer, list, index)
	case wantRecordField:
		return outer.valueOf(list.Word(0), index)
	case wantInit:
		w := wish{Want: WantValue}
		if v := s.variable(list.Word(0)); v != nil {
			w.typ = known(v.Type)
		}
		return pick(index == 1, w)
	case wantCheck:
		return pick(index == 1, wish{Want: WantForm, forms: forms.All()})
	case WantForm:
		return inForm(list, index)
	case wantPin:
		return pick(index == 1, s.pinned(outer.tool, list.Word(0)))
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
func headWish(outer wish, list *cursor.Form) wish {
	switch outer.Want {
	case wantBind:
		outer.Want = wantParam
	case wantInit:
		outer.Want = wantInitVar
	case wantPin:
		outer.Want = wantPinName
	case wantRecordField:
		outer.Want = wantField
	case wantCheck, wantFieldType:
		return wish{}
	}
	return outer
}

// inUnit says what belongs into a clause, a part of a case or a section.
func inUnit(p cursor.Place, s Scope, outer wish, list *cursor.Form, index int) wish {
	switch list.Head() {
	case "use":
		return pick(index == 1, wish{Want: wantModel})
	case "var":
		return pick(index == 2, wish{Want: WantType})
	case "const":
		if index == 3 {
			return wish{Want: WantValue, typ: typeWritten(list.Item(2))}
		}
		return pick(index == 2, wish{Want: WantType})
	case "transition":
		if index == 1 {
			return wish{Want: wantNewTool}
		}
		return wish{Want: WantSection}
	case "params":
		return wish{Want: wantBind, tool: list.Parent.Word(1), taken: Heads(list)}
	case "pre", "goal":
		return wish{Want: WantExpr, typ: types.Bool}
	case "post":
		return wish{Want: WantExpr, typ: types.Bool, next: true}
	case "init":
		return wish{Want: wantInit, taken: Heads(list)}
	case "checks":
		return wish{Want: wantCheck, taken: Heads(list)}
	}
	return wish{}
}

// Heads returns the words at the heads of the lists in a list.
func Heads(f *cursor.Form) map[string]bool {
	set := make(map[string]bool)
	for _, g := range f.Items {
		if h := g.Head(); h != "" {
			set[h] = true
		}
	}
	return set
}

func inType(list *cursor.Form, index int) wish {
	switch list.Head() {
	case "Array":
		return pick(index == 1, wish{Want: WantType})
	case "Record":
		return wish{Want: wantFieldType}
	}
	return wish{}
}

// inForm says what belongs into a form of a check.
func inForm(list *cursor.Form, index int) wish {
	operand, ok := forms.Lookup(list.Head()).Operand(index - 1)
	switch {
	case !ok:
		return wish{}
	case operand.Role == forms.Tool:
		return wish{Want: wantTool}
	case operand.Role == forms.Pin:
		return wish{Want: wantPin, tool: list.Word(1), taken: Heads(list)}
	}
	return wish{Want: WantForm, forms: operand.Accepts}
}

// pinned returns the wish for the value of an argument in a check.
func (s Scope) pinned(tool, name string) wish {
	for _, p := range s.Parameters(tool) {
		if p.Name == name {
			w := wish{Want: WantValue, typ: p.typ}
			if p.Schema != nil {
				w.schema = p.Schema.Schema
			}
			return w
		}
	}
	return wish{Want: WantValue}
}

// valueOf returns the wish for the value of a field.
func (w wish) valueOf(name string, index int) wish {
	if index != 1 {
		return wish{}
	}
	v := wish{Want: w.values, next: w.next}
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
func inExpr(p cursor.Place, s Scope, outer wish, list *cursor.Form, index int) wish {
	w := wish{Want: outer.Want, next: outer.next}
	switch ops.Lookup(list.Head()) {
	case ops.Array:
		if a, ok := outer.typ.(*types.Array); ok {
			w.typ = known(a.Elem)
		}
		if outer.schema != nil {
			w.schema = outer.schema.Items
		}
		return w
	case ops.Record:
		w.Want, w.values, w.schema, w.taken = wantRecordField, outer.Want, outer.schema, Heads(list)
		w.record, _ = outer.typ.(*types.Record)
		return w
	}
	if outer.Want == WantValue {
		return wish{}
	}
	return operandAt(p, s, outer, list, index)
}

// operandAt says what belongs into the application of an operator.
func operandAt(p cursor.Place, s Scope, outer wish, list *cursor.Form, index int) wish {
	op := ops.Lookup(list.Head())
	operand, ok := op.Operand(index - 1)
	if !ok {
		return wish{}
	}
	w := wish{Want: WantExpr, next: outer.next}
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
		return wish{Want: wantLocal, typ: outer.typ}
	case ops.VarName:
		return wish{Want: wantVar, typ: outer.typ}
	case ops.FieldName:
		r, _ := s.typeOf(list.Item(1)).(*types.Record)
		return wish{Want: wantField, typ: outer.typ, record: r}
	case ops.Structure:
		w.typ = anyRecord
	case ops.SetValue:
		w.typ = anyArray
		if t := s.typeOf(list.Item(2)); t != nil {
			w.typ = &types.Array{Elem: t}
		}
		if op.Info().Result == ops.SetValue && outer.typ != nil {
			w.typ = outer.typ
		}
	case ops.Member:
		if a, ok := s.typeOf(list.Item(1)).(*types.Array); ok {
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
func (s Scope) companion(list *cursor.Form, index int) types.Type {
	for i, g := range list.Items {
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
func typeWritten(f *cursor.Form) types.Type {
	if f == nil {
		return nil
	}
	if f.Kind == syntax.Ident {
		for _, t := range []types.Basic{types.Bool, types.Int, types.Real, types.String} {
			if t.String() == f.Text {
				return t
			}
		}
		return nil
	}
	switch f.Head() {
	case "Enum":
		e := &types.Enum{}
		for _, g := range f.Items[1:] {
			if text, err := types.Unquote(g.Text); err == nil {
				e.Names = append(e.Names, text)
			}
		}
		return e
	case "Array":
		if t := typeWritten(f.Item(1)); t != nil {
			return &types.Array{Elem: t}
		}
	case "Record":
		r := &types.Record{}
		for _, g := range f.Items[1:] {
			if t := typeWritten(g.Item(1)); t != nil && g.Word(0) != "" {
				r.Fields = append(r.Fields, types.Field{Name: g.Word(0), Type: t})
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
