package grammar

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/participle/v2/ebnf"
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// The parser of this repository reads forms, and says of each what is wrong
// with its shape; nowhere is its grammar written down as one. These tests hold
// it against mantra.ebnf: by sentences made from the grammar, and by texts
// that differ from a sentence in one token.

// start is the production of a whole file.
func start(kind ast.Kind) string {
	if kind == ast.ModelFile {
		return "Model"
	}
	return "Suite"
}

// TestEBNFIsComplete checks that every name in mantra.ebnf has one production
// and every production a use.
func TestEBNFIsComplete(t *testing.T) {
	g := readGrammar(t)
	used := map[string]bool{"Model": true, "Suite": true}
	for _, name := range g.order {
		eachTerm(g.rules[name], func(term *ebnf.Term) {
			used[term.Name] = used[term.Name] || term.Name != ""
			if term.Name != "" && g.rules[term.Name] == nil {
				t.Errorf("%s uses %s, which has no production", name, term.Name)
			}
			if term.Token != "" && classes[term.Token] == 0 {
				t.Errorf("%s uses the class <%s>, which there is not", name, term.Token)
			}
		})
	}
	for _, name := range g.order {
		if !used[name] {
			t.Errorf("no production uses %s", name)
		}
	}
}

// TestSentencesParse checks that what the grammar makes, the parser reads.
func TestSentencesParse(t *testing.T) {
	g := readGrammar(t)
	for _, kind := range []ast.Kind{ast.ModelFile, ast.ChecksFile} {
		t.Run(start(kind), rapid.MakeCheck(func(t *rapid.T) {
			sentence := g.sentence(t, start(kind))
			if !g.matches(start(kind), sentence) {
				t.Fatalf("the recogniser refuses what the generator makes: %s", flat(sentence))
			}
			text := layOut(t, sentence)
			if faults := beyond(parse(text, kind).Faults); len(faults) > 0 {
				t.Fatalf("a sentence of the grammar has faults:\n%s\n%s", text, faults)
			}
		}))
	}
}

// TestMutationsParse checks that the parser and the grammar agree on texts
// that differ from a sentence in one token.
func TestMutationsParse(t *testing.T) {
	g := readGrammar(t)
	for _, kind := range []ast.Kind{ast.ModelFile, ast.ChecksFile} {
		t.Run(start(kind), rapid.MakeCheck(func(t *rapid.T) {
			text := layOut(t, g.sentence(t, start(kind)))
			list := tokens(parse(text, kind).Tree)
			for i := 0; i < 8 && len(list) > 0; i++ {
				g.agree(t, mutate(list, randomMutation(t, len(list))), kind)
			}
		}))
	}
}

// TestCorpusMutations is TestMutationsParse for the files of the conformance
// corpus in their own layout, with a mutation of every fourth token, and of every one with
// MANTRAC_SOAK=1. Which one it is, and which token replaces another, is as good as random.
func TestCorpusMutations(t *testing.T) {
	g := readGrammar(t)
	every := 4
	if os.Getenv("MANTRAC_SOAK") == "1" {
		every = 1
	}
	seen := make(map[string]bool)
	for _, c := range corpus(t) {
		for _, f := range c.files {
			kind, ok := kindOf(f.name)
			if !ok || seen[f.text] || len(f.text) > 2000 || slices.ContainsFunc(parse(f.text, kind).Faults, lexical) {
				continue
			}
			seen[f.text] = true
			g.agree(t, f.text, kind)
			list := tokens(parse(f.text, kind).Tree)
			for i, tok := range list {
				n := i + len(seen)
				if tok.Kind.IsTrivia() || n/int(operations)%every > 0 {
					continue
				}
				g.agree(t, mutate(list, mutation{operation(n % int(operations)), i, n * 7919 % len(list)}), kind)
			}
		}
	}
	if len(seen) < 300 {
		t.Errorf("only %d files of the corpus have been looked at", len(seen))
	}
}

// A reporter is what *testing.T and *rapid.T have in common here.
type reporter interface {
	Helper()
	Fatalf(format string, args ...any)
}

// agree checks that the parser finds a fault in a text if, and only if, the
// text is no sentence of the grammar.
func (g *grammar) agree(t reporter, text string, kind ast.Kind) {
	t.Helper()
	file := parse(text, kind)
	faults := file.Faults
	if slices.ContainsFunc(faults, foreign) {
		return
	}
	if slices.ContainsFunc(faults, lexical) {
		t.Fatalf("a mutation of tokens has made another token:\n%s\n%s", text, shown(faults))
	}
	sentence := g.matches(start(kind), words(file.Tree))
	switch {
	case sentence && len(beyond(faults)) > 0:
		t.Fatalf("a sentence of the grammar has faults:\n%s\n%s", text, beyond(faults))
	case !sentence && len(faults) == 0:
		t.Fatalf("no sentence of the grammar, and no fault:\n%s", text)
	}
}

// parse reads a text.
func parse(text string, kind ast.Kind) *ast.File {
	return ast.Parse(source.NewFile("file", text), kind, nil)
}

// lexical reports whether a fault is about characters and tokens, on which the
// grammar is silent.
func lexical(d diag.Diagnostic) bool { return strings.HasPrefix(string(d.Code), "MC00") }

// foreign reports whether a fault says that a file is in another language, or
// has its comments, so that not all of it is read.
func foreign(d diag.Diagnostic) bool {
	return d.Code == "MC0013" || strings.HasPrefix(d.Message, "the file looks like ")
}

// static are the rules that the parser checks in passing although the grammar
// does not say them; spec.md has them in chapters 1.7 and 4.
var static = map[diag.Code]string{
	"MC0112": "reserved words, and the name `goal`: a list of words in every place where a name is declared would say nothing that 1.7 does not",
	"MC0122": "the head of an application is the name of a definition, and no name is an operator: the grammar does not know which names there are",
	"MC0118": "a case has checks or a goal: it takes a grammar of every order of the parts",
	"MC0106": "each part of a case at most once: the same; that of other forms is in the grammar",
	"MC0131": "the limits of a number: a list of numbers would say nothing that 3.4 does not",
	"MC0132": "a JSON Pointer begins with `/` or is empty: the grammar has no parts of strings",
	"MC0126": "a suite without a case is a warning, and no error",
}

// beyond returns the faults that only break a rule of the grammar.
func beyond(faults []diag.Diagnostic) string {
	return shown(slices.DeleteFunc(slices.Clone(faults), func(d diag.Diagnostic) bool {
		part := slices.Contains([]string{"prompt", "init", "checks", "goal", "common", "rules"}, d.Primary.Text())
		return static[d.Code] != "" && (d.Code != "MC0106" || part)
	}))
}

func shown(list []diag.Diagnostic) string {
	var b strings.Builder
	for _, d := range list {
		fmt.Fprintln(&b, d.Primary, d.Code, d.Message)
	}
	return b.String()
}

// tokens returns the tokens of a text, trivia included.
func tokens(tree *syntax.Tree) []lexeme {
	var list []lexeme
	for _, p := range tree.Pieces {
		for _, t := range p.Tokens {
			list = append(list, lexeme{t.Kind, p.Text(t.Start, t.End)})
		}
	}
	return list
}

// words returns the tokens that mean something.
func words(tree *syntax.Tree) []lexeme {
	return slices.DeleteFunc(tokens(tree), func(l lexeme) bool { return l.IsTrivia() })
}

// flat writes tokens on one line.
func flat(words []lexeme) string {
	var list []string
	for _, w := range words {
		list = append(list, w.text)
	}
	return strings.Join(list, " ")
}
