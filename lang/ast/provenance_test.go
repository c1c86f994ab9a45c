package ast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

const documented = `; Not of the variable: a blank line follows.

(model
  ;; Whether there is one.
  ; @manual manual.md#1 Stock first
  ;
  ; Nobody knows.
  (var in_stock Bool) ; behind it
  (var other Bool)
  (transition t
    (params)
    (pre
      ; @manual m.md#L3-L5
      in_stock)
    ; @manual broken
    (post)))
`

func TestDocOf(t *testing.T) {
	file := source.NewFile("m.wm", documented)
	for _, c := range []struct{ item, text, manual string }{
		{"(var in_stock", "Whether there is one.\n\nNobody knows.", "[manual.md 1 Stock first 0 0]"},
		{"(var other", "", ""},
		{"in_stock)", "", "[m.md  3 5]"},
		{"(post", "", "[  0 0]"},
		{"(model", "", ""},
		{"Bool)", "", ""},
	} {
		at := strings.Index(documented, c.item)
		doc := ast.DocOf(file.Span(at, at+1))
		manual := ""
		for _, p := range doc.Manual {
			manual += fmt.Sprintf("[%s %s %d %d]", p.File, p.Heading, p.First, p.Last)
		}
		if diff := cmp.Diff([2]string{c.text, c.manual}, [2]string{doc.Text, manual}); diff != "" {
			t.Errorf("%s (-want +got):\n%s", c.item, diff)
		}
	}
}

func TestProvenances(t *testing.T) {
	f := ast.Parse(source.NewFile("m.wm", documented), ast.ModelFile, nil)
	var got []string
	for _, p := range f.Provenances() {
		got = append(got, p.Span.Text())
	}
	if diff := cmp.Diff([]string{"manual.md#1 Stock first", "m.md#L3-L5", "broken"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
