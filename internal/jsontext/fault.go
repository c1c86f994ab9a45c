package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"reflect"
	"strings"
)

// Fault says in plain words what is wrong with a text, by an error of encoding/json:
// its own messages speak of types of Go.
func Fault(err error) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &syntax) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return "unexpected end of the text"
	case errors.As(err, &syntax):
		return "not JSON"
	case errors.As(err, &kind) && kind.Field == "":
		return "expected " + expected(kind.Type) + ", found " + article(kind.Value)
	case errors.As(err, &kind):
		return "`" + kind.Field + "` cannot be " + article(kind.Value)
	}
	return strings.TrimPrefix(err.Error(), "json: ")
}

// FaultLine returns the line of a text, from 1, at which an error of [json.Unmarshal] is.
func FaultLine(data []byte, err error) int {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := int64(len(data))
	switch {
	case errors.As(err, &syntax):
		offset = syntax.Offset - 1 // of the byte that is wrong
	case errors.As(err, &kind):
		offset = kind.Offset
	}
	offset = min(max(offset, 0), int64(len(data)))
	return 1 + bytes.Count(data[:offset], []byte{'\n'})
}

// expected names what JSON has for a type.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "an object"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.String:
		return "a string"
	case reflect.Bool:
		return "true or false"
	}
	return "a number"
}

// kinds are what two kinds of value are called that encoding/json names otherwise.
var kinds = map[string]string{"array": "a list", "bool": "true or false"}

// article puts the article before a kind of value as encoding/json names it.
func article(kind string) string {
	switch {
	case kinds[kind] != "":
		return kinds[kind]
	case strings.HasPrefix(kind, "o"):
		return "an " + kind
	case strings.HasPrefix(kind, "number "):
		return "the " + kind
	}
	return "a " + kind
}
