package grammar

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/published"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lang/syntax/syntaxtest"
	"github.com/mantrac/mantrac/lang/types"
)

// Package published reads the grammar of the paper by its productions, and
// packages syntax and ast read the whole languages by hand. These tests compare
// what both say of a file: whether it uses an extension, and where; and the
// trees, if it does not.

// A tally counts the files that the two readers were compared on.
type tally struct{ accepted, refused, faulty int }

// compare compares the two readers on a text.
func (n *tally) compare(t reporter, text string, kind ast.Kind) {
	t.Helper()
	f := parse(text, kind)
	if f.Broken() {
		n.faulty++
		return
	}
	var found []string
	for _, d := range published.Extensions(f) {
		found = append(found, fmt.Sprint(d.Primary, " ", d.Primary.Text()))
	}
	want := extensionsOf(f)
	slices.Sort(want)
	slices.Sort(found)
	if !slices.Equal(found, want) {
		t.Fatalf("the extensions are %q, and strict grammar finds %q:\n%s", want, found, text)
	}
	if len(found) > 0 {
		n.refused++
		return
	}
	n.accepted++
	tree, err := readPublished(text, kind)
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	if want := fileTree(f); tree != want {
		t.Fatalf("the published grammar reads\n%s\nand package ast\n%s\nin\n%s", tree, want, text)
	}
}

func readPublished(text string, kind ast.Kind) (string, error) {
	if kind == ast.ModelFile {
		m, err := published.ReadModel(text)
		return publishedTree(reflect.ValueOf(m)), err
	}
	s, err := published.ReadSuite(text)
	return publishedTree(reflect.ValueOf(s)), err
}

// extensionsOf lists the words of extensions as package ast knows them.
func extensionsOf(f *ast.File) []string {
	var list []string
	for i, p := range f.Tree.Pieces {
		u := f.UnitAt(i)
		if u == nil || p.Kind != syntax.Unit {
			continue
		}
		add := func(at ast.Node) {
			place := f.Tree.Resolve(u.Span(at))
			list = append(list, fmt.Sprint(place, " ", place.Text()))
		}
		for _, x := range ast.Extensions(u.Node) {
			add(x.At)
		}
		switch u.Node.(type) {
		case *ast.Const, *ast.Var, *ast.Definition, *ast.Transition, *ast.Block:
			ast.Inspect(u.Node, func(n ast.Node) bool {
				if word := extensionAt(n); word != nil {
					add(word)
				}
				return true
			})
		}
	}
	return list
}

// extensionAt returns the word of a node with expressions that is an extension,
// or nil.
func extensionAt(n ast.Node) ast.Node {
	switch n := n.(type) {
	case *ast.Const:
		if l, ok := n.Value.(*ast.Literal); ok && l.Value == types.Value(types.Null{}) {
			return l // no literal of the paper
		}
	case *ast.Block:
		if n.Keyword.Name == "goal" {
			return n.Keyword
		}
	case *ast.Op:
		if n.Op.Info().Extension {
			return n.Keyword
		}
	case *ast.Results:
		return n.Keyword
	case *ast.ResultRef:
		return n.Keyword
	case *ast.SeenExpr:
		return n.Keyword
	case *ast.SetOp:
		return n.Keyword
	case *ast.Apply:
		return n.Head
	case *ast.Quantified:
		return n.Keyword
	case *ast.Zip:
		return n.Keyword
	case *ast.ArrayLit:
		return n.Keyword
	case *ast.RecordLit:
		return n.Keyword
	case *ast.MapLit:
		return n.Keyword
	case *ast.MapType:
		return n.Keyword
	}
	return nil
}

// TestPublishedGrammarOnRandomFiles compares the readers on files of the
// generators, whatever they mean.
func TestPublishedGrammarOnRandomFiles(t *testing.T) {
	for _, kind := range []ast.Kind{ast.ModelFile, ast.ChecksFile} {
		t.Run(start(kind), func(t *testing.T) {
			var n tally
			modeltest.Law(t, 300, func(t *rapid.T) {
				words := syntaxtest.Model(t)
				if kind == ast.ChecksFile {
					words = syntaxtest.Suite(t)
				}
				n.compare(t, syntaxtest.Spread(t, words, syntaxtest.Comments), kind)
			})
			n.atLeast(t, 5, 5)
		})
	}
}

// TestPublishedGrammarOnRandomProjects is the same on models that are well
// typed and their suites.
func TestPublishedGrammarOnRandomProjects(t *testing.T) {
	var n tally
	modeltest.Law(t, 100, func(t *rapid.T) {
		p := rapid.OneOf(modeltest.Projects(modeltest.Small), modeltest.Everything(modeltest.Small)).Draw(t, "project")
		n.compare(t, p.ModelText, ast.ModelFile)
		n.compare(t, p.SuiteText, ast.ChecksFile)
	})
	n.atLeast(t, 5, 5)
}

// TestPublishedGrammarOnTheCorpus is the same on the conformance corpus, and on
// its files with one token changed.
func TestPublishedGrammarOnTheCorpus(t *testing.T) {
	var n tally
	seen := make(map[string]bool)
	for _, c := range corpus(t) {
		for _, f := range c.files {
			kind, ok := kindOf(f.name)
			if !ok || seen[f.text] || len(f.text) > 2000 {
				continue
			}
			seen[f.text] = true
			n.compare(t, f.text, kind)
			list := tokens(parse(f.text, kind).Tree)
			for i := len(seen) % 6; i < len(list); i += 6 {
				n.compare(t, mutate(list, mutation{operation(i % int(operations)), i, i * 7919 % len(list)}), kind)
			}
		}
	}
	n.atLeast(t, 1000, 200)
	if n.faulty < 1000 {
		t.Errorf("only %d mutations are faults", n.faulty)
	}
}

// TestPublishedGrammarOnExamples is the same on the examples.
func TestPublishedGrammarOnExamples(t *testing.T) {
	var n tally
	for _, pattern := range []string{"../examples/*/*.wm", "../examples/*/*.checks"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			kind, _ := kindOf(path)
			n.compare(t, string(text), kind)
		}
	}
	n.atLeast(t, 5, 1)
}

// atLeast checks that a law has met enough files of both kinds.
func (n *tally) atLeast(t *testing.T, accepted, refused int) {
	t.Helper()
	t.Logf("%+v", *n)
	if !testing.Short() && (n.accepted < accepted || n.refused < refused) {
		t.Errorf("%+v; want at least %d accepted and %d refused", *n, accepted, refused)
	}
}

// TestPublishedGrammarNarrows: a text of spec.md, appendix B, is in the
// published grammar, and an error of the language.
func TestPublishedGrammarNarrows(t *testing.T) {
	for _, clause := range []string{"(not a b)", "(=> a)", "(/ a)", "(= a)"} {
		text := "(model (transition t (params) (pre " + clause + ") (post)))"
		if _, err := published.ReadModel(text); err != nil {
			t.Errorf("%s: %v", clause, err)
		}
		if f := parse(text, ast.ModelFile); !f.Broken() {
			t.Errorf("%s has no fault", clause)
		}
	}
}
