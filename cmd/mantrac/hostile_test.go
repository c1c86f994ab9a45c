package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/grading"
	"github.com/mantrac/mantrac/internal/report"
)

// hostile is what a file may say: it colours the terminal, clears it, turns the
// direction of what follows, and begins lines of its own.
const hostile = `x\u001b[31m\u202e\u2028::error::y|`

// No report in a format for people passes on what a terminal would act upon,
// whichever verb writes it. Hostile text is in constants, comments, reasons, names
// of files and traces.
func TestReportsAreSafe(t *testing.T) {
	dir := t.TempDir()
	raw := strings.NewReplacer(`\u001b`, "\x1b", `\u202e`, "\u202e", `\u2028`, "\u2028").Replace(hostile)
	model := func(comment, pre string) string {
		return `(model
  ; ` + comment + `
  (var looked Bool)
  (var note (Enum "` + hostile + `" "z"))
  (transition look (params) (pre) (post (= (next looked) true)))
  (transition never (params) (pre (and (= looked true) (= looked false))) (post))
  (transition cancel (params) (pre ` + pre + `) (post (= (next note) "z"))))
`
	}
	suite := `(use "model.wm")
; ` + raw + `
(case late
  (init (looked false) (note "` + hostile + `"))
  (checks
    (unlooked (no_call look))
    (cancelled (call cancel))))
`
	trace := `{"trace":{"version":1,"id":"t` + hostile + `","task":"` + hostile + `"}}
{"kind":"call","seq":1,"call_id":"1","tool":"cancel","args":{"why":"` + hostile + `"}}
{"kind":"result","seq":2,"call_id":"1","text":"` + hostile + `"}
{"kind":"call","seq":3,"call_id":"2","tool":"look` + hostile + `","args":{}}
{"kind":` + hostile + `
`
	for name, text := range map[string]string{
		"old/model.wm": model(raw, "(= looked false)"), "new/model.wm": model("@allow looser "+raw+" -- "+raw, `(and (= looked true) (= note "`+hostile+`"))`),
		"old/late.checks": suite, "new/late.checks": strings.Replace(suite, "unlooked", "seldom", 1),
		"new/broken.wm": "(model (var " + raw + " Bool) (transition a (params) (pre (= " + raw + " \"" + raw + "\")) (post)))", "run.jsonl": trace,
		"manual.md": "# A " + raw + "\n\nWhat " + raw + " says.\n\n## B " + raw + "\n\n[A](#a) " + raw + "\n",
		"run" + strings.ReplaceAll(raw, "/", "") + ".jsonl": trace,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Skip("this system has no such names: ", err)
		}
	}
	for _, v := range []struct {
		args    string
		formats []string
	}{
		{"check new old", formats}, {"lint old", formats}, {"validate -v --explain-engine old/late.checks", report.Formats},
		{"diff old/model.wm new/model.wm", report.Formats}, {"diff --behaviour old/model.wm new/model.wm", report.Formats},
		{"grade --model old/late.checks .", grading.Formats}, {"run old/model.wm run.jsonl", []string{"text"}},
		{"plan -v old/late.checks", []string{"text", "dot"}}, {"plan -v new/late.checks", []string{"text", "dot"}}, {"why --suite new/late.checks --case late new/model.wm", []string{"text"}}, {"fmt --check old", nil},
		{"doc chunks manual.md", nil}, {"doc chunks -v manual.md", nil}, {"doc graph manual.md", []string{"dot", "svg"}}, {"sample manual.md", nil}, {"sample --matrix manual.md", nil},
	} {
		for _, format := range append([]string{""}, v.formats...) {
			if slices.Contains([]string{"json", "sarif", "html", "junit", "csv"}, format) {
				continue // for programs, which have the text as it is
			}
			args := strings.Fields(v.args)
			if format != "" {
				args = append(args, "--format", format)
			}
			c := program(t, args...)
			c.Dir = dir
			out, _ := c.CombinedOutput() // the exit code is that of findings
			if strings.ContainsAny(string(out), "\x1b\u202e\u2028") {
				t.Errorf("%s: a terminal would act upon this: %q", strings.Join(args, " "), out)
			}
			if len(out) == 0 && v.formats != nil {
				t.Errorf("%s says nothing", strings.Join(args, " "))
			}
		}
	}
}
