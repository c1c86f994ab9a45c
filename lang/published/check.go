package published

// Form is a row of the table of check forms.
type Form struct {
	Atom     *Atom     `parser:"  @@"`
	Or       *Or       `parser:"| @@"`
	After    *After    `parser:"| @@"`
	Before   *Before   `parser:"| @@"`
	Follows  *Follows  `parser:"| @@"`
	Precedes *Precedes `parser:"| @@"`
}

// Atom is atom(A): enforce a call or no-call atom.
type Atom struct {
	Call   *Call   `parser:"  @@"`
	NoCall *NoCall `parser:"| @@"`
}

// Call is a required call: a tool and a concrete partial argument map.
type Call struct {
	Tool string `parser:"'(' 'call' @Ident"`
	Args []*Arg `parser:"@@* ')'"`
}

// NoCall is a forbidden call.
type NoCall struct {
	Tool string `parser:"'(' 'no_call' @Ident"`
	Args []*Arg `parser:"@@* ')'"`
}

// Or is or(A, B): recursive disjunction over atoms or nested disjunctions.
type Or struct {
	Operands []*Disjunct `parser:"'(' 'or' @@+ ')'"`
}

// Disjunct is an operand of or.
type Disjunct struct {
	Atom *Atom `parser:"  @@"`
	Or   *Or   `parser:"| @@"`
}

// After is after(A, anchor): if A occurs, it must occur after an anchor call.
type After struct {
	Target *Atom `parser:"'(' 'after' @@"`
	Anchor *Call `parser:"@@ ')'"`
}

// Before is before(A, anchor): if A occurs, it must occur before an anchor call.
type Before struct {
	Target *Atom `parser:"'(' 'before' @@"`
	Anchor *Call `parser:"@@ ')'"`
}

// Follows is follows(call, anchor): both occur, and the first follows the anchor.
type Follows struct {
	Target *Call `parser:"'(' 'follows' @@"`
	Anchor *Call `parser:"@@ ')'"`
}

// Precedes is precedes(call, anchor): both occur, and the first precedes the anchor.
type Precedes struct {
	Target *Call `parser:"'(' 'precedes' @@"`
	Anchor *Call `parser:"@@ ')'"`
}
