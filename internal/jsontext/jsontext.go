// Package jsontext writes JSON for people: indented, and with <, > and & as they
// are, which source text is full of.
package jsontext

import (
	"bytes"
	"encoding/json"
	"io"
)

// Indented returns a value as JSON, with a line break at the end.
func Indented(value any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err := e.Encode(value)
	return b.Bytes(), err
}

// Write writes a value as [Indented] does; nothing, if it cannot be written as JSON.
func Write(w io.Writer, value any) error {
	data, err := Indented(value)
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// Each returns f of each element: a list that is never nil, so that an empty one is
// written as [].
func Each[E, R any](list []E, f func(E) R) []R {
	made := make([]R, len(list))
	for i, x := range list {
		made[i] = f(x)
	}
	return made
}

// List returns a list that is never nil.
func List[E any](list []E) []E { return append([]E{}, list...) }
