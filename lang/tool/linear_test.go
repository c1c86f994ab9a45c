package tool

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/lang/source"
)

// rep writes n pieces.
func rep(n int, format string) string {
	var b strings.Builder
	for i := range n {
		if strings.Contains(format, "%") {
			fmt.Fprintf(&b, strings.ReplaceAll(format, "%d", "%[1]d"), i)
		} else {
			b.WriteString(format)
		}
	}
	return b.String()
}

// commas writes n pieces with commas between them.
func commas(n int, format string) string { return strings.TrimSuffix(rep(n, format+","), ",") }

func oneTool(parameters string) string { return `[{"name": "t", "parameters": ` + parameters + `}]` }

func oneAPI(paths, components string) string {
	return fmt.Sprintf(`{"openapi": "3.1.0", "paths": {%s}, "components": {%s}}`, paths, components)
}

// hostile are files made to take more time than their size warrants, each of n
// parts.
var hostile = map[string]func(n int) (name, text string){
	"brackets": func(n int) (string, string) { return "t.json", rep(n, "[") },
	"pairs":    func(n int) (string, string) { return "t.json", "[" + rep(n, "[\n],") },
	"one line": func(n int) (string, string) { return "t.json", "[" + commas(n, `{"name":"t%d","parameters":{}}`) + "]" },
	"closers": func(n int) (string, string) {
		return "t.json", rep(n/100, rep(500, "[")+rep(500, "\n]")+",")
	},
	"comments": func(n int) (string, string) { return "t.json", rep(n, "//\n") },
	"quotes":   func(n int) (string, string) { return "t.json", "[" + commas(n, `'a'`) + "]" },
	"newlines": func(n int) (string, string) { return "t.json", `"` + rep(n, "\n") },
	"doubles": func(n int) (string, string) {
		return "t.json", `{"a": [` + rep(n, "1,") + `1]` + rep(n, `, "a": 1`) + "}"
	},
	"number": func(n int) (string, string) {
		return "t.json", oneTool(`{"properties": {"x": {"minimum": ` + rep(n, "9") + `}}}`)
	},
	"references": func(n int) (string, string) {
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {%s}, "$defs": {"b": {"properties": {%s}, "required": [%s]}}}`,
			commas(n, `"a%d": {"$ref": "#/$defs/b", "description": "d"}`), commas(n, `"p%d": {}`), commas(n, `"q%d"`)))
	},
	"merging": func(n int) (string, string) {
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {%s}, "$defs": {"b": {"properties": {%s}}, "c": {"required": ["z"], "not": {}}}}`,
			commas(n, `"a%d": {"allOf": [{"$ref": "#/$defs/b"}, {"$ref": "#/$defs/c"}]}`), commas(n, `"p%d": {}`)))
	},
	"chain": func(n int) (string, string) {
		return "t.json", oneTool(`{"$ref": "#/$defs/a0", "$defs": {` + commas(n, `"a%d": {"$ref": "#/$defs/a%d0"}`) + `}}`)
	},
	"long chain": func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"a%d": {"$ref": "#/$defs/a%d"},`, i, i+1)
		}
		return "t.json", oneTool(`{"properties": {` + commas(n, `"p%d": {"$ref": "#/$defs/a%d"}`) + `}, "$defs": {` + b.String() + fmt.Sprintf(`"a%d": {}}}`, n))
	},
	"ring": func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"a%d": {"properties": {"x": {"$ref": "#/$defs/a%d"}}},`, i, (i+1)%n)
		}
		return "t.json", oneTool(`{"$ref": "#/$defs/a0", "$defs": {` + strings.TrimSuffix(b.String(), ",") + `}}`)
	},
	"everything refers to everything": func(n int) (string, string) {
		n = 1 + n/200
		return "t.json", oneTool(`{"$ref": "#/$defs/a0", "$defs": {` + commas(n, `"a%d": {"properties": {`+commas(n, `"p%d": {"$ref": "#/$defs/a%d"}`)+`}}`) + `}}`)
	},
	"doubling": func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"a%d": {"properties": {"x": {"$ref": "#/$defs/a%d"}, "y": {"$ref": "#/$defs/a%d"}}},`, i, i+1, i+1)
		}
		return "t.json", oneTool(`{"$ref": "#/$defs/a0", "$defs": {` + b.String() + fmt.Sprintf(`"a%d": {}}}`, n))
	},
	"lost references": func(n int) (string, string) {
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {%s}, "$defs": {%s}}`, commas(n, `"a%d": {"$ref": "#/$defs/x%d"}`), commas(n, `"y%d": {}`)))
	},
	"lost names": func(n int) (string, string) {
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {%s}, "required": [%s]}`, commas(n, `"a%d": {}`), commas(n, `"b%d"`)))
	},
	"long enum": func(n int) (string, string) {
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {"a": {"items": {"enum": [%s]}, "default": [%s]}}}`, commas(n, `"a%d"`), commas(n, fmt.Sprintf(`"a%d"`, n-1))))
	},
	"large const": func(n int) (string, string) {
		v := "{" + commas(n, `"a%d": %d`) + "}"
		return "t.json", oneTool(`{"properties": {"a": {"const": ` + v + `, "default": ` + v + `, "enum": [` + v + `]}}}`)
	},
	"optional members": func(n int) (string, string) {
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {"a": {"items": {"properties": {%s}}, "default": [%s]}}}`, commas(n, `"a%d": {}`), commas(n, `{"b": 1}`)))
	},
	"long path": func(n int) (string, string) {
		long := rep(n, "a")
		return "t.json", oneTool(fmt.Sprintf(`{"properties": {"a": {"properties": {%q: {"items": {"type": "string"}}}, "default": {%q: [%s]}}}}`, long, long, commas(n, `"x"`)))
	},
	"nested alternatives": func(n int) (string, string) {
		return "t.json", oneTool(`{"properties": {"a": ` + rep(200, `{"anyOf": [{"type": "string"}, `) + `{"enum": [` + commas(n, "%d") + `]}` + rep(200, "]}") + "}}")
	},
	"shared path": func(n int) (string, string) {
		return "t.json", oneAPI(commas(n, `"/%d": {"$ref": "#/components/pathItems/p"}`),
			`"pathItems": {"p": {"get": {}, "parameters": [`+commas(n, `{"name": "a%d", "in": "query"}`)+`]}}`)
	},
	"shared body": func(n int) (string, string) {
		return "t.json", oneAPI(commas(n, `"/%d": {"put": {"requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/b"}}}}}}`),
			`"schemas": {"b": {"properties": {`+commas(n, `"a%d": {}`)+`}}}`)
	},
	"parameter chain": func(n int) (string, string) {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, `"p%d": {"$ref": "#/components/parameters/p%d"},`, i, i+1)
		}
		return "t.json", oneAPI(`"/": {"get": {"parameters": [`+commas(n, `{"$ref": "#/components/parameters/p%d"}`)+`]}}`, `"parameters": {`+strings.TrimSuffix(b.String(), ",")+"}")
	},
	"misspelt keywords": func(n int) (string, string) {
		return "t.json", oneTool(`{"properties": {` + commas(n, `"a%d": {"tipe": 1}`) + "}}")
	},
	"yaml line":     func(n int) (string, string) { return "t.yaml", "[" + commas(n, `{name: t%d}`) + "]" },
	"yaml brackets": func(n int) (string, string) { return "t.yaml", rep(n, "[") },
	"yaml dashes":   func(n int) (string, string) { return "t.yaml", rep(n, "- ") },
	"yaml keys":     func(n int) (string, string) { return "t.yaml", rep(n, "? ") },
	"yaml comments": func(n int) (string, string) { return "t.yaml", rep(n, "# c\n") + "a: 1" },
	"yaml aliases": func(n int) (string, string) {
		return "t.yaml", "- &a [" + commas(n, "x") + "]\n" + rep(n, "- *a\n")
	},
	"yaml merging": func(n int) (string, string) {
		return "t.yaml", "- &a {" + commas(n, "a%d: 1") + "}\n" + rep(n, "- <<: *a\n")
	},
	"yaml anchors": func(n int) (string, string) { return "t.yaml", rep(n, "- &a%d x\n") },
	"yaml lines":   func(n int) (string, string) { return "t.yaml", "a:\n" + rep(n, "  word\n") },
	"yaml quotes":  func(n int) (string, string) { return "t.yaml", rep(n, "- \"a\"\n") },
	"yaml blocks":  func(n int) (string, string) { return "t.yaml", rep(n, "- |\n  a\n") },
	"yaml spaces":  func(n int) (string, string) { return "t.yaml", rep(n, " ") + "a: 1" },
}

// Hostile files are read, each within the limits. Time that grows faster than
// the file would run into the time-out of the tests; the log shows it.
func TestLinear(t *testing.T) {
	n := 20000
	if testing.Short() {
		n = 2000
	}
	for what, file := range hostile {
		t.Run(what, func(t *testing.T) {
			name, text := file(n)
			start := time.Now()
			set, problems := Read(source.NewFile(name, text), Auto)
			t.Logf("%d bytes, %d tools, %d problems: %v", len(text), len(set.Tools), len(problems), time.Since(start))
			if len(problems) > maxProblems {
				t.Errorf("%d problems", len(problems))
			}
		})
	}
}
