package syntax

import (
	"regexp"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// Foreign is a file in another encoding or another language. Nothing else is
// said about it, and no fix changes it.
type Foreign struct {
	At       source.Span
	Encoding string // UTF-16, or "" where it is a language
	Language string // JSON, YAML, XML
}

// Diagnose implements [diag.Problem].
func (p Foreign) Diagnose() diag.Diagnostic {
	if p.Encoding != "" {
		d := diag.Errorf("MC0002", p.At, "the file is %s, not UTF-8", p.Encoding)
		d.Helpf("save the file as UTF-8")
		return d
	}
	d := diag.Errorf("MC0103", p.At, "the file is %s, and not a model or a suite", p.Language)
	d.Notef("models and suites are forms in parentheses, such as `(model …)` and `(case …)`")
	d.Helpf("write it in the language of its ending, or give the file another ending")
	return d
}

// yamlLine is how the first line of YAML looks.
var yamlLine = regexp.MustCompile(`^(---|- |#|[A-Za-z_][\w-]*:(\s|$))`)

// foreign says what a file is if it is not ours. A file with a form in it is
// ours, whatever else there is.
func foreign(file *source.File) (Foreign, bool) {
	text := file.Text()
	p := Foreign{At: file.Span(0, 0)}
	if strings.HasPrefix(text, "\xff\xfe") || strings.HasPrefix(text, "\xfe\xff") || len(text) > 1 && (text[0] == 0 || text[1] == 0) {
		p.Encoding = "UTF-16"
		return p, true
	}
	start := triviaEnd(text, 0)
	if start == len(text) || text[start] == '(' || text[start] == ')' {
		return p, false
	}
	switch first := text[start:]; {
	case first[0] == '{' || first[0] == '[':
		p.Language = "JSON"
	case first[0] == '<':
		p.Language = "XML"
	case yamlLine.MatchString(first):
		p.Language = "YAML"
	default:
		return p, false
	}
	for line := range strings.SplitSeq(text, "\n") {
		if strings.HasPrefix(strings.TrimLeft(line, " \t"), "(") {
			return p, false
		}
	}
	p.At = file.Span(start, start+1)
	return p, true
}
