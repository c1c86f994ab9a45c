package project

import (
	"cmp"
	_ "embed"
	"encoding/json"
	"regexp"
	"strings"
	"sync"
)

// The JSON Schemas (draft 2020-12) of mantra.yaml and bindings.yaml.
//
//go:embed mantra.schema.json
var schemaText string

//go:embed bindings.schema.json
var bindingsText string

// A ValueSchema is what a schema of this package says of a value, in the part of
// JSON Schema that it uses. References in it have been followed.
type ValueSchema struct {
	Title       string                  `json:"title"` // what is expected, in words
	Description string                  `json:"description"`
	Type        oneOrMore               `json:"type"`
	Properties  map[string]*ValueSchema `json:"properties"`
	Additional  additional              `json:"additionalProperties"`
	Items       *ValueSchema            `json:"items"`
	Required    []string                `json:"required"`
	Enum        []string                `json:"enum"` // texts only
	Minimum     *float64                `json:"minimum"`
	Maximum     *float64                `json:"maximum"`
	Pattern     string                  `json:"pattern"`
	AnyOf       []*ValueSchema          `json:"anyOf"`
	Ref         string                  `json:"$ref"`
	Defs        map[string]*ValueSchema `json:"$defs"`

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
	schema *ValueSchema
}

// UnmarshalJSON implements [json.Unmarshaler].
func (a *additional) UnmarshalJSON(data []byte) error {
	if string(data) == "false" {
		a.none = true
		return nil
	}
	return json.Unmarshal(data, &a.schema)
}

// ConfigSchema returns the schema of mantra.yaml, read.
var ConfigSchema = sync.OnceValue(func() *ValueSchema { return readSchema(schemaText) })

// BindingsSchema returns the schema of bindings.yaml, read.
var BindingsSchema = sync.OnceValue(func() *ValueSchema { return readSchema(bindingsText) })

func readSchema(text string) *ValueSchema {
	root := new(ValueSchema)
	if err := json.Unmarshal([]byte(text), root); err != nil {
		panic("a schema of this package: " + err.Error()) // a test reads them
	}
	root.prepare(root.Defs)
	return root
}

// At returns the schema of what a path of keys leads to, or nil.
func (s *ValueSchema) At(path ...string) *ValueSchema {
	for _, key := range path {
		next := cmp.Or(s.Properties[key], s.Additional.schema)
		if s = next; s == nil {
			return nil
		}
	}
	return s
}

// prepare follows the references of a schema, and reads its patterns. Beside
// a reference nothing counts but the description.
func (s *ValueSchema) prepare(defs map[string]*ValueSchema) {
	// A schema that is referred to may have been prepared already. An empty pattern matches all.
	if s == nil || s.pattern != nil {
		return
	}
	if name, ok := strings.CutPrefix(s.Ref, "#/$defs/"); ok {
		defs[name].prepare(defs)
		description := s.Description
		*s = *defs[name]
		s.Description = cmp.Or(description, s.Description)
		return
	}
	s.pattern = regexp.MustCompile(s.Pattern)
	for _, p := range s.Properties {
		p.prepare(defs)
	}
	s.Additional.schema.prepare(defs)
	s.Items.prepare(defs)
	for _, a := range s.AnyOf {
		a.prepare(defs)
	}
}
