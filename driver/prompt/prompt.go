package prompt

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strconv"
	"strings"
	"text/template"

	"github.com/mantrac/mantrac/grammar"
	"github.com/mantrac/mantrac/internal/lazyregexp"
)

//go:embed templates
var files embed.FS

// A Prompt is a request, ready to be sent.
type Prompt struct {
	Name    string // of the template
	Version int    // of the template
	SHA256  string // of the template with its schema, and the system prompt
	System  string
	Text    string
	Schema  json.RawMessage // of the answer; nil for text
}

// Names returns the names of all templates, in the order in which a run uses them.
func Names() []string {
	return []string{
		"document_extraction", "tool_relevance", "scenario_generation", "check_generation", "smt_schema_prepass", "smt_full_pass",
		"fix_repair", "conflict_resolution", "check_resolution", "backward_audit", "judge", "locus_reassessment",
	}
}

// functions are what templates may call.
var functions = template.FuncMap{
	"fence":   Fence,
	"section": grammar.Section,
	"number":  func(i int) int { return i + 1 },
}

// templates are those of all stages, with the parts that several have.
var templates = template.Must(template.New("").Funcs(functions).ParseFS(files, "templates/*.tmpl"))

// versionLine is the first line of a template.
var versionLine = lazyregexp.New(`^\{\{- /\* version (\d+) \*/ -\}\}\n`)

// Render writes a prompt.
func Render(d Data) (Prompt, error) {
	p, err := describe(d.template())
	if err != nil {
		return Prompt{}, err
	}
	var b strings.Builder
	// The name of a parsed file has its ending.
	if err := templates.ExecuteTemplate(&b, p.Name+".tmpl", d); err != nil {
		return Prompt{}, fmt.Errorf("the prompt of %s cannot be written: %w", p.Name, err)
	}
	p.Text = strings.TrimSpace(b.String()) + "\n"
	return p, nil
}

// describe returns a prompt without its text.
func describe(name string) (Prompt, error) {
	text, err := Source(name)
	if err != nil {
		return Prompt{}, err
	}
	p := Prompt{Name: name}
	m := versionLine.FindStringSubmatch(text)
	if m == nil {
		return Prompt{}, fmt.Errorf("the template of %s has no version", name)
	}
	// The expression matches digits only.
	p.Version, _ = strconv.Atoi(m[1])
	system, err := Source("system")
	if err != nil {
		return Prompt{}, err
	}
	// The version is for people who read the template, and not for the model.
	p.System = strings.TrimSpace(versionLine.ReplaceAllString(system, ""))
	if p.Schema, err = Schema(name); err != nil {
		return Prompt{}, err
	}
	// Whatever the model is given by the template is in the hash, so that recordings show what changed.
	sum := sha256.Sum256([]byte(system + text + string(p.Schema)))
	p.SHA256 = hex.EncodeToString(sum[:])
	return p, nil
}

// Source returns the template of a stage, or of the system prompt.
func Source(name string) (string, error) {
	data, err := files.ReadFile("templates/" + name + ".tmpl")
	return string(data), err
}

// Schema returns the JSON schema of the answers of a stage; nil where they are text.
func Schema(name string) (json.RawMessage, error) {
	switch name {
	// These stages answer in the same form.
	case "check_resolution", "backward_audit":
		name = "conflict_resolution"
	}
	data, err := files.ReadFile("templates/" + name + ".schema.json")
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}
