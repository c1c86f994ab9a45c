package completion

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/types"
)

// A Snippet is a text with places to be filled in, in the protocol's syntax.
// It counts the places.
type Snippet struct {
	text  strings.Builder
	stops int
}

// Add adds plain text.
func (s *Snippet) Add(text string) *Snippet {
	s.text.WriteString(literally.Replace(text))
	return s
}

var literally = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`)

// Stop adds a place to be filled in. Its first text may be "".
func (s *Snippet) Stop(text string) *Snippet {
	s.stops++
	if text == "" {
		fmt.Fprintf(&s.text, "$%d", s.stops)
	} else {
		fmt.Fprintf(&s.text, "${%d:%s}", s.stops, literally.Replace(text))
	}
	return s
}

// Choice adds a place for one of several texts.
func (s *Snippet) Choice(list []string) *Snippet {
	s.stops++
	escaped := lists.Map(list, optionally.Replace)
	fmt.Fprintf(&s.text, "${%d|%s|}", s.stops, strings.Join(escaped, ","))
	return s
}

var optionally = strings.NewReplacer(`\`, `\\`, `$`, `\$`, `}`, `\}`, `,`, `\,`, `|`, `\|`)

// shape adds the shape of a form: what is in capitals, and what is in
// parentheses after the head, is a place.
func (s *Snippet) shape(k Word) *Snippet {
	for _, part := range shapePart.FindAllString(k.Shape, -1) {
		// A binder gets a place for each of its two parts.
		if part == "(NAME COLLECTION)" {
			s.Add("(").Stop("").Add(" ").Stop("").Add(")")
		} else if upper.MatchString(part) {
			s.Stop("")
		} else {
			s.Add(part)
		}
	}
	return s
}

var (
	shapePart = lazyregexp.New(`\(NAME COLLECTION\)|\([A-Z]+ [A-Z]+\)(?: …)?|[A-Z]{2,}(?: …)?|.`)
	upper     = lazyregexp.New(`^\(?[A-Z]{2,}`)
)

// most are the limits of what a sample spells out.
const (
	mostFields = 12
	mostDepth  = 3
	mostNames  = 30
)

// value adds a value of a type, to be changed.
func (s *Snippet) value(t types.Type, depth int) *Snippet {
	switch t := t.(type) {
	case types.Basic:
		switch t {
		case types.Bool:
			return s.Choice([]string{"false", "true"})
		case types.Int:
			return s.Stop("0")
		case types.Real:
			return s.Stop("0.0")
		case types.String:
			return s.Add(`"`).Stop("").Add(`"`)
		}
	case *types.Enum:
		// Only a short list of names is offered as a choice.
		if n := len(t.Names); n > 0 && n <= mostNames {
			return s.Choice(quotedNames(t))
		}
		return s.Add(`"`).Stop("").Add(`"`)
	case *types.Array:
		return s.Add("(array ").Stop("").Add(")")
	case *types.Map:
		return s.Add("(map (").value(t.Key, depth+1).Add(" ").value(t.Value, depth+1).Add("))")
	case *types.Record:
		// Large and deep records are not spelled out.
		if depth < mostDepth && len(t.Fields) > 0 && len(t.Fields) <= mostFields {
			s.Add("(record")
			for _, f := range t.Fields {
				s.Add(" ("+f.Name+" ").value(f.Type, depth+1).Add(")")
			}
			return s.Add(")")
		}
		return s.Add("(record ").Stop("").Add(")")
	}
	return s.Stop("")
}

func quotedNames(e *types.Enum) []string {
	return lists.Map(e.Names, types.Quote)
}

// String returns the snippet in the syntax of the protocol.
func (s *Snippet) String() string { return s.text.String() }

// Plain returns a snippet as it is for an editor without them: with the first
// text in each place.
func Plain(snippet string) string {
	text := placeholder.ReplaceAllStringFunc(snippet, func(p string) string {
		switch {
		case strings.HasPrefix(p, `\`):
			// An escaped character.
			return p[1:]
		case choice.MatchString(p):
			// A choice is replaced by its first option.
			first := firstOption.FindString(p[strings.Index(p, "|")+1:])
			return unescape.ReplaceAllString(first, "$1")
		case strings.Contains(p, ":"):
			// A place with a first text is replaced by that text.
			return unescape.ReplaceAllString(p[strings.Index(p, ":")+1:len(p)-1], "$1")
		}
		return ""
	})
	// Empty places leave superfluous blanks.
	return spaces.ReplaceAllString(text, "$1")
}

var (
	placeholder = lazyregexp.New(`\\.|\$\d+|\$\{\d+\|(?:\\.|[^\\|])*\|\}|\$\{\d+:(?:\\.|[^\\}])*\}`)
	choice      = lazyregexp.New(`^\$\{\d+\|`)
	firstOption = lazyregexp.New(`^(?:\\.|[^\\,|])*`)
	unescape    = lazyregexp.New(`\\(.)`)
	spaces      = lazyregexp.New(` +(\)|$| )`)
)
