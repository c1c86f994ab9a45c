package grade

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// A residue is what a schema says beyond what a model can know: pattern,
// format, lengths and the like. What cannot be evaluated, such as a pattern
// that is no regular expression of RE2, is left out, so that a residue refuses
// nothing that the schema accepts.
type residue struct{ schema *jsonschema.Schema }

// newResidue returns the residue of a schema; nil if there is none.
func newResidue(s *tool.Schema) *residue {
	doc := residueOf(s, 0)
	if doc == nil {
		return nil
	}
	compiled, err := compile(doc)
	if err != nil {
		return nil
	}
	return &residue{compiled}
}

func compile(doc map[string]any) (*jsonschema.Schema, error) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	if err := c.AddResource("residue.json", doc); err != nil {
		return nil, err
	}
	return c.Compile("residue.json")
}

// maxDepth bounds how deep residues are looked for.
const maxDepth = 32

// residueOf returns the keywords of a schema, and of those in it, that are not
// modelled, as a JSON Schema; nil if there are none.
func residueOf(s *tool.Schema, depth int) map[string]any {
	if s == nil || depth == maxDepth {
		return nil
	}
	parts := []any{}
	// Each keyword is compiled by itself, so that one that cannot be evaluated does not lose the others.
	for _, k := range s.Unmodelled {
		part := map[string]any{}
		value, err := jsonschema.UnmarshalJSON(strings.NewReader(k.Value()))
		part[k.Name] = value
		if _, wrong := compile(part); err == nil && wrong == nil {
			parts = append(parts, part)
		}
	}
	properties := map[string]any{}
	for _, p := range s.Properties {
		if inner := residueOf(p.Schema, depth+1); inner != nil {
			properties[p.Name] = inner
		}
	}
	if len(properties) > 0 {
		parts = append(parts, map[string]any{"properties": properties})
	}
	if inner := residueOf(s.Items, depth+1); inner != nil {
		parts = append(parts, map[string]any{"items": inner})
	}
	if len(parts) == 0 {
		return nil
	}
	doc := map[string]any{"allOf": parts}
	// Null is allowed beside the type, and the keywords do not apply to it.
	if s.Nullable {
		doc = map[string]any{"anyOf": []any{map[string]any{"type": "null"}, doc}}
	}
	return doc
}

// refuses says why a value is refused; "" if it is not. A nil residue refuses
// nothing.
func (r *residue) refuses(v types.Value) string {
	if r == nil {
		return ""
	}
	var doc any
	// Numbers keep all digits.
	d := json.NewDecoder(strings.NewReader(string(interp.ToJSON(v))))
	d.UseNumber()
	if d.Decode(&doc) != nil {
		return ""
	}
	err := r.schema.Validate(doc)
	if err == nil {
		return ""
	}
	bad, ok := err.(*jsonschema.ValidationError)
	if !ok {
		return err.Error()
	}
	for len(bad.Causes) > 0 {
		bad = bad.Causes[len(bad.Causes)-1]
	}
	where := ""
	if len(bad.InstanceLocation) > 0 {
		where = fmt.Sprintf("/%s: ", strings.Join(bad.InstanceLocation, "/"))
	}
	return where + bad.ErrorKind.LocalizedString(message.NewPrinter(language.English))
}
