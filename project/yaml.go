package project

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
)

// Limits of what is read of a mantra.yaml.
const (
	maxConfig = 1 << 20 // bytes
	maxValues = 10_000  // with the aliases written out
	maxDepth  = 64
)

// notYAML is MC0701: the file cannot be read as one YAML document.
const notYAML diag.Code = "MC0701"

// readYAML returns the value of a file; nil where it cannot be read. An empty
// file is an empty mapping.
func readYAML(file *source.File) (root *document.Node, faults []diag.Problem) {
	if size := len(file.Text()); size > maxConfig {
		message := fmt.Sprintf("the file has %d bytes, more than the %d (1 MiB) that are read", size, maxConfig)
		return nil, []diag.Problem{document.Fault{Code: notYAML, At: file.Span(0, 0), Message: message}}
	}
	root, whole := document.ReadYAML(file, document.Options{
		Depth: maxDepth, Values: maxValues, AtAliases: true, Infinite: true,
		Syntax: notYAML, Duplicate: notYAML, Limit: notYAML,
		Report: func(p diag.Problem) { faults = append(faults, p) },
	})
	switch {
	case !whole:
		return nil, faults
	case root == nil:
		root = &document.Node{Kind: document.Object, At: file.Span(0, 0)}
	}
	return root, faults
}

// longSpan is the number of bytes that a span of a line is cut off at.
const longSpan = 1024

// place returns the place of a value: of a mapping or a list, the first line.
func place(n *document.Node) source.Span {
	if n.Kind != document.Object && n.Kind != document.List {
		return n.At
	}
	text := n.At.Text()
	if len(text) > longSpan {
		// The cut may be inside of a character.
		for text = text[:longSpan]; !utf8.ValidString(text); {
			text = text[:len(text)-1]
		}
	}
	line, _, _ := strings.Cut(text, "\n")
	at := n.At
	at.End = at.Start + len(strings.TrimRight(line, " \t\r"))
	return at
}

// plain reports whether a value is a scalar without quotes, as it is written.
func plain(n *document.Node) bool {
	return !n.Inexact && n.Kind != document.Object && n.Kind != document.List && !strings.ContainsAny(n.At.Text()[:min(1, n.At.End-n.At.Start)], `"'`)
}
