package bindings

import (
	"regexp"
	"slices"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Set is what a bindings.yaml says. A nil set has no bindings. It is not
// changed after [New], so that any number of goroutines may use it.
type Set struct {
	File     *source.File
	Failures []*Mark // of every tool
	Tools    []*Tool // in file order

	byName map[string]*Tool
}

// A Tool is the bindings of one tool.
type Tool struct {
	Name     string
	At       source.Span // of the name
	Failures []*Mark
	Answers  []*Rule
	Fields   []*Field
	Records  *Records // nil where there are none
}

// Records are a table that simulated answers of a tool are taken from. Nothing is read
// by it.
type Records struct {
	File     string // JSON or CSV, as it is named: from the folder of bindings.yaml
	Key      string // the member, or the column, that tells records apart
	Argument string // the argument that names a record
	At       source.Span
}

// A Mark is a regular expression that answers of failed calls match.
type Mark struct {
	Text string
	At   source.Span

	expr *regexp.Regexp
}

// A Rule makes a value of the answers that match its expression.
type Rule struct {
	Mark
	value types.Value // nil without `value`
}

// Lookup returns the bindings of a tool; nil if there are none.
func (s *Set) Lookup(name string) *Tool {
	if s == nil {
		return nil
	}
	return s.byName[name]
}

// MayFail reports whether some answer of a tool is that of a failed call.
func (s *Set) MayFail(tool string) bool {
	if s == nil {
		return false
	}
	t := s.byName[tool]
	return len(s.Failures) > 0 || t != nil && len(t.Failures) > 0
}

// Failure returns the mark of failure that an answer matches: of the tool, or of
// every tool; nil if it matches none.
func (s *Set) Failure(tool, text string) *Mark {
	if s == nil {
		return nil
	}
	if t := s.byName[tool]; t != nil {
		// The marks of the tool come first, as they say more than those of every tool.
		if m := matching(t.Failures, text); m != nil {
			return m
		}
	}
	return matching(s.Failures, text)
}

func matching(marks []*Mark, text string) *Mark {
	return lists.Find(marks, func(m *Mark) bool { return m.expr.MatchString(text) })
}

// A Reading is what an answer was read as.
type Reading struct {
	Value  types.Value // nil if the call failed
	Failed *Mark       // the mark that the answer matches; nil if the call did not fail
	Rule   *Rule       // the rule that made the value; nil if none matched
	JSON   bool        // no rule matched, and the text is JSON

	// Ambiguous says that an object in the text has a name twice. The value has the last of the two.
	Ambiguous bool
}

// Read reads the answer of a tool.
func (s *Set) Read(tool, text string) Reading { return s.read(tool, text, nil) }

// Trace reads an answer, and tells of each field what became of it.
func (s *Set) Trace(tool, text string, tell func(*Field, Outcome)) Reading {
	return s.read(tool, text, tell)
}

func (s *Set) read(tool, text string, tell func(*Field, Outcome)) Reading {
	if m := s.Failure(tool, text); m != nil {
		return Reading{Failed: m}
	}
	var r Reading
	t := s.Lookup(tool)
	if t != nil {
		for _, rule := range t.Answers {
			if v := rule.apply(text); v != nil {
				r.Rule, r.Value = rule, v
				break
			}
		}
	}
	// No rule matched: the value is the text as JSON, or else the text itself.
	if r.Value == nil {
		var in document.Reader
		v, err := in.Value(text)
		r.Ambiguous = err == nil && in.Duplicates > 0
		if r.JSON = err == nil && v != nil; !r.JSON {
			v = types.Text(text)
		}
		r.Value = v
	}
	if t != nil {
		// In the order of the file, since a field may convert what one before it has made.
		for _, f := range t.Fields {
			o := f.convert(&r.Value)
			if tell != nil {
				tell(f, o)
			}
		}
	}
	return r
}

// apply returns the value of a text, nil if it does not match. A group that took
// no part is left out.
func (r *Rule) apply(text string) types.Value {
	at := r.expr.FindStringSubmatchIndex(text)
	if at == nil {
		return nil
	}
	names := r.expr.SubexpNames()
	given, _ := r.value.(types.Object)
	// A value that is no object has no room for the groups.
	if r.value != nil && given == nil {
		return r.value
	}
	// The value of the rule serves all answers, and is not changed.
	o := slices.Clone(given)
	if o == nil {
		o = types.Object{}
	}
	for i, name := range names {
		// The index is -1 where a group took no part in the match.
		if name != "" && at[2*i] >= 0 {
			o = append(o, types.Member{Name: name, Value: types.Text(text[at[2*i]:at[2*i+1]])})
		}
	}
	return o
}

// Groups returns the names of the groups of an expression.
func Groups(e *regexp.Regexp) []string {
	return lists.Filter(e.SubexpNames(), func(name string) bool { return name != "" })
}
