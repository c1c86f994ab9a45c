// Package structured reads answers that are JSON under a schema.
//
// Providers send the schema to models that support it, and the others get it in the
// prompt. Neither is trusted: the answer is validated here. Models also put JSON into a
// fenced block, or write a sentence before it; the value is found nevertheless.
//
// This package is not part of the supported API, and may change.
package structured

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
)

// An Error says what is wrong with an answer.
type Error struct {
	Problems []Problem
}

// A Problem is a violation of the schema, or what makes a text unreadable as JSON.
type Problem struct {
	Path string // a JSON pointer; "" is the whole answer
	Text string
}

func (p Problem) String() string {
	if p.Path == "" {
		return p.Text
	}
	return p.Path + ": " + p.Text
}

func (e *Error) Error() string {
	list := lists.Map(e.Problems, Problem.String)
	return "the answer is not as its schema says: " + strings.Join(list, "; ")
}

// A Schema is a JSON schema.
type Schema struct{ compiled *jsonschema.Schema }

// Compile reads a JSON schema.
func Compile(text json.RawMessage) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("the schema is not JSON: %w", err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing is loaded from elsewhere
	if err := c.AddResource("answer.json", doc); err != nil {
		return nil, err
	}
	compiled, err := c.Compile("answer.json")
	if err != nil {
		return nil, err
	}
	return &Schema{compiled}, nil
}

// Decode returns the JSON value that an answer has. If there is none, or it is not
// valid under the schema, the error is an *[Error].
func (s *Schema) Decode(answer string) (json.RawMessage, error) {
	text, value, err := find(answer)
	if err != nil {
		return nil, &Error{[]Problem{{Text: err.Error()}}}
	}
	if err := s.compiled.Validate(value); err != nil {
		var invalid *jsonschema.ValidationError
		if !errors.As(err, &invalid) {
			return nil, &Error{[]Problem{{Text: err.Error()}}}
		}
		return nil, &Error{problems(invalid)}
	}
	return text, nil
}

// find returns the JSON value in an answer: the whole answer, or else the first fenced
// block, or else what begins with the first bracket.
func find(answer string) (json.RawMessage, any, error) {
	whole := strings.TrimSpace(strings.TrimPrefix(answer, "\uFEFF"))
	value, first := one(whole)
	if first == nil {
		return json.RawMessage(whole), value, nil
	}
	// A sentence before the value is passed over, and a fence is surer than a bracket.
	for _, part := range []string{fenced(whole), bracketed(whole)} {
		if value, err := one(part); part != "" && err == nil {
			return json.RawMessage(part), value, nil
		}
	}
	return nil, nil, fmt.Errorf("it is not JSON: %v", first)
}

// one reads exactly one JSON value.
func one(text string) (any, error) {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	switch {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errors.New("it ends before its value does")
	}
	return value, err
}

// fenced returns the text of the first fenced block, or "".
func fenced(text string) string {
	// The line end before the text makes a fence on the first line like the others.
	_, rest, ok := strings.Cut("\n"+text, "\n```")
	if !ok {
		return ""
	}
	_, rest, _ = strings.Cut(rest, "\n") // the name of the language
	inside, _, ok := strings.Cut("\n"+rest, "\n```")
	if !ok {
		return ""
	}
	return strings.TrimSpace(inside)
}

// bracketed returns the first object or list of a text, or "".
func bracketed(text string) string {
	at := strings.IndexAny(text, "{[")
	if at < 0 {
		return ""
	}
	d := json.NewDecoder(strings.NewReader(text[at:]))
	var raw json.RawMessage
	if d.Decode(&raw) != nil || strings.ContainsAny(text[at+int(d.InputOffset()):], "{}[]") {
		return "" // there may be another value, and neither is the answer for certain
	}
	return string(raw)
}

// problems returns the innermost violations, in the order of their places.
func problems(e *jsonschema.ValidationError) []Problem {
	if len(e.Causes) == 0 {
		// The innermost violation says what is wrong; those around it that something is.
		p := Problem{Text: document.Excerpt(e.ErrorKind.LocalizedString(message.NewPrinter(language.English)))}
		for _, part := range e.InstanceLocation {
			p.Path += "/" + jsonpointer.Escape(part)
		}
		return []Problem{p}
	}
	list := lists.FlatMap(e.Causes, problems)
	slices.SortStableFunc(list, func(a, b Problem) int { return strings.Compare(a.String(), b.String()) })
	// Several branches of a schema may complain of the same.
	return slices.Compact(list)
}
