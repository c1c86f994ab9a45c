package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/spell"
)

// An object is the body of a request.
type object struct {
	text    []byte
	members map[string]json.RawMessage
}

// readObject reads the body of a request. An empty one is an object without members.
func readObject(r *http.Request) (*object, error) {
	o := &object{}
	var err error
	if o.text, err = io.ReadAll(r.Body); err != nil {
		return nil, err
	}
	if len(o.text) == 0 {
		o.text = []byte("{}")
	}
	if err := o.into(&o.members); err != nil {
		return nil, err
	}
	if o.members == nil {
		return nil, bad("the body: expected an object, found null")
	}
	var d document.Document
	if d.Parse(string(o.text)) == nil {
		if twice, member := d.Root().Twice(); member.Kind() != document.Absent {
			return nil, bad("the key %q is there twice", twice)
		}
	}
	return o, nil
}

// into reads an object into a value.
func (o *object) into(value any) error {
	err := json.Unmarshal(o.text, value)
	var mistyped *json.UnmarshalTypeError
	switch {
	case errors.As(err, &mistyped):
		place := "the body"
		if mistyped.Field != "" {
			place = fmt.Sprintf("%q", mistyped.Field)
		}
		return bad("%s: expected %s, found %s", place, expected(mistyped.Type), mistyped.Value)
	case err != nil:
		return bad("the body is not JSON: %v", err)
	}
	return nil
}

// expected describes the JSON that a type of Go is read from.
func expected(t reflect.Type) string {
	switch t.Kind() {
	case reflect.String:
		return "a string"
	case reflect.Uint64:
		return "a whole number that is not negative"
	}
	return "an object"
}

// only refuses an object with other keys.
func (o *object) only(keys ...string) error {
	for _, key := range slices.Sorted(maps.Keys(o.members)) {
		if slices.Contains(keys, key) {
			continue
		}
		if near := spell.Nearest(key, keys); near != "" {
			return bad("unknown key %q; did you mean %q?", key, near)
		}
		if len(keys) == 0 {
			return bad("unknown key %q; expected no keys", key)
		}
		return bad("unknown key %q; expected %s", key, strings.Join(keys, ", "))
	}
	return nil
}

// read reads the body of a request, an object with the given keys, into a value.
func read(r *http.Request, into any, keys ...string) error {
	o, err := readObject(r)
	if err != nil {
		return err
	}
	if err := o.only(keys...); err != nil {
		return err
	}
	return o.into(into)
}
