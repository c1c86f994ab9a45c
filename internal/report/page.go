package report

import (
	_ "embed"
	"html/template"
	"strings"
)

//go:embed head.html
var head string

// Page parses the template of a page that loads nothing and runs no script. It begins
// with {{template "head" TITLE}}, which gives the head up to, and with, the styles that
// all pages share; what the page adds to them follows. {{coded TEXT}} shows what is between
// backquotes in a text as code.
func Page(text string) *template.Template {
	page := template.New("page").Funcs(template.FuncMap{"coded": coded})
	return template.Must(template.Must(page.Parse(head)).Parse(text))
}

func coded(text string) template.HTML {
	var b strings.Builder
	for i, part := range strings.Split(text, "`") {
		// Odd parts are between backquotes.
		if part = template.HTMLEscapeString(part); i%2 == 1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}
