package project

import (
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

//go:embed mantra.schema.json
var schemaText string

// Schema returns the JSON Schema (draft 2020-12) of mantra.yaml.
func Schema() string { return schemaText }

// A schema is the part of JSON Schema that mantra.schema.json uses.
type schema struct {
	Title      string             `json:"title"` // what is wanted, in words
	Type       oneOrMore          `json:"type"`
	Properties map[string]*schema `json:"properties"`
	Additional additional         `json:"additionalProperties"`
	Required   []string           `json:"required"`
	Enum       []string           `json:"enum"` // texts only
	Minimum    *float64           `json:"minimum"`
	Maximum    *float64           `json:"maximum"`
	Pattern    string             `json:"pattern"`
	AnyOf      []*schema          `json:"anyOf"`
	Ref        string             `json:"$ref"`
	Defs       map[string]*schema `json:"$defs"`

	pattern *regexp.Regexp
}

// oneOrMore is the value of "type": a name, or a list of names.
type oneOrMore []string

// UnmarshalJSON implements [json.Unmarshaler].
func (o *oneOrMore) UnmarshalJSON(data []byte) error {
	var one string
	if json.Unmarshal(data, &one) == nil {
		*o = oneOrMore{one}
		return nil
	}
	return json.Unmarshal(data, (*[]string)(o))
}

// additional is the value of "additionalProperties": false, or a schema.
type additional struct {
	none   bool
	schema *schema
}

// UnmarshalJSON implements [json.Unmarshaler].
func (a *additional) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		a.none = true
		return nil
	}
	return json.Unmarshal(data, &a.schema)
}

// configSchema returns mantra.schema.json, read.
var configSchema = sync.OnceValue(func() *schema {
	root := new(schema)
	if err := json.Unmarshal([]byte(schemaText), root); err != nil {
		panic("mantra.schema.json: " + err.Error()) // a test reads it
	}
	root.prepare(root.Defs)
	return root
})

// prepare follows the references of a schema, and reads its patterns. Beside
// a reference nothing counts but the description.
func (s *schema) prepare(defs map[string]*schema) {
	if s == nil || s.pattern != nil {
		return
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		defs[name].prepare(defs)
		*s = *defs[name]
		return
	}
	s.pattern = regexp.MustCompile(s.Pattern)
	for _, p := range s.Properties {
		p.prepare(defs)
	}
	s.Additional.schema.prepare(defs)
	for _, a := range s.AnyOf {
		a.prepare(defs)
	}
}
