package edit

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
)

// members are the members of the edits of each operation.
var members = map[Op][]string{
	Add: {"at", "before", "text"}, Remove: {"at", "expect"}, Replace: {"at", "expect", "text"},
	Rename: {"at", "expect", "to"}, Move: {"at", "expect", "before"},
}

// MarshalJSON implements [json.Marshaler].
func (e Edit) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"op":%q`, e.Op)
	for _, m := range members[e.Op] {
		var value any = *e.member(m)
		if m == "before" && value == "" {
			// The end of a list is null.
			value = nil
		}
		if m == "at" {
			value = e.At.String()
		}
		text, err := plainJSON(value)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&b, `,%q:%s`, m, text)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// member returns the place of a member that is a text; that of the address is
// of no use.
func (e *Edit) member(name string) *string {
	switch name {
	case "expect":
		return &e.Expect
	case "text":
		return &e.Text
	case "to":
		return &e.To
	case "before":
		return &e.Before
	}
	return new(string)
}

// plainJSON writes a value with <, > and & as they are.
func plainJSON(value any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(value)
	return bytes.TrimSpace(b.Bytes()), err
}

// WriteJSON returns a list of edits as a document that edits.schema.json describes.
// The schema keeps to what the structured outputs of language models are restricted to:
// every member is required, none may be added, and alternatives are an `anyOf` of which
// the member `op` selects one.
func WriteJSON(edits []Edit) ([]byte, error) {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\n  \"version\": %d,\n  \"edits\": [", version)
	for i, e := range edits {
		text, err := e.MarshalJSON()
		if err != nil {
			return nil, err
		}
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString("\n    ")
		b.Write(text)
	}
	if len(edits) > 0 {
		b.WriteString("\n  ")
	}
	b.WriteString("]\n}\n")
	return b.Bytes(), nil
}

// ReadJSON reads a document that edits.schema.json describes. The error is a
// [*Refused].
func ReadJSON(data []byte) ([]Edit, error) {
	var doc map[string]json.RawMessage
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, refusal(-1, "", "expected a JSON object {\"version\": %d, \"edits\": […]}: line %d: %s", version, jsontext.FaultLine(data, err), jsontext.Fault(err))
	}
	var n int
	var list []map[string]json.RawMessage
	for _, key := range slices.Sorted(maps.Keys(doc)) {
		if key != "version" && key != "edits" {
			return nil, refusal(-1, "", "there is a member `%s`; a document has `version` and `edits`", key)
		}
	}
	if err := json.Unmarshal(doc["version"], &n); err != nil || n != version {
		return nil, refusal(-1, "", "the member `version` is not %d", version)
	}
	if err := json.Unmarshal(doc["edits"], &list); err != nil || list == nil {
		return nil, refusal(-1, "", "the member `edits` is not a list of objects")
	}
	edits := make([]Edit, len(list))
	for i, m := range list {
		if err := edits[i].read(i, m); err != nil {
			return nil, err
		}
	}
	return edits, nil
}

// UnmarshalJSON implements [json.Unmarshaler].
func (e *Edit) UnmarshalJSON(data []byte) error {
	var m map[string]json.RawMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return err
	}
	return e.read(0, m)
}

// read reads an edit from its members.
func (e *Edit) read(index int, m map[string]json.RawMessage) error {
	var op string
	json.Unmarshal(m["op"], &op) // what is no text is no operation either
	wanted := members[Op(op)]
	if wanted == nil {
		return refusal(index, "op", "`op` is not add, remove, replace, rename or move")
	}
	e.Op = Op(op)
	for _, key := range slices.Sorted(maps.Keys(m)) {
		if key != "op" && !slices.Contains(wanted, key) {
			return refusal(index, key, "`%s` has no member `%s`; it has %s", op, key, strings.Join(wanted, ", "))
		}
	}
	for _, key := range wanted {
		text, ok := m[key]
		if !ok {
			return refusal(index, key, "`%s` lacks its member `%s`", op, key)
		}
		if key == "before" && string(text) == "null" {
			continue
		}
		value := e.member(key)
		// A null is no error to Unmarshal, and leaves the value as it is.
		if err := json.Unmarshal(text, value); err != nil || string(text) == "null" {
			return refusal(index, key, "it is not a text")
		}
		if key == "at" {
			at, err := ParseAddress(*value)
			if err != nil {
				return refusal(index, key, "%v", err)
			}
			e.At = at
		}
	}
	return nil
}
