package published

// The paper describes cases, initial states and argument maps, and gives no
// notation for them. This is ours: a file that strict grammar accepts can be
// translated to any other one.

// Suite is a file of cases.
type Suite struct {
	Use   string  `parser:"('(' 'use' @String ')')?"`
	Cases []*Case `parser:"@@*"`
}

// Case is a scenario: a prompt, an initial state, and checks.
type Case struct {
	Name  string  `parser:"'(' 'case' @Ident"`
	Parts []*Part `parser:"@@* ')'"`
}

// Part is a part of a case.
type Part struct {
	Prompt string   `parser:"  '(' 'prompt' @String ')'"`
	Init   *Init    `parser:"| @@"`
	Checks []*Check `parser:"| '(' 'checks' @@+ ')'"`
}

// Init is an initial state.
type Init struct {
	Values []*Arg `parser:"'(' 'init' @@* ')'"`
}

// Check is a check and its name.
type Check struct {
	Name string `parser:"'(' @Ident"`
	Form *Form  `parser:"@@ ')'"`
}

// Arg is a name with its value: an argument, an initial value, a field.
type Arg struct {
	Name  string `parser:"'(' @Ident"`
	Value *Value `parser:"@@ ')'"`
}

// Value is a value of JSON.
type Value struct {
	Plain  string  `parser:"  @(Int | Real | String | 'true' | 'false' | 'null')"`
	Array  *Array  `parser:"| @@"`
	Record *Record `parser:"| @@"`
}

// Array is an array of JSON.
type Array struct {
	Values []*Value `parser:"'(' 'array' @@* ')'"`
}

// Record is an object of JSON.
type Record struct {
	Fields []*Arg `parser:"'(' 'record' @@* ')'"`
}
