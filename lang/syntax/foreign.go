package syntax

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// foreignProblem is a file in another encoding or another language. Nothing else is
// said about it, and no fix changes it.
type foreignProblem struct {
	At       source.Span
	Encoding string // UTF-16, or "" where it is a language
	Language string // such as JSON
}

// Diagnose implements [diag.Problem].
func (p foreignProblem) Diagnose() diag.Diagnostic {
	if p.Encoding != "" {
		d := diag.Errorf("MC0002", p.At, "the file is %s, not UTF-8", p.Encoding)
		d.Helpf("save the file as UTF-8")
		return d
	}
	d := diag.Errorf("MC0103", p.At, "the file looks like %s; expected %s", p.Language, p.expected())
	d.Notef("a model is `(model (var NAME TYPE) … (transition TOOL (params …) (pre …) (post …)) …)`; a suite is `(use \"model.wm\")`, then `(case NAME (init …) (checks …) (goal …))`")
	d.Helpf("write it in this language, or give the file another ending")
	return d
}

// expected names what a file of this name holds.
func (p foreignProblem) expected() string {
	if strings.HasSuffix(p.At.File.Name(), ".wm") {
		return "a model, `(model …)`"
	}
	return "a suite of cases, `(case NAME …)`"
}

// ours begins a line of our languages.
var ours = lazyregexp.New(`(?m)^[ \t]*\((model|case|use|const|var|transition|params|pre|post|prompt|init|checks|goal)[\s)]`)

// languages are told by the first line of a file; the first that matches counts.
var languages = []struct {
	name  string
	looks *lazyregexp.Regexp
}{
	{"JSON", lazyregexp.New(`^[{\[]`)},
	{"XML", lazyregexp.New(`^<[?!A-Za-z]`)},
	{"TLA+", lazyregexp.New(`^-{4,}\s*MODULE\b`)},
	{"Gherkin", lazyregexp.New(`^(@\S+\s+)*(Feature|Scenario|Scenario Outline|Background):`)},
	{"Cedar", lazyregexp.New(`^(@\w+\(.*\)\s*)*(permit|forbid)\s*\(`)},
	{"Rego", lazyregexp.New(`^(package\s+[\w.]+\s*$|import\s+(rego|data|input)\b|default\s+\w+\s*:?=)`)},
	{"TypeScript", lazyregexp.New(`^(import\s+([{*"']|\w+\s+from\s+["'])|(export|interface|const|let|function|type)\s+\w)`)},
	{"Python", lazyregexp.New(`^(#!.*python|"""|(async )?def\s+\w+\(|class\s+\w+.*:|import\s+\w|from\s+[\w.]+\s+import\b|@\w[\w.]*(\(.*\))?\s*$|[A-Za-z_]\w*(:\s*\w[\w\[\], ]*)?\s*=\s)`)},
	{"PDDL", lazyregexp.New(`^\(define\s+\((domain|problem)\b`)},
	{"SMT-LIB", lazyregexp.New(`^\((set-logic|set-option|set-info|declare-(const|fun|sort|datatypes?)|define-(fun|sort)|assert|check-sat)\b`)},
	{"Clojure", lazyregexp.New(`^\((ns|defn-?|def|defrecord|defprotocol|deftest|comment)\s`)},
	{"Lisp", lazyregexp.New(`^\((in-package|defpackage|defun|defvar|defparameter|defstruct|defclass|setf|setq|lambda)\b`)},
	{"YAML", lazyregexp.New(`^(---\s*$|- \S|[A-Za-z_][\w-]*:(\s|$))`)},
}

// looksLike names the language that a text which is not ours looks like, or
// returns "".
func looksLike(text string) string {
	for strings.HasPrefix(text, "#") && !strings.HasPrefix(text, "#!") { // comments of Python and YAML
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimSpace(text)
	}
	// A line may be the whole of a large file, and its beginning tells enough.
	first, _, _ := strings.Cut(text[:min(len(text), longestLine)], "\n")
	for _, l := range languages {
		if l.looks.MatchString(strings.TrimRight(first, "\r")) {
			return l.name
		}
	}
	if len(strings.Fields(first)) > 3 && !list.MatchString(text) {
		return "plain text"
	}
	return ""
}

// longestLine is how many bytes of a line are looked at.
const longestLine = 4096

// list begins a line with a list.
var list = lazyregexp.New(`(?m)^[ \t]*\(`)

// foreign says what a file is if it is not ours. A file with a form of ours in
// it is ours, whatever else there is.
func foreign(file *source.File) (foreignProblem, bool) {
	text := file.Text()
	p := foreignProblem{At: file.Span(0, 0)}
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") || len(text) > 1 && (text[0] == 0 || text[1] == 0) {
		p.Encoding = "UTF-16"
		return p, true
	}
	start := triviaEnd(text, 0)
	if strings.HasPrefix(text[start:], "(model") || strings.HasPrefix(text[start:], "(use") || strings.HasPrefix(text[start:], "(case") {
		return p, false
	}
	if p.Language = looksLike(text[start:]); p.Language == "" || ours.MatchString(text) {
		return p, false
	}
	p.At = file.Span(start, start+1)
	return p, true
}
