package bindings

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/types"
)

// Sample returns a short text that a regular expression most likely matches: the
// first alternative, as few repetitions as possible, a letter where there is a
// choice, and in each group the value of its name. What the expression asks of
// what is around it is left to the caller, who tries the text.
func Sample(e *regexp.Regexp, groups types.Object) string {
	parsed, err := syntax.Parse(e.String(), syntax.Perl)
	if err != nil {
		return "" // it has been compiled
	}
	var b strings.Builder
	write(&b, parsed, groups)
	return b.String()
}

func write(b *strings.Builder, e *syntax.Regexp, args types.Object) {
	times := 1
	switch e.Op {
	case syntax.OpLiteral:
		for _, r := range e.Rune {
			if e.Flags&syntax.FoldCase != 0 {
				r = unicode.ToLower(r)
			}
			b.WriteRune(r)
		}
		return
	case syntax.OpCharClass:
		b.WriteRune(oneOf(e.Rune))
		return
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteByte('x')
		return
	case syntax.OpCapture:
		if v, has := args.Get(e.Name); has && e.Name != "" {
			b.WriteString(shown(v))
			return
		}
	case syntax.OpAlternate:
		write(b, e.Sub[0], args)
		return
	case syntax.OpStar, syntax.OpQuest:
		// As few repetitions as possible are none, unless the part has a value to show.
		if !names(e, args) {
			return
		}
	case syntax.OpRepeat:
		times = e.Min
	}
	for range times {
		for _, part := range e.Sub {
			write(b, part, args)
		}
	}
}

// names reports whether an expression has a group with the name of an argument.
func names(e *syntax.Regexp, args types.Object) bool {
	for _, name := range e.CapNames() {
		if _, has := args.Get(name); has && name != "" {
			return true
		}
	}
	return false
}

// oneOf returns a rune of a class, which is a list of ranges: a letter or a digit
// if there is one.
func oneOf(class []rune) rune {
	for i := 0; i+1 < len(class); i += 2 {
		for _, r := range "xa0 " {
			if class[i] <= r && r <= class[i+1] {
				return r
			}
		}
	}
	if len(class) == 0 {
		return 'x'
	}
	return class[0]
}

// shown returns an argument as a message has it.
func shown(v types.Value) string {
	if s, ok := v.(types.Text); ok {
		return string(s)
	}
	return v.String()
}

// Texts returns texts from which an answer of a tool may be read: the answer as JSON,
// or as it is where that is a string that is no JSON, and then a sample for each rule.
// Which of them are read as the answer is left to the caller, who reads them.
func (s *Set) Texts(tool string, answer types.Value) []string {
	text := string(document.AppendJSON(nil, answer))
	if v, ok := answer.(types.Text); ok && v != "" {
		if _, err := document.ReadValue(string(v)); err != nil {
			text = string(v)
		}
	}
	list := []string{text}
	if t := s.Lookup(tool); t != nil {
		groups, _ := answer.(types.Object)
		for _, r := range t.Answers {
			list = append(list, Sample(r.expr, groups))
		}
	}
	return list
}
