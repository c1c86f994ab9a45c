package completion

import (
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

// valuesOf returns the texts that a value may be.
func valuesOf(s *project.ValueSchema) []string {
	list := slices.Clone(s.Enum)
	for _, a := range s.AnyOf {
		list = append(list, valuesOf(a)...)
	}
	if slices.Contains(s.Type, "boolean") {
		list = append(list, "true", "false")
	}
	return list
}

// YAML of settings is read by indentation; lists in it are passed over.
var (
	yamlKey  = lazyregexp.New(`^( *)([\w-]*)$`)
	yamlPair = lazyregexp.New(`^( *)([\w-]+):(?: +(.*))?$`)
)

// A yamlPlace is where the cursor is in a mantra.yaml or a bindings.yaml.
type yamlPlace struct {
	path   []string // of the mapping, or of the value
	isKey  bool
	typed  string
	others []string // keys that the mapping has
}

// yamlPlaceAt finds out where an offset is, by indentation. It needs no text
// that is well formed.
func yamlPlaceAt(text string, offset int) (p yamlPlace, ok bool) {
	start := strings.LastIndexByte(text[:offset], '\n') + 1
	line := text[start:offset]
	// The rest of the line of the cursor is in neither part.
	above, below := strings.Split(text[:start], "\n"), strings.Split(text[offset:], "\n")[1:]
	if m := yamlKey.FindStringSubmatch(line); m != nil {
		// Only a word so far: a key is being typed.
		p.isKey, p.typed = true, m[2]
		p.path = yamlParents(above, len(m[1]))
		p.others = append(yamlSiblings(above, len(m[1]), true), yamlSiblings(below, len(m[1]), false)...)
		return p, true
	}
	// A key and a colon: its value is being typed.
	m := yamlPair.FindStringSubmatch(line)
	if m == nil {
		return p, false
	}
	p.path, p.typed = append(yamlParents(above, len(m[1])), m[2]), m[3]
	inner, flow := strings.CutPrefix(m[3], "{")
	// A comment after the value is not completed.
	if !flow {
		return p, !strings.Contains(m[3], "#")
	}
	// A flow mapping, as in {a: b, c: d}. All pairs but the last are complete.
	pairs := strings.Split(inner, ",")
	for _, pair := range pairs[:len(pairs)-1] {
		key, _, _ := strings.Cut(pair, ":")
		p.others = append(p.others, strings.TrimSpace(key))
	}
	key, value, isValue := strings.Cut(strings.TrimLeft(pairs[len(pairs)-1], " "), ":")
	if p.isKey, p.typed = !isValue, key; isValue {
		p.path, p.typed = append(p.path, key), strings.TrimLeft(value, " ")
	}
	return p, true
}

// yamlParents returns the keys that a line of some indentation is under.
func yamlParents(above []string, indent int) []string {
	var path []string
	// Each line that is indented less than all below it is the next outer key.
	for i := len(above) - 1; i >= 0 && indent > 0; i-- {
		if m := yamlPair.FindStringSubmatch(strings.TrimRight(above[i], " \r")); m != nil && len(m[1]) < indent {
			path, indent = append([]string{m[2]}, path...), len(m[1])
		}
	}
	return path
}

// yamlSiblings returns the keys beside a line of some indentation.
func yamlSiblings(lines []string, indent int, upwards bool) []string {
	var keys []string
	lines = slices.Clone(lines)
	if upwards {
		slices.Reverse(lines)
	}
	for _, l := range lines {
		m := yamlPair.FindStringSubmatch(strings.TrimRight(l, " \r"))
		switch {
		case m == nil:
			// Comments, blank lines and list items are skipped.
		case len(m[1]) < indent:
			// The mapping ends at the first key that is indented less.
			return keys
		case len(m[1]) == indent:
			keys = append(keys, m[2])
		}
	}
	return keys
}

// endings are those of the files that keys name, the expected one first.
var endings = map[string][]string{
	"model": {".wm"}, "tools": {".json", ".yaml", ".yml"}, "tools.source": {".json", ".yaml", ".yml"}, "tool_types": {".json"},
	"user_tools": {".json", ".yaml", ".yml"}, "user_tools.source": {".json", ".yaml", ".yml"},
	"document_path": {".md", ".markdown", ".txt"}, "env_bindings.path": {".yaml", ".yml", ".json"},
}

// YAMLSuggestions lists the keys that a mapping lacks, or the values that a key
// may have, and where what they replace begins.
func YAMLSuggestions(s *snapshot.Snapshot, v *snapshot.View, file, text string, offset int) (list []suggestion, from int) {
	p, ok := yamlPlaceAt(text, offset)
	root, labelled := project.ConfigSchema(), "effects"
	if filepath.Base(file) == project.BindingsName {
		root, labelled = project.BindingsSchema(), "tools"
	}
	schema := root.At(p.path...)
	// An unknown path has no schema, and so no suggestions.
	if from = offset - len(p.typed); !ok || schema == nil {
		return nil, from
	}
	if !p.isKey {
		for _, name := range valuesOf(schema) {
			list = append(list, suggestion{text: name, doc: schema.Description, kind: protocol.CompletionItemKindEnumMember})
		}
		if e := endings[strings.Join(p.path, ".")]; e != nil {
			list = append(list, fileSuggestions(v.Root, filepath.Dir(file), e...)...)
		}
		return list, from
	}
	for name, property := range schema.Properties {
		// A key whose value is a mapping continues on an indented line.
		colon := ": "
		if slices.Contains(property.Type, "object") {
			colon = ":\n" + strings.Repeat(" ", 2*len(p.path)+2)
		}
		rank := 1
		if slices.Contains(schema.Required, name) || len(p.path) == 0 && (name == "tools" || name == "model") {
			rank = 0
		}
		list = append(list, suggestion{text: name + colon, label: name, detail: property.Title, doc: property.Description, kind: protocol.CompletionItemKindProperty, rank: rank})
	}
	if len(p.path) == 1 && p.path[0] == labelled {
		// The keys of this mapping are names of tools, which no schema lists.
		colon := ": "
		if labelled == "tools" {
			colon = ":\n" + strings.Repeat(" ", 4)
		}
		for _, name := range toolNames(v) {
			list = append(list, suggestion{text: name + colon, label: name, detail: "tool", kind: protocol.CompletionItemKindFunction})
		}
	}
	list = slices.DeleteFunc(list, func(c suggestion) bool { return slices.Contains(p.others, c.label) })
	slices.SortFunc(list, func(a, b suggestion) int { return strings.Compare(a.label, b.label) })
	return list, from
}

// toolNames returns the tools of the models of a project, those of schemas and
// those of transitions.
func toolNames(v *snapshot.View) []string {
	set := make(map[string]bool)
	for _, m := range v.Result.Models {
		for _, t := range m.Transitions {
			set[t.Name()] = true
		}
		if m.Tools != nil {
			for _, name := range m.Tools.Names() {
				set[name] = true
			}
		}
	}
	var list []string
	for name := range set {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}
