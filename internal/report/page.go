package report

import (
	_ "embed"
	"html/template"
)

//go:embed head.html
var head string

// Page parses the template of a page that loads nothing and runs no script. It begins
// with {{template "head" TITLE}}, which gives the head up to, and with, the styles that
// all pages share; what the page adds to them follows.
func Page(text string) *template.Template {
	return template.Must(template.Must(template.New("page").Parse(head)).Parse(text))
}
