package tool

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// An Event is how a pseudo-tool is recognised in what is said: one of a text that
// a message contains, a regular expression that it matches, a field that it has
// as JSON, and an approval.
type Event struct {
	By Owner       // who has to say it
	At source.Span // of its declaration

	Contains string
	Matches  *regexp.Regexp
	Field    *Field
	Approval Approval
}

// A Field is a part of a message that is JSON.
type Field struct {
	Path   string      // as it is written: a name or a JSON pointer
	Equals types.Value // what it has to be; nil for anything
}

// An Approval is an answer to a request for approval.
type Approval string

// The answers; "" is none.
const (
	Accepted Approval = "accepted"
	Refused  Approval = "refused"
)

// A Saying is a message, or an answer to a request for approval.
type Saying struct {
	By       Owner
	Text     string
	Approval Approval // of an answer
	Tool     string   // that the approval is for, if that is known
}

// Recognise returns the arguments of the event that something said is; false if
// it is not that event. The tool has to be one.
func (t *Tool) Recognise(s *Saying) (args types.Object, ok bool) {
	e := t.Event
	// An approval is no message, and a message is no approval.
	if s.By != e.By || (s.Approval != "") != (e.Approval != "") {
		return nil, false
	}
	switch {
	case e.Approval != "":
		return t.approved(s), s.Approval == e.Approval
	case e.Contains != "":
		return types.Object{}, strings.Contains(s.Text, e.Contains)
	case e.Matches != nil:
		return t.matched(s.Text)
	case e.Field != nil:
		return t.filled(s.Text)
	}
	return nil, false
}

// matched returns the groups of the expression that take part.
func (t *Tool) matched(text string) (types.Object, bool) {
	e := t.Event.Matches
	at := e.FindStringSubmatchIndex(text)
	if at == nil {
		return nil, false
	}
	args := types.Object{}
	for i, name := range e.SubexpNames() {
		if name != "" && at[2*i] >= 0 {
			args = append(args, types.Member{Name: name, Value: t.argument(name, text[at[2*i]:at[2*i+1]])})
		}
	}
	return args, true
}

// argument returns a text as the schema of an argument has it: as a number or a
// truth value, if it takes no strings.
func (t *Tool) argument(name, text string) types.Value {
	if p := t.Param(name); p != nil {
		switch {
		case p.Schema.Only(KindInteger) || p.Schema.Only(KindNumber):
			// A text that is no number of JSON stays a text, which the schema then refuses.
			if n, err := types.ParseNumber(text); err == nil && document.IsNumber(text) {
				return n
			}
		case p.Schema.Only(KindBoolean) && (text == "true" || text == "false"):
			return types.Boolean(text == "true")
		}
	}
	return types.Text(text)
}

// filled returns the members of a message that are arguments, if it is JSON and
// has the field.
func (t *Tool) filled(text string) (types.Object, bool) {
	v, err := document.ReadValue(text)
	if err != nil {
		return nil, false
	}
	f := t.Event.Field
	at := valueAt(v, f.Path)
	// A missing field is nil, whereas a null of JSON is a value.
	if at == nil || f.Equals != nil && !types.Equal(at, f.Equals) {
		return nil, false
	}
	return t.members(v), true
}

// members returns the members of a value that are arguments.
func (t *Tool) members(v types.Value) types.Object {
	args := types.Object{}
	o, _ := v.(types.Object)
	for _, m := range o {
		if t.Param(m.Name) != nil {
			args = append(args, m)
		}
	}
	return args
}

// approved returns the arguments of an approval: the members of what was filled
// in, and as `tool` what it is for.
func (t *Tool) approved(s *Saying) types.Object {
	v, err := document.ReadValue(s.Text)
	if err != nil {
		// An approval without readable content still has its tool.
		v = nil
	}
	args := t.members(v)
	if _, has := args.Get("tool"); !has && s.Tool != "" && t.Param("tool") != nil {
		args = append(args, types.Member{Name: "tool", Value: types.Text(s.Tool)})
	}
	return args
}

// valueAt returns the part of a value that a name or a JSON pointer is of; nil if
// there is none.
func valueAt(v types.Value, path string) types.Value {
	rest, pointer := strings.CutPrefix(path, "/")
	// A path without a leading slash is one name, whatever characters it has.
	tokens := []string{path}
	if pointer {
		tokens = strings.Split(rest, "/")
	}
	for _, token := range tokens {
		if pointer {
			token = jsonpointer.Unescape(token)
		}
		switch x := v.(type) {
		case types.Object:
			v, _ = x.Get(token)
		case types.List:
			i, ok := jsonpointer.Index(token, len(x))
			if !ok {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// Recogniser returns in words what is recognised: "user message matches
// `yes|confirm`".
func (e *Event) Recogniser() string {
	quote := func(s string) string { return "`" + document.Excerpt(s) + "`" }
	medium := e.By.String() + " message "
	switch {
	case e.Contains != "":
		return medium + "contains " + quote(e.Contains)
	case e.Matches != nil:
		return medium + "matches " + quote(e.Matches.String())
	case e.Field != nil && e.Field.Equals != nil:
		return medium + "has " + quote(string(document.AppendJSON(nil, e.Field.Equals))) + " in the field " + quote(e.Field.Path)
	case e.Field != nil:
		return medium + "has the field " + quote(e.Field.Path)
	}
	return e.By.String() + " approval is " + string(e.Approval)
}

// ReadArguments reads a schema of arguments that is a part of a file.
func ReadArguments(f *source.File, n *document.Node) (*Schema, []diag.Diagnostic) {
	t := &toolReader{reporter: &reporter{file: f}, set: &Set{}}
	s := t.arguments(n)
	return s, t.problems
}

// Join adds a tool to a set that was read. If there is one of its name already, it
// is returned, and the set stays as it is.
func (s *Set) Join(t *Tool) (had *Tool) {
	if had := s.Lookup(t.Name); had != nil {
		return had
	}
	if s.byName != nil {
		s.byName[t.Name] = t
	}
	s.Tools = append(s.Tools, t)
	return nil
}

// IsEvent reports whether the set has an event of a name.
func (s *Set) IsEvent(name string) bool {
	t := s.Lookup(name)
	return t != nil && t.Event != nil
}

// Meaning returns a text that is the same only for sets that mean the same: the same
// tools of the same owners, and the same events.
func (s *Set) Meaning() string {
	var b strings.Builder
	b.WriteString(s.File.Text())
	if users := s.UsersFile(); users != nil {
		b.WriteString("\x00" + users.Text())
	}
	for _, t := range s.Tools {
		if t.Owner != Agent {
			fmt.Fprintf(&b, "\x00%v\x00%s", t.Owner, t.Name)
		}
		if t.Event != nil {
			b.WriteString("\x00" + t.Name + "\x00" + t.Event.At.Text())
		}
	}
	return b.String()
}
