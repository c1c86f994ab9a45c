package checker

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// conventions looks at all texts in a value.
func (p pinner) conventions(e ast.Expr, s *tool.Schema) {
	switch e := e.(type) {
	case *ast.ArrayLit:
		for _, x := range e.Elems {
			if s.Items != nil {
				p.conventions(x, s.Items)
			}
		}
	case *ast.RecordLit:
		for _, f := range e.Fields {
			if prop := s.Property(f.Name.Name); prop != nil {
				p.conventions(f.Value, prop.Schema)
			}
		}
	default:
		p.convention(e, s)
	}
}

// convention reports a pinned text that is not in the form which the description of the
// argument shows: a city where the tool takes the code of an airport. Schemas accept any text
// there.
func (p pinner) convention(e ast.Expr, s *tool.Schema) {
	text, ok := ValueOf(e).(types.Text)
	// A schema that lists its texts is checked by them.
	if !ok || len(textsOf(s)) > 0 {
		return
	}
	if form := unlike(string(text), s.Description); form != "" {
		p.info.report(otherConvention{At: p.unit.Span(e), Value: string(text), Form: form, Description: s.Description})
	}
}

var (
	// examples are the texts that a description shows.
	examples = lazyregexp.New("(?i)(?:such as|e\\.g\\.,?|for example,?|like|format:?)\\s+['\"`]([^'\"`]{1,60})['\"`]")
	isoDate  = lazyregexp.New(`^\d{4}-\d{2}-\d{2}`)
	airport  = lazyregexp.New(`^[A-Z]{3}$`)
)

// unlike returns the form that a description shows and a text does not have; "" if it has
// it, or none is shown.
func unlike(text, description string) string {
	switch {
	// A date format in words is surer than an example.
	case strings.Contains(description, "YYYY-MM-DD"):
		if !isoDate.MatchString(text) {
			return "YYYY-MM-DD"
		}
		return ""
	// The codes of airlines have two letters.
	case strings.Contains(description, "IATA") && !strings.Contains(description, "airline"):
		if !airport.MatchString(text) {
			return "three capital letters"
		}
		return ""
	}
	shown := examples.FindAllStringSubmatch(description, -1)
	if len(shown) == 0 {
		return ""
	}
	// An example of words shows no form that a text has to have.
	for _, m := range shown {
		if !isCode(m[1]) || likeCode(text, m[1]) {
			return ""
		}
	}
	return fmt.Sprintf("%q", shown[0][1])
}

// isCode reports whether a text is an identifier rather than words: it has no blanks, and
// digits, underscores, or capital letters alone.
func isCode(text string) bool {
	return !strings.ContainsFunc(text, unicode.IsSpace) &&
		(strings.ContainsAny(text, "0123456789_#") || strings.ToUpper(text) == text)
}

// likeCode reports whether a text can be an identifier like another one.
func likeCode(text, code string) bool {
	if strings.ContainsFunc(text, unicode.IsSpace) {
		return false
	}
	return strings.ToUpper(code) != code || strings.ToUpper(text) == text
}
