package published

// Model ::= '(' 'model' clause* ')'
type Model struct {
	Clauses []*Clause `parser:"'(' 'model' @@* ')'"`
}

// Clause ::= const | state-var | transition
type Clause struct {
	Const      *Const      `parser:"  @@"`
	StateVar   *StateVar   `parser:"| @@"`
	Transition *Transition `parser:"| @@"`
}

// Const ::= '(' 'const' IDENT type-expr value ')'
type Const struct {
	Name  string    `parser:"'(' 'const' @Ident"`
	Type  *TypeExpr `parser:"@@"`
	Value *Literal  `parser:"@@ ')'"`
}

// StateVar ::= '(' 'var' IDENT type-expr ')'
type StateVar struct {
	Name string    `parser:"'(' 'var' @Ident"`
	Type *TypeExpr `parser:"@@ ')'"`
}

// TypeExpr ::= 'Int' | 'Real' | 'Bool' | 'String' | '(' 'Enum' STRING+ ')'
// | '(' 'Record' field+ ')' | '(' 'Array' type-expr ')'
type TypeExpr struct {
	Basic  string    `parser:"  @('Int' | 'Real' | 'Bool' | 'String')"`
	Enum   []string  `parser:"| '(' 'Enum' @String+ ')'"`
	Record []*Field  `parser:"| '(' 'Record' @@+ ')'"`
	Array  *TypeExpr `parser:"| '(' 'Array' @@ ')'"`
}

// Field ::= '(' IDENT type-expr ')'
type Field struct {
	Name string    `parser:"'(' @Ident"`
	Type *TypeExpr `parser:"@@ ')'"`
}

// Transition ::= '(' 'transition' IDENT '(' 'params' param-bind* ')'
// '(' 'pre' expr* ')' '(' 'post' expr* ')' ')'
type Transition struct {
	Tool   string       `parser:"'(' 'transition' @Ident"`
	Params []*ParamBind `parser:"'(' 'params' @@* ')'"`
	Pre    []*Expr      `parser:"'(' 'pre' @@* ')'"`
	Post   []*Expr      `parser:"'(' 'post' @@* ')' ')'"`
}

// ParamBind ::= '(' IDENT IDENT ')' ; (tool_param_name local_name)
type ParamBind struct {
	Tool  string `parser:"'(' @Ident"`
	Local string `parser:"@Ident ')'"`
}

// Expr ::= IDENT | LITERAL | '(' 'param' IDENT ')' | '(' 'next' IDENT ')'
// | '(' 'field' expr IDENT ')' | '(' 'contains' expr expr ')' | '(' op expr+ ')'
//
// The literals come first, since `true` is an identifier to the lexer.
type Expr struct {
	Literal *Literal `parser:"  @@"`
	Var     string   `parser:"| @Ident"`                 // state-var or constant
	Param   string   `parser:"| '(' 'param' @Ident ')'"` // tool argument
	Next    string   `parser:"| '(' 'next' @Ident ')'"`  // post-state value
	Record  *Expr    `parser:"| '(' 'field' @@"`         // record field access
	Field   string   `parser:"  @Ident ')'"`
	Array   *Expr    `parser:"| '(' 'contains' @@"` // array membership
	Element *Expr    `parser:"  @@ ')'"`
	Op      string   `parser:"| '(' @('+' | '-' | '*' | '/' | '=' | '<' | '<=' | '>' | '>=' | 'and' | 'or' | 'not' | '=>')"`
	Args    []*Expr  `parser:"  @@+ ')'"`
}

// Literal is LITERAL, and the value of a constant: the paper says of it
// "primitive literal (Int/Real/Bool/String)".
type Literal struct {
	Text string `parser:"@(Int | Real | String | 'true' | 'false')"`
}
