package ast

import (
	"sort"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/types"
)

// A Range is the place of a node or token in its fragment, in bytes. A node
// that is a list starts with its opening and ends with its closing
// parenthesis.
type Range struct{ Start, End int }

// Pos returns the range itself; nodes embed it.
func (r Range) Pos() Range { return r }

// A Node is any part of a tree that has a place.
type Node interface{ Pos() Range }

// An Ident is a name where it is written.
type Ident struct {
	Range
	Name string
}

// Headed is the start of a list that begins with a keyword; nodes embed it.
type Headed struct {
	Range
	Keyword *Ident
}

func (h Headed) head() *Ident { return h.Keyword }

// headed are the nodes that embed Headed.
type headed interface{ head() *Ident }

// A Unit is a node that was read from a fragment of its own.
type Unit struct {
	Fragment *syntax.Fragment
	Node     Node // *Const, *Var, *Definition, *Transition, *Use, *Define, *Common, *Rules, *CaseName, *Prompt, *Init, *Checks, *Block (a goal), or *Bad

	// Faults are the violations of the grammar in this unit, positioned in
	// the fragment. The fragment's own faults, of characters and
	// parentheses, are in syntax.Tree.Faults.
	Faults []diag.Diagnostic

	Seen []*SeenExpr // the uses of (seen …) in it

	bracketed bool   // it has brackets in place of parentheses
	place     string // the container that the unit was read for
	orphan    string // the container that it should be in, if it is in none
}

// Span returns the span of a node of the unit, in its fragment.
func (u *Unit) Span(n Node) source.Span {
	r := n.Pos()
	return u.Fragment.Source.Span(r.Start, r.End)
}

// Text returns the source text of a node of the unit.
func (u *Unit) Text(n Node) string { return u.Span(n).Text() }

// Broken reports whether the unit has faults of any kind, so that what its
// node lacks may be there and unread.
func (u *Unit) Broken() bool { return len(u.Faults) > 0 || u.Fragment.Broken() }

// A File is a file of either language, or of both mixed, which is an error
// of its own.
type File struct {
	Tree   *syntax.Tree
	Kind   Kind
	Models []*Model // one, in a file without errors
	Uses   []*Unit  // of *Use; at most one, in a file without errors
	Cases  []*Case

	Defines []*Unit // of *Define
	Common  *Unit   // of *Common, or nil; the first one
	Rules   *Unit   // of *Rules, or nil; the first one

	// Faults are all violations of lexis and grammar in the file, with
	// positions in the file, in no particular order.
	Faults []diag.Diagnostic

	first *Unit   // the first form of a suite that is no `use`
	units []*Unit // by piece of the tree; nil for gaps and closings
}

// A Kind is one of the two languages.
type Kind int

const (
	ModelFile  Kind = iota // *.wm
	ChecksFile             // *.checks
)

// A Model is the form (model CLAUSE…).
type Model struct {
	Header  *Unit   // a *Bad that spans "(model"
	Clauses []*Unit // in the order of the file
}

// A Case is the form (case NAME PART…). A part that occurs twice is there
// as it occurs first.
type Case struct {
	Header *Unit // of a *CaseName
	Parts  []*Unit

	Prompt, Init, Checks, Goal *Unit // among Parts, or nil
}

// Name returns the name of the case, or nil where it lacks one.
func (c *Case) Name() *Ident { return c.Header.Node.(*CaseName).Name }

// The clauses of models.
type (
	// Const is (const NAME TYPE VALUE).
	Const struct {
		Headed
		Name  *Ident
		Type  Type
		Value Expr
	}
	// Var is (var NAME TYPE).
	Var struct {
		Headed
		Name *Ident
		Type Type
	}
	// Definition is (define NAME ((LOCAL TYPE)…) EXPR).
	Definition struct {
		Headed
		Name   *Ident
		Locals *Locals // nil where missing
		Body   Expr
	}
	// Locals is ((LOCAL TYPE)…).
	Locals struct {
		Range
		List []*Local
	}
	// Local is (LOCAL TYPE).
	Local struct {
		Range
		Name *Ident
		Type Type
	}
	// Transition is (transition TOOL (params …) (results …) (pre …) (post …)).
	// A section that is missing is nil; `results` may be.
	Transition struct {
		Headed
		Tool    *Ident
		By      *By // nil where nothing says who calls the tool
		Params  *Params
		Results *Results
		Partial bool // a part could not be read, which may bind arguments or results
		Pre     *Block
		Post    *Block
	}
	// Params is (params (PARAM LOCAL)…).
	Params struct {
		Headed
		Binds []*Bind
	}
	// Bind is (PARAM LOCAL): the tool's parameter and the name that the
	// transition gives it.
	Bind struct {
		Range
		Param, Local *Ident
	}
	// Results is (results (PATH LOCAL [TYPE])…).
	Results struct {
		Headed
		Binds []*ResultBind
	}
	// ResultBind is (PATH LOCAL) or (PATH LOCAL TYPE): a part of the tool's
	// answer, and the name that the transition gives it.
	ResultBind struct {
		Range
		Path  Node // *Ident, or the *Literal of a JSON Pointer
		Local *Ident
		Type  Type // nil where it is left out
	}
	// Block is (pre EXPR…), (post EXPR…) or (goal EXPR…).
	Block struct {
		Headed
		Exprs []Expr
	}
)

// The forms and parts of suites.
type (
	// Use is (use "PATH").
	Use struct {
		Headed
		Path *Literal
	}
	// Define is (define NAME FORM): a group of patterns.
	Define struct {
		Headed
		Name *Ident
		Form CheckForm // as the target of an ordering form; nil where missing
	}
	// Common is (common (checks …)).
	Common struct {
		Headed
		Checks *Checks // nil where missing
	}
	// Rules is (rules NAME…).
	Rules struct {
		Headed
		Names []*Ident
	}
	// CaseName is the opening of a case, (case NAME.
	CaseName struct {
		Headed
		Name *Ident
	}
	// Prompt is (prompt "TEXT").
	Prompt struct {
		Headed
		Text *Literal
	}
	// Init is (init (NAME VALUE)…).
	Init struct {
		Headed
		Entries []*Pin
	}
	// Checks is (checks (NAME FORM)…).
	Checks struct {
		Headed
		Checks []*Check
	}
	// Check is (NAME FORM).
	Check struct {
		Range
		Name *Ident
		Form CheckForm
	}
	// Pin is (NAME VALUE): a pinned argument, an initial value, or a field of
	// a record. A pinned argument may have tests in place of the value.
	Pin struct {
		Range
		Name  *Ident
		Value Expr
		Tests []*Test
	}
)

// A Type is a type expression: *BasicType, *EnumType, *RecordType,
// *ArrayType, *MapType or *Bad.
type Type interface {
	Node
	typeExpr()
}

type (
	// BasicType is Bool, Int, Real or String.
	BasicType struct {
		Range
		Type types.Basic
	}
	// EnumType is (Enum "NAME"…).
	EnumType struct {
		Headed
		Names []*Literal
	}
	// RecordType is (Record (NAME TYPE)…).
	RecordType struct {
		Headed
		Fields []*FieldType
	}
	// FieldType is (NAME TYPE).
	FieldType struct {
		Range
		Name *Ident
		Type Type
	}
	// ArrayType is (Array TYPE).
	ArrayType struct {
		Headed
		Elem Type
	}
	// MapType is (Map KEY VALUE).
	MapType struct {
		Headed
		Key, Value Type
	}
)

func (*BasicType) typeExpr()  {}
func (*EnumType) typeExpr()   {}
func (*RecordType) typeExpr() {}
func (*ArrayType) typeExpr()  {}
func (*MapType) typeExpr()    {}
func (*Bad) typeExpr()        {}

// An Expr is an expression of a model, or a value of a suite. A value is an
// expression of literals alone: *Literal, *ArrayLit, *RecordLit, *MapLit.
type Expr interface {
	Node
	expr()
}

type (
	// Ref is a bare identifier: a state variable, a constant, a definition
	// without locals, or, in a definition, a local.
	Ref struct {
		Range
		Name string
	}
	// Literal is a string, a number, true, false or null.
	Literal struct {
		Range
		Value types.Value
		Real  bool // a number written with a fraction or an exponent
	}
	// ParamRef is (param LOCAL).
	ParamRef struct {
		Headed
		Local *Ident
	}
	// NextRef is (next VAR).
	NextRef struct {
		Headed
		Var *Ident
	}
	// ResultRef is (result LOCAL).
	ResultRef struct {
		Headed
		Local *Ident
	}
	// SeenExpr is (seen VARIABLE): whether an earlier answer gave the value of a
	// state variable, or of a field of one.
	SeenExpr struct {
		Headed
		Of Expr
	}
	// FieldExpr is (field RECORD NAME).
	FieldExpr struct {
		Headed
		Record Expr
		Field  *Ident
	}
	// Contains is (contains ARRAY ELEM).
	Contains struct {
		Headed
		Array, Elem Expr
	}
	// SetOp is (insert ARRAY ELEM) or (remove ARRAY ELEM).
	SetOp struct {
		Headed
		Op          ops.Op
		Array, Elem Expr
	}
	// Op is the application of an operator; `get` and `put` are among them.
	Op struct {
		Headed
		Op   ops.Op
		Args []Expr
	}
	// Apply is (NAME EXPR…), where NAME is no operator: the application of a
	// definition, if there is one of this name.
	Apply struct {
		Range
		Head *Ident
		Args []Expr

		operands []Range // as they are written
		inside   bool    // it is an operand of a comparison or of arithmetic
	}
	// ArrayLit is (array VALUE…).
	ArrayLit struct {
		Headed
		Elems []Expr
	}
	// RecordLit is (record (NAME VALUE)…).
	RecordLit struct {
		Headed
		Fields []*Pin
	}
	// MapLit is (map (KEY VALUE)… [open]).
	MapLit struct {
		Headed
		Entries []*MapEntry
		Open    *Ident // the word `open`, or nil
	}
	// MapEntry is (KEY VALUE) in a map.
	MapEntry struct {
		Range
		Key, Value Expr
	}
	// Bad is what could not be read as what its place wants.
	Bad struct{ Range }
)

func (*Ref) expr()       {}
func (*Literal) expr()   {}
func (*ParamRef) expr()  {}
func (*NextRef) expr()   {}
func (*ResultRef) expr() {}
func (*SeenExpr) expr()  {}
func (*FieldExpr) expr() {}
func (*Contains) expr()  {}
func (*SetOp) expr()     {}
func (*Op) expr()        {}
func (*Apply) expr()     {}
func (*ArrayLit) expr()  {}
func (*RecordLit) expr() {}
func (*MapLit) expr()    {}
func (*Bad) expr()       {}

// Compact returns the source of a node on one line, with single spaces and
// without comments. Two nodes with the same compact source mean the same in
// the same place.
func (u *Unit) Compact(n Node) string {
	r := n.Pos()
	tokens := u.Fragment.Tokens
	i := sort.Search(len(tokens), func(i int) bool { return tokens[i].Start >= r.Start })
	var b strings.Builder
	for ; i < len(tokens) && tokens[i].Start < r.End; i++ {
		t := tokens[i]
		if t.Kind.IsTrivia() {
			continue
		}
		if s := b.String(); s != "" && !strings.HasSuffix(s, "(") && t.Kind != syntax.RParen {
			b.WriteByte(' ')
		}
		b.WriteString(u.Fragment.Text(t.Start, t.End))
	}
	return b.String()
}
