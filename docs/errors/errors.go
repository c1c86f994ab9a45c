// Package catalogue embeds the pages of the error catalogue. The examples are
// run by the tests of this package, so that a page cannot say what the checker
// does not do.
//
// This package is not part of the supported API, and may change.
package catalogue

import (
	"embed"
	"strings"
)

//go:embed MC*.md
var pages embed.FS

// Codes returns all codes, ascending.
func Codes() []string {
	entries, err := pages.ReadDir(".")
	if err != nil {
		panic(err) // the folder is part of the binary
	}
	var codes []string
	for _, e := range entries {
		codes = append(codes, strings.TrimSuffix(e.Name(), ".md"))
	}
	return codes
}

// Page returns the page of a code in Markdown, or false.
func Page(code string) (string, bool) {
	page, err := pages.ReadFile(code + ".md")
	return string(page), err == nil
}

// Title returns the headline of a code's page, or "".
func Title(code string) string {
	page, _ := Page(code)
	line, _, _ := strings.Cut(page, "\n")
	return strings.TrimPrefix(line, "# "+code+": ")
}
