package config

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

// A value is a setting with the environment put into it.
type value struct {
	project.Setting
	text string
}

// A reader reads values, and reports what is wrong with them.
type reader struct {
	env    func(string) (string, bool)
	file   *source.File
	values map[string]value
	order  []string
	found  []diag.Diagnostic
}

// read puts the environment into settings, and holds those that it changes against
// the schema.
func (r *reader) read(settings []project.Setting) {
	for _, s := range settings {
		v := value{Setting: s, text: s.Value}
		// Nearly all values have no reference, and are not looked at further.
		if strings.Contains(s.Value, "${") {
			v.text = r.expand(s)
		}
		r.values[s.Path] = v
		r.order = append(r.order, s.Path)
		// Other values were held against the schema when the file was checked.
		if v.text != s.Value {
			r.check(v)
		}
	}
}

// reference is ${NAME}, or ${NAME:-default}.
var reference = lazyregexp.New(`\$\{([A-Za-z_][A-Za-z0-9_]*)(:-([^}]*))?\}`)

// expand replaces references to the environment. As in a shell, the default of `:-`
// counts as well where the variable is empty.
func (r *reader) expand(s project.Setting) string {
	return reference.ReplaceAllStringFunc(s.Value, func(ref string) string {
		m := reference.FindStringSubmatch(ref)
		// Like a shell, `:-` also replaces an empty value.
		if text, ok := r.env(m[1]); ok && (text != "" || m[2] == "") {
			return text
		}
		if m[2] == "" {
			r.report(s.Path, fmt.Sprintf("the environment has no variable `%s`; set it, or write a default: `${%s:-…}`", m[1], m[1]))
		}
		return m[3]
	})
}

// check holds a value that came from the environment against the schema of its key.
func (r *reader) check(v value) {
	s := project.ConfigSchema().At(strings.Split(v.Path, "/")...)
	if s == nil {
		return
	}
	wanted := s.Title
	// The first alternative is the type; the others allow a reference in its place.
	if len(s.AnyOf) > 0 {
		s = s.AnyOf[0]
	}
	if names := s.Enum; len(names) > 0 && !slices.Contains(names, v.text) {
		message := fmt.Sprintf("`%s` is %q, after the environment was put in; expected one of %s", dotted(v.Path), v.text, strings.Join(names, ", "))
		if near := spell.Nearest(v.text, names); near != "" {
			message = fmt.Sprintf("`%s` is %q, after the environment was put in; did you mean %q?", dotted(v.Path), v.text, near)
		}
		r.report(v.Path, message)
		return
	}
	if len(s.Type) > 0 && !fits(v.text, s) {
		r.report(v.Path, fmt.Sprintf("`%s` is %q, after the environment was put in; expected %s", dotted(v.Path), v.text, wanted))
	}
}

// fits reports whether a text is a value of a type, and in its range.
func fits(text string, s *project.ValueSchema) bool {
	// The number is parsed for the range, whatever the type.
	n, err := strconv.ParseFloat(text, 64)
	switch s.Type[0] {
	case "boolean":
		return text == "true" || text == "false"
	case "integer":
		_, err = strconv.ParseInt(text, 10, 32)
	case "number":
	default:
		return true
	}
	return err == nil && !math.IsNaN(n) && (s.Minimum == nil || n >= *s.Minimum) && (s.Maximum == nil || n <= *s.Maximum)
}

func dotted(path string) string { return strings.ReplaceAll(path, "/", ".") }

// report adds an error about a key, at its place.
func (r *reader) report(path, message string) {
	at := source.Span{}
	if v, ok := r.values[path]; ok {
		at = v.At
	} else if r.file != nil {
		// A key that the file does not have is reported at its beginning.
		at = r.file.Span(0, 0)
	}
	r.found = append(r.found, fault(at, message))
}

func (r *reader) text(path, usual string) string {
	if v, ok := r.values[path]; ok {
		return v.text
	}
	return usual
}

// texts returns the elements of a list.
func (r *reader) texts(path string) []string {
	var list []string
	for i := 0; ; i++ {
		v, ok := r.values[fmt.Sprintf("%s/%d", path, i)]
		if !ok {
			return list
		}
		list = append(list, v.text)
	}
}

func (r *reader) truth(path string, usual bool) bool {
	return r.text(path, strconv.FormatBool(usual)) == "true"
}

// maxExact is the largest number up to which a float64 has all integers.
const maxExact = 1 << 53

// number returns a whole number that the schema has accepted, however it is written: 3.0
// and 1e2 are whole numbers of JSON Schema too. One that is too large is reported.
func (r *reader) number(path string, usual int) int {
	v, ok := r.values[path]
	if !ok {
		return usual
	}
	if n, err := strconv.Atoi(v.text); err == nil {
		return n
	}
	n, err := strconv.ParseFloat(v.text, 64)
	switch {
	case err == nil && n == math.Trunc(n) && math.Abs(n) <= maxExact:
		return int(n)
	// What is wrong with a value from the environment was reported when it was put in.
	case v.text == v.Value:
		r.report(path, fmt.Sprintf("`%s` is %s; expected a whole number of at most %d", dotted(path), v.text, maxExact))
	}
	return usual
}

func (r *reader) seconds(path string, usual float64) time.Duration {
	// The schema has refused what is no number, so only a missing key fails here.
	if s, err := strconv.ParseFloat(r.text(path, ""), 64); err == nil {
		usual = s
	}
	return time.Duration(usual * float64(time.Second))
}
