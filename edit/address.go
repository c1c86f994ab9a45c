package edit

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Kind is what sort of thing an address names.
type Kind int

// The kinds. Those with a content of their own (a type, a value, a form) are
// added and removed as a whole, and have the content replaced.
const (
	noKind      Kind = iota
	Const            // const/NAME
	ConstType        // const/NAME/type
	ConstValue       // const/NAME/value
	Var              // var/NAME
	VarType          // var/NAME/type
	EnumName         // var/NAME/enum/VALUE, var/NAME/field/F/enum/VALUE, var/NAME/elem/enum/VALUE, and with key or value for elem; the same below const
	Transition       // transition/TOOL
	Param            // transition/TOOL/param/PARAMETER
	ResultPart       // transition/TOOL/result/PATH; a path in quotes is as it is written, with them
	ResultType       // transition/TOOL/result/PATH/type
	Owner            // transition/TOOL/by
	Pre              // transition/TOOL/pre/INDEX; without the index where a clause is added
	Post             // transition/TOOL/post/INDEX
	Definition       // definition/NAME
	Locals           // definition/NAME/locals
	Body             // definition/NAME/body
	Use              // use
	Case             // case/NAME
	Prompt           // case/NAME/prompt
	Init             // case/NAME/init/VARIABLE
	InitValue        // case/NAME/init/VARIABLE/value
	Check            // case/NAME/check/NAME
	CheckForm        // case/NAME/check/NAME/form
	Pin              // case/NAME/check/NAME/pin/ARGUMENT, with or/INDEX, and/INDEX, target, anchor or call before pin in other forms than atoms
	PinValue         // case/NAME/check/NAME/pin/ARGUMENT/value
	Goal             // case/NAME/goal/INDEX; without the index where a clause is added
	Group            // define/NAME
	GroupForm        // define/NAME/form
	CommonCheck      // common/NAME
	CommonForm       // common/NAME/form
	Rule             // rule/NAME
)

// kinds says of each kind what it is called, which operations it takes, and the
// shape of its addresses.
var kinds = [...]struct {
	name  string
	shape shape
	ops   []Op
}{
	noKind:     {"nothing", nil, nil},
	Const:      {"constant", shapeOf("const NAME"), []Op{Add, Remove, Rename, Move}},
	ConstType:  {"type of a constant", shapeOf("const NAME type"), []Op{Replace}},
	ConstValue: {"value of a constant", shapeOf("const NAME value"), []Op{Replace}},
	Var:        {"variable", shapeOf("var NAME"), []Op{Add, Remove, Rename, Move}},
	VarType:    {"type of a variable", shapeOf("var NAME type"), []Op{Replace}},
	EnumName:   {"enum name", shapeOf("const|var NAME TYPE* enum NAME"), []Op{Add, Remove, Rename, Move}},
	Transition: {"transition", shapeOf("transition NAME"), []Op{Add, Remove, Rename, Move}},
	Param:      {"parameter", shapeOf("transition NAME param NAME"), []Op{Add, Remove, Rename, Move}},
	ResultPart: {"result", shapeOf("transition NAME result NAME"), []Op{Add, Remove, Rename, Move}},
	ResultType: {"type of a result", shapeOf("transition NAME result NAME type"), []Op{Add, Remove, Replace}},
	Owner:      {"owner", shapeOf("transition NAME by"), []Op{Add, Remove}},
	Pre:        {"precondition", shapeOf("transition NAME pre INDEX?"), []Op{Add, Remove, Replace, Move}},
	Post:       {"postcondition", shapeOf("transition NAME post INDEX?"), []Op{Add, Remove, Replace, Move}},
	Definition: {"definition", shapeOf("definition NAME"), []Op{Add, Remove, Rename, Move}},
	Locals:     {"locals of a definition", shapeOf("definition NAME locals"), []Op{Replace}},
	Body:       {"body of a definition", shapeOf("definition NAME body"), []Op{Replace}},
	Use:        {"use", shapeOf("use"), []Op{Add, Remove, Replace}},
	Case:       {"case", shapeOf("case NAME"), []Op{Add, Remove, Rename, Move}},
	Prompt:     {"prompt", shapeOf("case NAME prompt"), []Op{Add, Remove, Replace}},
	Init:       {"initial value", shapeOf("case NAME init NAME"), []Op{Add, Remove, Move}},
	InitValue:  {"initial value", shapeOf("case NAME init NAME value"), []Op{Replace}},
	Check:      {"check", shapeOf("case NAME check NAME"), []Op{Add, Remove, Rename, Move}},
	CheckForm:  {"form of a check", shapeOf("case NAME check NAME form"), []Op{Replace}},
	Pin:        {"pinned argument", shapeOf("case NAME check NAME FORM* pin NAME"), []Op{Add, Remove, Move}},
	PinValue:   {"pinned argument", shapeOf("case NAME check NAME FORM* pin NAME value"), []Op{Replace}},
	Goal:       {"goal", shapeOf("case NAME goal INDEX?"), []Op{Add, Remove, Replace, Move}},

	Group:       {"group", shapeOf("define NAME"), []Op{Add, Remove, Rename, Move}},
	GroupForm:   {"form of a group", shapeOf("define NAME form"), []Op{Replace}},
	CommonCheck: {"common check", shapeOf("common NAME"), []Op{Add, Remove, Rename, Move}},
	CommonForm:  {"form of a common check", shapeOf("common NAME form"), []Op{Replace}},
	Rule:        {"rule", shapeOf("rule NAME"), []Op{Add, Remove, Move}},
}

// String returns what people call the kind: "precondition".
func (k Kind) String() string { return kinds[k].name }

// Takes reports whether things of the kind can be edited by an operation.
func (k Kind) Takes(op Op) bool { return slices.Contains(kinds[k].ops, op) }

// indexed reports whether things of the kind have no name, and are told apart
// by their places.
func (k Kind) indexed() bool { return k == Pre || k == Post || k == Goal }

// single reports whether there is at most one thing of the kind in a place, which
// has no name.
func (k Kind) single() bool { return k == Use || k == Prompt || k == Owner || k == ResultType }

// local reports whether things of the kind have two names: the key of a parameter or
// of a result is the tool's, and renaming changes the one in the transition.
func (k Kind) local() bool { return k == Param || k == ResultPart }

// InModel reports whether things of the kind are in models; the others are in
// suites.
func (k Kind) InModel() bool { return k < Use }

// An Address names one thing in a set of files. It is written FILE#PATH, or
// PATH alone where only one file of the set has the path. The segments of the
// path are separated by slashes; in a segment ~0 is a tilde, ~1 a
// slash, ~2 for a number sign, and ~ alone for the empty name.
type Address struct {
	File string
	Path []string // without escapes: "transition", "pay", "pre", "0"
}

// At returns an address without a file.
func At(path ...string) Address { return Address{Path: path} }

// In returns the address with a file.
func (a Address) In(file string) Address { return Address{File: file, Path: a.Path} }

// To returns the address of something in the thing that a names.
func (a Address) To(path ...string) Address {
	return Address{File: a.File, Path: slices.Concat(a.Path, path)}
}

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1", "#", "~2")
	unescaper = strings.NewReplacer("~0", "~", "~1", "/", "~2", "#")
)

// escape returns a name as it is written in an address.
func escape(name string) string {
	if name == "" {
		return "~"
	}
	return escaper.Replace(name)
}

// unescape is the inverse of escape.
func unescape(segment string) (string, error) {
	if segment == "~" {
		return "", nil
	}
	for i := 0; i < len(segment); i++ {
		if segment[i] == '~' && (i+1 == len(segment) || segment[i+1] < '0' || segment[i+1] > '2') {
			return "", fmt.Errorf("a tilde is written ~0 in an address")
		}
	}
	if segment == "" {
		return "", fmt.Errorf("a name is missing; the empty name is written ~")
	}
	return unescaper.Replace(segment), nil
}

// String returns the address as it is written.
func (a Address) String() string {
	var b strings.Builder
	if a.File != "" {
		b.WriteString(a.File + "#")
	}
	for i, s := range a.Path {
		if i > 0 {
			b.WriteByte('/')
		}
		b.WriteString(escape(s))
	}
	return b.String()
}

// ParseAddress reads an address. The path has one of the shapes that are
// listed at [Kind].
func ParseAddress(s string) (Address, error) {
	var a Address
	path := s
	// A number sign in a path is written ~2, so the last one ends the name of the file.
	if i := strings.LastIndexByte(s, '#'); i >= 0 {
		a.File, path = s[:i], s[i+1:]
	}
	for segment := range strings.SplitSeq(path, "/") {
		name, err := unescape(segment)
		if err != nil {
			return Address{}, fmt.Errorf("%q is not an address: %w", s, err)
		}
		a.Path = append(a.Path, name)
	}
	if a.Kind() == noKind {
		return Address{}, fmt.Errorf("%q is not an address: %s", s, shapeNear(a.Path))
	}
	return a, nil
}

// Kind returns what sort of thing the address names, or noKind where the path
// has none of the shapes of addresses.
func (a Address) Kind() Kind {
	for k := Const; int(k) < len(kinds); k++ {
		if kinds[k].shape.has(a.Path) {
			return k
		}
	}
	return noKind
}

// A shape is what the segments of a path are: by segment the words that it may
// be. NAME is any, and INDEX? the index of a clause, or nothing more. TYPE* is
// the steps from a type to one inside it, and FORM* those from a form of a check.
type shape [][]string

func shapeOf(text string) shape {
	var s shape
	for segment := range strings.FieldsSeq(text) {
		s = append(s, strings.Split(segment, "|"))
	}
	return s
}

func (s shape) has(p []string) bool {
	for _, segment := range s {
		switch word := segment[0]; {
		case word == "INDEX?":
			return len(p) == 0 || len(p) == 1 && isIndex(p[0])
		case strings.HasSuffix(word, "*"):
			p = behindSteps(word, p)
		case len(p) == 0 || word != "NAME" && !slices.Contains(segment, p[0]):
			return false
		default:
			p = p[1:]
		}
	}
	return len(p) == 0
}

// behindSteps returns a path without the steps that it begins with.
func behindSteps(of string, p []string) []string {
	for len(p) > 0 {
		// Both words in one string: TYPE*elem is a step, and FORM*elem is none.
		switch step := of + p[0]; {
		case step == "TYPE*elem", step == "TYPE*key", step == "TYPE*value", step == "FORM*target", step == "FORM*anchor", step == "FORM*call":
			p = p[1:]
		case len(p) > 1 && (step == "TYPE*field" || (step == "FORM*or" || step == "FORM*and") && isIndex(p[1])):
			p = p[2:]
		default:
			return p
		}
	}
	return p
}

func isIndex(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && strconv.Itoa(n) == s
}

// shapes are what an address may begin with, for messages.
var shapes = map[string]string{
	"const": "const/NAME, const/NAME/type or const/NAME/value",
	"var":   "var/NAME, var/NAME/type or var/NAME/enum/VALUE",
	"transition": "transition/TOOL, transition/TOOL/param/PARAMETER, transition/TOOL/result/PATH, transition/TOOL/result/PATH/type, transition/TOOL/by, " +
		"transition/TOOL/pre/INDEX or transition/TOOL/post/INDEX",
	"case": "case/NAME, or below it prompt, init/VARIABLE, init/VARIABLE/value, check/NAME, check/NAME/form, " +
		"check/NAME/pin/ARGUMENT, check/NAME/pin/ARGUMENT/value or goal/INDEX",
	"definition": "definition/NAME, definition/NAME/locals or definition/NAME/body",
	"define":     "define/NAME or define/NAME/form",
	"common":     "common/NAME or common/NAME/form",
	"rule":       "rule/NAME",
}

// shapeNear says which shapes a path that has none of them may have.
func shapeNear(p []string) string {
	if s := shapes[p[0]]; s != "" {
		return "it is " + s
	}
	return "it begins with const/, var/, definition/, transition/, case/, define/, common/, rule/, or is use"
}

// Key returns what tells the thing apart from the others in its list: its
// name, or its index. It is "" for a list of clauses as a whole, and for what
// is in no list.
func (a Address) Key() string { return a.Kind().key(a.Path) }

func (k Kind) key(p []string) string {
	switch k {
	case noKind, Use, Prompt, Owner:
		return ""
	case Pre, Post, Goal:
		if !isIndex(p[len(p)-1]) {
			return ""
		}
	case ConstType, ConstValue, VarType, InitValue, CheckForm, PinValue, GroupForm, CommonForm, Locals, Body, ResultType:
		// A content has the key of the item that it is in.
		return p[len(p)-2]
	}
	return p[len(p)-1]
}

// Index returns the index of a clause, or -1.
func (a Address) Index() int {
	if !a.Kind().indexed() || a.Key() == "" {
		return -1
	}
	n, _ := strconv.Atoi(a.Key())
	return n
}

// Declaration returns the address of the constant, variable, definition, transition, case,
// group, common check or rule that the thing is, or is in; that of `use` is itself.
func (a Address) Declaration() Address {
	return Address{File: a.File, Path: a.Path[:min(2, len(a.Path))]}
}
