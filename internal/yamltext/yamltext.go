// Package yamltext says in plain words what is wrong with a text of YAML.
package yamltext

import (
	"errors"
	"io"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
)

// Fault says what is wrong with a text by an error of the package yaml, whose own
// messages speak of types of Go.
func Fault(err error) string {
	var typed *yaml.TypeError
	switch {
	case errors.Is(err, io.EOF):
		return "the file is empty"
	case errors.As(err, &typed):
		return strings.Join(lists.Map(typed.Errors, plain), "; ")
	}
	return strings.TrimPrefix(err.Error(), "yaml: ")
}

// What the package yaml says of a key that is not known, and of a value of another kind.
var (
	unknown  = lazyregexp.New(`^(line \d+): field (.*) not found in type .*$`)
	mistyped = lazyregexp.New("(?s)^(line \\d+): cannot unmarshal !!(\\w+)(?: (`.*`))? into .*$")
)

// kinds are the tags of YAML in plain words.
var kinds = map[string]string{
	"map": "a map", "seq": "a list", "str": "a text", "int": "a number", "float": "a number", "bool": "a truth value", "null": "no value",
}

// plain returns one message without types of Go.
func plain(message string) string {
	if m := unknown.FindStringSubmatch(message); m != nil {
		return m[1] + ": unknown key `" + m[2] + "`"
	}
	m := mistyped.FindStringSubmatch(message)
	if m == nil {
		return message
	}
	kind := kinds[m[2]]
	if kind == "" {
		kind = "a value of the kind " + m[2]
	}
	text := m[1] + ": " + kind + " is not allowed here"
	if m[3] != "" {
		text += ": " + m[3]
	}
	return text
}
