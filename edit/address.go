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
	noKind     Kind = iota
	Const           // const/NAME
	ConstType       // const/NAME/type
	ConstValue      // const/NAME/value
	Var             // var/NAME
	VarType         // var/NAME/type
	EnumName        // var/NAME/enum/VALUE, var/NAME/field/F/enum/VALUE, var/NAME/elem/enum/VALUE; the same below const
	Transition      // transition/TOOL
	Param           // transition/TOOL/param/PARAMETER
	Pre             // transition/TOOL/pre/INDEX; without the index where a clause is added
	Post            // transition/TOOL/post/INDEX
	Use             // use
	Case            // case/NAME
	Prompt          // case/NAME/prompt
	Init            // case/NAME/init/VARIABLE
	InitValue       // case/NAME/init/VARIABLE/value
	Check           // case/NAME/check/NAME
	CheckForm       // case/NAME/check/NAME/form
	Pin             // case/NAME/check/NAME/pin/ARGUMENT, with or/INDEX, target or anchor before pin in other forms than atoms
	PinValue        // case/NAME/check/NAME/pin/ARGUMENT/value
	Goal            // case/NAME/goal/INDEX; without the index where a clause is added
)

// kinds says of each kind what it is called and which operations it takes.
var kinds = [...]struct {
	name string
	ops  []Op
}{
	noKind:     {"nothing", nil},
	Const:      {"constant", []Op{Add, Remove, Rename, Move}},
	ConstType:  {"type of a constant", []Op{Replace}},
	ConstValue: {"value of a constant", []Op{Replace}},
	Var:        {"variable", []Op{Add, Remove, Rename, Move}},
	VarType:    {"type of a variable", []Op{Replace}},
	EnumName:   {"enum name", []Op{Add, Remove, Rename, Move}},
	Transition: {"transition", []Op{Add, Remove, Rename, Move}},
	Param:      {"parameter", []Op{Add, Remove, Rename, Move}},
	Pre:        {"precondition", []Op{Add, Remove, Replace, Move}},
	Post:       {"postcondition", []Op{Add, Remove, Replace, Move}},
	Use:        {"use", []Op{Add, Remove, Replace}},
	Case:       {"case", []Op{Add, Remove, Rename, Move}},
	Prompt:     {"prompt", []Op{Add, Remove, Replace}},
	Init:       {"initial value", []Op{Add, Remove, Move}},
	InitValue:  {"initial value", []Op{Replace}},
	Check:      {"check", []Op{Add, Remove, Rename, Move}},
	CheckForm:  {"form of a check", []Op{Replace}},
	Pin:        {"pinned argument", []Op{Add, Remove, Move}},
	PinValue:   {"pinned argument", []Op{Replace}},
	Goal:       {"goal", []Op{Add, Remove, Replace, Move}},
}

// String returns what people call the kind: "precondition".
func (k Kind) String() string { return kinds[k].name }

// Takes reports whether things of the kind can be edited by an operation.
func (k Kind) Takes(op Op) bool { return slices.Contains(kinds[k].ops, op) }

// indexed reports whether things of the kind have no name, and are told apart
// by their places.
func (k Kind) indexed() bool { return k == Pre || k == Post || k == Goal }

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
	if i := strings.LastIndexByte(s, '#'); i >= 0 {
		a.File, path = s[:i], s[i+1:]
	}
	for _, segment := range strings.Split(path, "/") {
		name, err := unescape(segment)
		if err != nil {
			return Address{}, fmt.Errorf("%q is no address: %w", s, err)
		}
		a.Path = append(a.Path, name)
	}
	if a.Kind() == noKind {
		return Address{}, fmt.Errorf("%q is no address: %s", s, shapeNear(a.Path))
	}
	return a, nil
}

// Kind returns what sort of thing the address names, or noKind where the path
// has none of the shapes of addresses.
func (a Address) Kind() Kind {
	p := a.Path
	if len(p) == 0 {
		return noKind
	}
	switch p[0] {
	case "use":
		if len(p) == 1 {
			return Use
		}
	case "const":
		return declared(p, Const)
	case "var":
		return declared(p, Var)
	case "transition":
		return inTransition(p)
	case "case":
		return inCase(p)
	}
	return noKind
}

// declared returns the kind of a path below a variable or a constant.
func declared(p []string, whole Kind) Kind {
	switch {
	case len(p) == 2:
		return whole
	case len(p) == 3 && p[2] == "type":
		return whole + 1
	case len(p) == 3 && p[2] == "value" && whole == Const:
		return ConstValue
	case len(p) >= 4 && p[len(p)-2] == "enum" && isTypePath(p[2:len(p)-2]):
		return EnumName
	}
	return noKind
}

// isTypePath reports whether segments lead from a type to one inside it.
func isTypePath(p []string) bool {
	for len(p) > 0 {
		switch {
		case p[0] == "elem":
			p = p[1:]
		case p[0] == "field" && len(p) > 1:
			p = p[2:]
		default:
			return false
		}
	}
	return true
}

func inTransition(p []string) Kind {
	switch {
	case len(p) == 2:
		return Transition
	case len(p) == 4 && p[2] == "param":
		return Param
	case len(p) >= 3 && p[2] == "pre" && isPlace(p[3:]):
		return Pre
	case len(p) >= 3 && p[2] == "post" && isPlace(p[3:]):
		return Post
	}
	return noKind
}

// isPlace reports whether segments are an index, or none.
func isPlace(p []string) bool { return len(p) == 0 || len(p) == 1 && isIndex(p[0]) }

func isIndex(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && strconv.Itoa(n) == s
}

func inCase(p []string) Kind {
	switch {
	case len(p) < 2:
		return noKind
	case len(p) == 2:
		return Case
	case p[2] == "prompt" && len(p) == 3:
		return Prompt
	case p[2] == "goal" && isPlace(p[3:]):
		return Goal
	case p[2] == "init" && len(p) == 4:
		return Init
	case p[2] == "init" && len(p) == 5 && p[4] == "value":
		return InitValue
	case p[2] == "check" && len(p) == 4:
		return Check
	case p[2] == "check" && len(p) > 4:
		return inCheck(p[4:])
	}
	return noKind
}

func inCheck(p []string) Kind {
	if len(p) == 1 && p[0] == "form" {
		return CheckForm
	}
	for len(p) > 0 && p[0] != "pin" {
		switch {
		case p[0] == "target" || p[0] == "anchor":
			p = p[1:]
		case p[0] == "or" && len(p) > 1 && isIndex(p[1]):
			p = p[2:]
		default:
			return noKind
		}
	}
	switch {
	case len(p) == 2:
		return Pin
	case len(p) == 3 && p[2] == "value":
		return PinValue
	}
	return noKind
}

// shapes are what an address may begin with, for messages.
var shapes = map[string]string{
	"const":      "const/NAME, const/NAME/type or const/NAME/value",
	"var":        "var/NAME, var/NAME/type or var/NAME/enum/VALUE",
	"transition": "transition/TOOL, transition/TOOL/param/PARAMETER, transition/TOOL/pre/INDEX or transition/TOOL/post/INDEX",
	"case": "case/NAME, or below it prompt, init/VARIABLE, init/VARIABLE/value, check/NAME, check/NAME/form, " +
		"check/NAME/pin/ARGUMENT, check/NAME/pin/ARGUMENT/value or goal/INDEX",
}

// shapeNear says which shapes a path that has none of them may have.
func shapeNear(p []string) string {
	if s := shapes[p[0]]; s != "" {
		return "it is " + s
	}
	return "it begins with const/, var/, transition/, case/, or is use"
}

// Key returns what tells the thing apart from the others in its list: its
// name, or its index. It is "" for a list of clauses as a whole, and for what
// is in no list.
func (a Address) Key() string {
	k, p := a.Kind(), a.Path
	switch k {
	case noKind, Use, Prompt:
		return ""
	case Pre, Post, Goal:
		if !isIndex(p[len(p)-1]) {
			return ""
		}
	case ConstType, ConstValue, VarType, InitValue, CheckForm, PinValue:
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

// Declaration returns the address of the constant, variable, transition or
// case that the thing is, or is in; that of `use` is itself.
func (a Address) Declaration() Address {
	return Address{File: a.File, Path: a.Path[:min(2, len(a.Path))]}
}
