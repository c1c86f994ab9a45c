package ast_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
)

const allowed = `(model
  ; Whether there is one.
  ; @allow looser(var/x) a ")" in (a) reason -- me
  (var x Bool) ; @allow unknown of the line — you
  (transition t ; no waiver: @allow looser a -- b
    ; @allow stricter -- nobody
    (params)
    (pre (= x true)) (post)))
; @allow looser at the end -- me
`

func TestWaivers(t *testing.T) {
	f := ast.Parse(source.NewFile("m.wm", allowed), ast.ModelFile, nil)
	var got []string
	for _, w := range f.Waivers() {
		below := ""
		if s := w.Below(); !s.IsZero() {
			below = s.Text()
		}
		got = append(got, fmt.Sprintf("%s(%s) %s by %s: %s [%s]", w.Class, w.Target, w.Reason, w.Author, w.Fault, below))
	}
	want := []string{
		`looser(var/x) a ")" in (a) reason by me:  [(var x Bool)]`,
		"unknown() of the line by you:  [(transition t ; no waiver: @allow looser a -- b\n    ; @allow stricter -- nobody\n    (params)\n    (pre (= x true)) (post))]",
		"stricter()  by nobody: it gives no reason [(params)]",
		"looser() at the end by me:  []",
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	at := f.Tree.File.Text()
	doc := ast.DocOf(f.Tree.File.Span(strings.Index(at, "(var x"), strings.Index(at, "(var x")+1))
	if doc.Text != "Whether there is one." {
		t.Errorf("a waiver is documentation: %q", doc.Text)
	}
}
