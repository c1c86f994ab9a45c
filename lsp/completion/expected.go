package completion

import (
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/lsp/cursor"
)

// A kind is what is expected at a place of a file.
type kind int

// The kinds. What is free to choose, as a new name, is expectNothing.
const (
	expectNothing     kind = iota
	ExpectTop              // a form of the file
	ExpectClause           // of a model
	ExpectPart             // of a case
	ExpectSection          // of a transition
	expectNewTool          // a tool, to be given a transition
	expectBind             // (PARAM LOCAL)
	expectParam            // the PARAM of it
	expectLocalName        // the LOCAL of it
	ExpectType             // a type
	expectFieldType        // (FIELD TYPE) of a record type
	ExpectExpr             // an expression
	expectLocal            // the operand of param
	expectVar              // the operand of next
	expectField            // a field of a record
	expectRecordField      // (FIELD VALUE) of a record
	expectEntry            // (KEY VALUE) of a map
	ExpectValue            // a value: a literal
	expectInit             // (VAR VALUE)
	expectInitVar          // the VAR of it
	expectCheck            // (NAME FORM)
	ExpectForm             // a form of a check
	expectTool             // a tool
	expectPin              // (ARGUMENT VALUE)
	expectPinName          // the ARGUMENT of it
	expectModel            // the name of a model file
	expectResult           // (PATH LOCAL [TYPE])
	expectAnswer           // (PATH TEST)
	expectPath             // the PATH of one of them
	expectResultLocal      // the operand of result
	expectSeen             // the operand of seen
	expectBinder           // (NAME COLLECTION)
	expectZip              // (zip LIST LIST), of a binder
	expectLocals           // the locals of a definition
	expectOwner            // who calls a tool, or whose calls are meant
	expectRule             // a rule of a suite
	expectCommon           // the checks of all cases
)

// An expectation is what is expected at a place, with what is known about it.
type expectation struct {
	What   kind
	typ    types.Type      // of an expression or value; nil if any type is allowed
	schema *tool.Schema    // of a value, nil where there is none
	tool   string          // whose argument it is
	record *types.Record   // whose field it is
	values kind            // what the fields of a record hold
	forms  []forms.Form    // that a check, or an operand of one, may be
	groups bool            // it may be the name of a group
	tests  bool            // of a value, that it may be a test
	keysOf string          // of a key, the map
	list   *cursor.Form    // the form around it
	next   bool            // (next …) is allowed in it
	taken  map[string]bool // names that are there already
}

// ExpectedAt says what is expected in a list at an index; list is nil directly in a
// container. At the head of a list that is what the list itself is expected to
// be.
func ExpectedAt(p cursor.Place, s Scope, list *cursor.Form, index int) expectation {
	if list == nil {
		return inContainer(p)
	}
	w := inList(p, s, list, index)
	w.list = list
	return w
}

func inContainer(p cursor.Place) expectation {
	switch p.Container {
	case "model":
		return expectation{What: ExpectClause}
	case "case":
		return expectation{What: ExpectPart}
	}
	return expectation{What: ExpectTop}
}

// inList says what is expected in a list by its head.
func inList(p cursor.Place, s Scope, list *cursor.Form, index int) expectation {
	// What a list may hold depends on what the list itself is, so the outer lists are classified first.
	outer := ExpectedAt(p, s, list.Parent, list.Index)
	if index == 0 {
		return headExpectation(outer)
	}
	switch outer.What {
	case ExpectTop, ExpectClause, ExpectPart, ExpectSection, expectCommon:
		return inUnit(p, s, outer, list, index)
	case expectBind:
		return pick(index == 1, expectation{What: expectLocalName, tool: outer.tool})
	case expectResult:
		// A result bind has an optional type after its local name.
		if index == 2 {
			return expectation{What: ExpectType}
		}
		return pick(index == 1, expectation{What: expectLocalName, tool: outer.tool})
	case expectBinder:
		return inBinder(list, index)
	case expectZip:
		return expectation{What: ExpectExpr, typ: anyArray}
	case expectLocals:
		// Each local of a definition is a pair (NAME TYPE), as a field of a record type is.
		return expectation{What: expectFieldType}
	case expectAnswer:
		return testedBy(s.Answer(outer.tool), list.Word(0))
	case ExpectType:
		return inType(list, index)
	case expectFieldType:
		return pick(index == 1, expectation{What: ExpectType})
	case ExpectExpr, ExpectValue:
		return inExpr(p, s, outer, list, index)
	case expectRecordField:
		return outer.valueOf(list.Word(0), index)
	case expectEntry:
		return outer.entryPart(index)
	case expectInit:
		w := expectation{What: ExpectValue}
		if v := s.model().Var(list.Word(0)); v != nil {
			w.typ = known(v.Type)
		}
		return pick(index == 1, w)
	case expectCheck:
		return pick(index == 1, expectation{What: ExpectForm, forms: forms.All()})
	case ExpectForm:
		return inForm(outer, list, index)
	case expectPin:
		return testedBy(s.Parameters(outer.tool), list.Word(0))
	}
	return expectation{}
}

// pick returns an expectation if it is that of the place.
func pick(here bool, w expectation) expectation {
	if !here {
		return expectation{}
	}
	return w
}

// headExpectation says what is expected at the head of a list that is expected to be
// something: a keyword, or a name.
func headExpectation(outer expectation) expectation {
	switch outer.What {
	case expectBind:
		outer.What = expectParam
	case expectInit:
		outer.What = expectInitVar
	case expectPin:
		outer.What = expectPinName
	case expectRecordField:
		outer.What = expectField
	case expectEntry:
		return outer.entryPart(0)
	case expectResult, expectAnswer:
		outer.What = expectPath
	case expectLocals:
		return expectation{What: expectFieldType}
	case expectCheck, expectFieldType, expectBinder:
		// The head is a new name, which cannot be proposed.
		return expectation{}
	}
	return outer
}

// inUnit says what is expected in a clause, a part of a case or a section.
func inUnit(p cursor.Place, s Scope, outer expectation, list *cursor.Form, index int) expectation {
	// `(by WHO)` names the owner of a transition.
	if keywords.Lookup(list.Head()) == keywords.By {
		return pick(index == 1, expectation{What: expectOwner})
	}
	switch list.Head() {
	case "use":
		return pick(index == 1, expectation{What: expectModel})
	case "var":
		return pick(index == 2, expectation{What: ExpectType})
	case "const":
		// The value comes after the type, so the type that is typed already limits the value.
		if index == 3 {
			return expectation{What: ExpectValue, typ: s.typeWritten(list.Item(2))}
		}
		return pick(index == 2, expectation{What: ExpectType})
	case "transition":
		if index == 1 {
			return expectation{What: expectNewTool}
		}
		return expectation{What: ExpectSection}
	case "params":
		// The tool is the word after the head of the enclosing transition.
		return expectation{What: expectBind, tool: list.Parent.Word(1), taken: Heads(list)}
	case "results":
		return expectation{What: expectResult, tool: list.Parent.Word(1), taken: Heads(list)}
	case "define":
		return inDefinition(p, index)
	case "common":
		return pick(index == 1, expectation{What: expectCommon})
	case "rules":
		return expectation{What: expectRule}
	case "pre", "goal":
		return expectation{What: ExpectExpr, typ: types.Bool}
	case "post":
		return expectation{What: ExpectExpr, typ: types.Bool, next: true}
	case "init":
		return expectation{What: expectInit, taken: Heads(list)}
	case "checks":
		return expectation{What: expectCheck, taken: Heads(list)}
	}
	return expectation{}
}

// inDefinition says what is expected in a definition of a model, or in a group.
func inDefinition(p cursor.Place, index int) expectation {
	switch {
	case p.Container != keywords.Model.String():
		// A group of a suite is allowed wherever a target is. The first operand of `follows` is one.
		operand, _ := forms.Follows.Operand(0)
		return pick(index == 2, expectation{What: ExpectForm, forms: operand.Accepts, groups: operand.Group})
	case index == 2:
		return expectation{What: expectLocals}
	}
	return pick(index == 3, expectation{What: ExpectExpr})
}

// inBinder says what is expected in the binder of a quantifier.
func inBinder(list *cursor.Form, index int) expectation {
	// Two names in parentheses are bound in pairs, over a zip.
	if first := list.Item(0); first != nil && first.Kind == syntax.LParen {
		return pick(index == 1, expectation{What: expectZip})
	}
	return pick(index == 1, expectation{What: ExpectExpr, typ: anyArray})
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

func inType(list *cursor.Form, index int) expectation {
	switch list.Head() {
	case "Array":
		return pick(index == 1, expectation{What: ExpectType})
	case "Record":
		return expectation{What: expectFieldType}
	case "Map":
		return pick(index <= 2, expectation{What: ExpectType})
	}
	return expectation{}
}

// inForm says what is expected in a form of a check.
func inForm(outer expectation, list *cursor.Form, index int) expectation {
	form := forms.Lookup(list.Head())
	// Operands count from 0; item 0 of the list is the head.
	operand, ok := form.Operand(index - 1)
	switch {
	case !ok:
		return expectation{}
	case operand.Role == forms.Tool:
		return expectation{What: expectTool}
	case operand.Role == forms.Pin:
		return expectation{What: expectPin, tool: list.Word(1), taken: Heads(list)}
	case operand.Role == forms.Path:
		return expectation{What: expectAnswer, tool: CalledIn(list.Item(1)), taken: Heads(list)}
	case operand.Role == forms.Who:
		return expectation{What: expectOwner, groups: true}
	case len(operand.Accepts) == 0:
		return expectation{}
	case form.Shape() == forms.Combination:
		// An operand of `and` or `or` may be what the combination itself may be.
		return expectation{What: ExpectForm, forms: outer.forms, groups: outer.groups}
	}
	return expectation{What: ExpectForm, forms: operand.Accepts, groups: operand.Group}
}

// CalledIn returns the tool of a pattern, with or without `by`.
func CalledIn(f *cursor.Form) string {
	if forms.Lookup(f.Head()) == forms.By {
		f = f.Item(2)
	}
	return f.Word(1)
}

// testedBy returns the expectation for what one of some parameters, or of some parts of an
// answer, is tested by in a check.
func testedBy(list []Parameter, name string) expectation {
	// An unknown name still gets the tests, without a type.
	w := expectation{What: ExpectValue, tests: true}
	for _, p := range list {
		if p.Name == name {
			w.typ = p.typ
			if p.Schema != nil {
				w.schema = p.Schema.Schema
			}
		}
	}
	return w
}

// inTest returns the expectation for the values in a test.
func (w expectation) inTest(test forms.Test) expectation {
	v := expectation{What: ExpectValue, typ: w.typ, schema: w.schema}
	switch test.Info().Of {
	case forms.OfNumber:
		v.typ, v.schema = types.Real, nil
	case forms.OfPattern:
		v.typ, v.schema = types.String, nil
	}
	if a, ok := w.typ.(*types.Array); ok && test == forms.TestContains {
		v.typ, v.schema = known(a.Elem), nil
	}
	return v
}

// valueOf returns the expectation for the value of a field.
func (w expectation) valueOf(name string, index int) expectation {
	if index != 1 {
		return expectation{}
	}
	v := expectation{What: w.values, next: w.next}
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

// entryPart returns the expectation for the key or the value of an entry of a map.
func (w expectation) entryPart(index int) expectation {
	v := expectation{What: w.values, next: w.next}
	if m, ok := w.typ.(*types.Map); ok {
		// Index 0 is the key and 1 the value. A larger index is discarded below.
		v.typ = known([]types.Type{m.Key, m.Value}[min(index, 1)])
	}
	return pick(index <= 1, v)
}

// inExpr says what is expected in an expression or a value by its operator.
func inExpr(p cursor.Place, s Scope, outer expectation, list *cursor.Form, index int) expectation {
	w := expectation{What: outer.What, next: outer.next}
	// Tests come before operators, because `contains` and `like` are both.
	if test := forms.LookupTest(list.Head()); outer.tests && test != forms.NoTest {
		return outer.inTest(test)
	}
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
		// The fields keep the kind of the record: literals in a value, expressions in an expression.
		w.What, w.values, w.schema, w.taken = expectRecordField, outer.What, outer.schema, Heads(list)
		w.record, _ = outer.typ.(*types.Record)
		return w
	case ops.Map:
		return expectation{What: expectEntry, values: outer.What, typ: outer.typ, next: outer.next}
	}
	// A literal value has no other lists than arrays, records and maps.
	if outer.What == ExpectValue {
		return expectation{}
	}
	return operandAt(s, outer, list, index)
}

// operandAt says what is expected in the application of an operator.
func operandAt(s Scope, outer expectation, list *cursor.Form, index int) expectation {
	op := ops.Lookup(list.Head())
	operand, ok := op.Operand(index - 1)
	w := expectation{What: ExpectExpr, next: outer.next}
	if op == ops.Seen {
		return expectation{What: expectSeen}
	}
	// A head that is no operator may be a definition of the model.
	if op == ops.None {
		w.typ, ok = s.operandType(list.Head(), index)
	}
	if !ok {
		return expectation{}
	}
	switch operand.Role {
	case ops.Truth:
		w.typ = types.Bool
		w.next = outer.next && (op != ops.Implies && op != ops.If || index == 2) // a guard is about the state before
	case ops.Branch:
		w.typ = outer.typ
	case ops.Comparand:
		// Both sides of a comparison have one type: take it from an operand that is written already.
		w.typ = s.companion(list, index)
	case ops.Number:
		// Real accepts Int operands as well. Only an Int context rules Reals out.
		w.typ = types.Real
		if op.Info().Result == ops.Number && outer.typ == types.Int {
			w.typ = types.Int
		}
	case ops.String:
		w.typ = types.String
	case ops.Structure:
		w.typ = anyRecord
	case ops.Pattern, ops.LocalName, ops.Binding, ops.VarName, ops.FieldName:
		return nameAt(s, outer, list, op, operand.Role)
	case ops.ListValue, ops.Measured, ops.SetValue, ops.MapValue:
		w.typ = collectionAt(s, outer, list, op, operand.Role)
	case ops.Member, ops.Key, ops.Entry:
		w.typ = s.elementType(list, operand.Role)
		if _, isMap := s.typeOf(list.Item(1)).(*types.Map); isMap && operand.Role == ops.Key {
			w.keysOf = list.Word(1)
		}
	}
	return w
}

// nameAt says what is expected where an operator takes no expression, but most often a name.
func nameAt(s Scope, outer expectation, list *cursor.Form, op ops.Op, role ops.Role) expectation {
	switch role {
	case ops.LocalName:
		if op == ops.Result {
			return expectation{What: expectResultLocal, typ: outer.typ}
		}
		return expectation{What: expectLocal, typ: outer.typ}
	case ops.Binding:
		return expectation{What: expectBinder}
	case ops.VarName:
		return expectation{What: expectVar, typ: outer.typ}
	case ops.FieldName:
		r, _ := s.typeOf(list.Item(1)).(*types.Record)
		return expectation{What: expectField, typ: outer.typ, record: r}
	}
	return expectation{}
}

// collectionAt returns the type that is expected of a list, set or map that an operator
// takes; nil if it may be of several kinds.
func collectionAt(s Scope, outer expectation, list *cursor.Form, op ops.Op, role ops.Role) types.Type {
	// These return the type of their operand, as insert does, so the context decides.
	keeps := (role == ops.SetValue || role == ops.MapValue) && op.Info().Result == role
	switch {
	case keeps && outer.typ != nil:
		return outer.typ
	case role == ops.MapValue:
		return anyMap
	case role == ops.Measured && s.hasMaps():
		return nil
	case role == ops.SetValue:
		// The member that follows the set tells the type of the set, unless the set may be a map.
		if t := s.typeOf(list.Item(2)); t != nil && !s.hasMaps() {
			return &types.Array{Elem: t}
		}
		if s.hasMaps() && op != ops.Insert {
			return nil
		}
	}
	return anyArray
}

// elementType returns the type of a member, key or entry of the collection that an operator
// takes first; nil if it is not known.
func (s Scope) elementType(list *cursor.Form, role ops.Role) types.Type {
	switch c := s.typeOf(list.Item(1)).(type) {
	case *types.Array:
		if role == ops.Member {
			return known(c.Elem)
		}
	case *types.Map:
		if role == ops.Entry {
			return known(c.Value)
		}
		return known(c.Key)
	}
	return nil
}

// operandType returns the type of an operand of a definition; it is nil if the
// definition has faults. It reports false if there is no such operand.
func (s Scope) operandType(name string, index int) (types.Type, bool) {
	d := s.model().Definition(name)
	if d == nil || index < 1 || index > len(d.Locals) {
		return nil, false
	}
	return known(d.Locals[index-1].Type), true
}

// anyRecord, anyArray and anyMap are expected where every record, array or map would do.
var (
	anyRecord = &types.Record{}
	anyArray  = &types.Array{Elem: types.Invalid}
	anyMap    = &types.Map{Key: types.Invalid, Value: types.Invalid}
)

// companion returns the type of the other operands of an equality.
func (s Scope) companion(list *cursor.Form, index int) types.Type {
	tried := make(map[string]bool) // the texts of operands that have no type
	// Item 0 is the operator, and the item at index is the operand being completed.
	for i, g := range list.Items {
		if i == 0 || i == index || g == nil || tried[s.text(g)] {
			continue
		}
		tried[s.text(g)] = true
		if t := s.typeOf(g); t != nil {
			return t
		}
	}
	return nil
}

// fits reports whether a value of a type is allowed where another is expected;
// nil is any type.
func fits(got, want types.Type) bool {
	if got == nil || want == nil {
		return true
	}
	switch want {
	case types.Type(anyRecord):
		// The three placeholders are compared by identity: their own elements mean nothing.
		_, ok := got.(*types.Record)
		return ok
	case types.Type(anyArray):
		_, ok := got.(*types.Array)
		return ok
	case types.Type(anyMap):
		_, ok := got.(*types.Map)
		return ok
	case types.Real:
		return types.IsNumber(got)
	}
	return types.Identical(got, want)
}
