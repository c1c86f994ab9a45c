package modeltest

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

// Mutated draws a project like another one, but for one to three changes in its
// model, its suite and its tools. It is nil if none of a few tries has no errors.
func Mutated(t *rapid.T, p *Project) *Project {
	d := drawer{t}
	q := p
	for range d.between(1, 3) {
		// Many mutations have no effect or errors, so each change has several tries.
		for range 8 {
			tools, model, suite := q.ToolsText, q.ModelText, q.SuiteText
			switch d.between(0, 5) {
			case 0, 1:
				model = modelMutation(t, q)
			case 5:
				tools = toolsMutation(d, tools)
			default:
				suite = suiteMutation(d, q)
			}
			if tools+model+suite == q.ToolsText+q.ModelText+q.SuiteText {
				continue
			}
			if r, err := loadEvents(q.ConfigText, tools, model, suite); err == nil {
				q = r
				break
			}
		}
	}
	if q == p {
		return nil
	}
	return q
}

// suiteMutation draws the text of a suite like another one: a case, a check, a
// form, a pin, a goal or an initial value is gone or another one.
func suiteMutation(d drawer, p *Project) string {
	k := pick(d, p.Suite.Cases)
	into := func(u *ast.Unit, n ast.Node, text string) string {
		s := p.Suite.File.Tree.Resolve(u.Span(n))
		return p.SuiteText[:s.Start] + text + p.SuiteText[s.End:]
	}
	switch what := d.between(0, 11); {
	case what == 0 && len(p.Suite.Cases) > 1:
		// A suite keeps at least one case.
		all := p.Suite.File.Tree.Resolve(k.Decl.Header.Span(k.Decl.Header.Node))
		start := strings.LastIndex(p.SuiteText[:all.End], "(case")
		return p.SuiteText[:start] + p.SuiteText[ast.FormEnd(p.SuiteText, start):]
	case what <= 3 && k.Decl.Goal != nil:
		e := pick(d, k.Decl.Goal.Node.(*ast.Block).Exprs)
		return into(k.Decl.Goal, e, pick(d, []string{"", "(not " + k.Decl.Goal.Text(e) + ")", "(and " + k.Decl.Goal.Text(e) + " true)"}))
	case what <= 5 && k.Decl.Init != nil && len(k.Decl.Init.Node.(*ast.Init).Entries) > 0:
		e := pick(d, k.Decl.Init.Node.(*ast.Init).Entries)
		return into(k.Decl.Init, e, otherInitial(d, p, e))
	case k.Decl.Checks == nil:
		// The mutations that are left need checks.
		return p.SuiteText
	case what == 6:
		return into(k.Decl.Checks, pick(d, k.Checks), "")
	}
	check := pick(d, k.Checks)
	return into(k.Decl.Checks, check.Form, otherForm(d, p, k, check))
}

// otherInitial draws an initial value of a variable, or none.
func otherInitial(d drawer, p *Project, e *ast.Pin) string {
	v := p.Model.Var(e.Name.Name)
	if v == nil || d.oneIn(3) {
		return ""
	}
	return fmt.Sprintf("(%s %s)", e.Name.Name, pick(d, values(v.Type)))
}

// otherForm draws a form like that of a check.
func otherForm(d drawer, p *Project, k *checker.Case, check *ast.Check) string {
	text := k.Decl.Checks.Text(check.Form)
	var forms []string
	for _, other := range p.Suite.Cases {
		for _, c := range other.Checks {
			forms = append(forms, other.Decl.Checks.Text(c.Form))
		}
	}
	other := pick(d, forms)
	swap := func(a, b string) string {
		if strings.HasPrefix(text, "("+a+" ") {
			return strings.Replace(text, a, b, 1)
		}
		return text
	}
	switch d.between(0, 5) {
	case 0:
		return other
	case 1:
		return pick(d, []string{swap("after", "before"), swap("before", "after"), swap("follows", "precedes"), swap("precedes", "follows"), swap("after", "follows"), swap("before", "precedes"), swap("follows", "after")})
	case 2:
		return strings.Replace(text, "(call", "(no_call", 1)
	case 3:
		return strings.Replace(text, "(no_call", "(call", 1)
	case 4:
		return "(or " + text + " " + other + ")"
	}
	atoms := slices.DeleteFunc(checker.Atoms(check.Form), func(a *ast.Atom) bool { return len(a.Pins) == 0 })
	if len(atoms) == 0 {
		return text
	}
	u := k.Decl.Checks
	pin := pick(d, pick(d, atoms).Pins)
	whole, at := u.Span(check.Form), u.Span(pin)
	return cut(whole, at, "")
}

// cut replaces a part of a text.
func cut(whole, part source.Span, by string) string {
	text := whole.Text()
	return text[:part.Start-whole.Start] + by + text[part.End-whole.Start:]
}

// toolsMutation draws the text of tools like another one, in which a schema of an
// argument accepts more or less. No domain becomes infinite.
func toolsMutation(d drawer, text string) string {
	var doc map[string]any
	dec := json.NewDecoder(strings.NewReader(text))
	// Numbers keep their text, which float64 could change.
	dec.UseNumber()
	if dec.Decode(&doc) != nil {
		return text
	}
	tools := doc["tools"].([]any)
	input := pick(d, tools).(map[string]any)["inputSchema"].(map[string]any)
	properties, _ := input["properties"].(map[string]any)
	names := slices.Sorted(maps.Keys(properties))
	if len(names) == 0 {
		return text
	}
	name := pick(d, names)
	p := properties[name].(map[string]any)
	switch enum, listed := p["enum"].([]any); d.between(0, 5) {
	case 0:
		required, _ := input["required"].([]any)
		if i := slices.IndexFunc(required, func(v any) bool { return v == name }); i >= 0 {
			input["required"] = slices.Delete(required, i, i+1)
		} else {
			input["required"] = append(required, name)
		}
	case 1:
		if kind, ok := p["type"].(string); ok && p["const"] == nil {
			p["type"] = []any{kind, "null"}
			// null has to be in the list as well to be accepted.
			if listed {
				p["enum"] = append(enum, nil)
			}
		}
	case 2:
		if listed && len(enum) > 1 {
			i := d.between(0, len(enum)-1)
			p["enum"] = slices.Delete(slices.Clone(enum), i, i+1)
			delete(p, "default")
		}
	case 3:
		if kind, ok := p["type"].(string); ok && kind == "string" && listed {
			p["enum"] = append(enum, "c")
		}
	case 4:
		if _, ok := p["default"]; ok {
			delete(p, "default")
		} else if listed {
			p["default"] = pick(d, enum)
		} else if p["type"] == "boolean" && p["const"] == nil {
			p["default"] = d.flip()
		}
	default:
		for _, key := range []string{"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"} {
			if n, ok := p[key].(json.Number); ok && d.flip() {
				if i, err := n.Int64(); err == nil && i > -1000 && i < 1000 {
					p[key] = i + int64(2*d.between(0, 1)-1)
				}
			}
		}
	}
	data, err := json.Marshal(doc)
	if err != nil {
		return text
	}
	return string(data) + "\n"
}
