package smt

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func script(t testing.TB, header string, list ...Assertion) string {
	t.Helper()
	var w bytes.Buffer
	if err := WriteScript(&w, header, list); err != nil {
		t.Fatal(err)
	}
	return w.String()
}

func TestScript(t *testing.T) {
	b := NewBuilder()
	x, r := b.Var("x@1", Int), b.Var("r@1", Real)
	a := b.Var("a@1", Array{Int, Array{Bool, Real}})
	sum := b.Add(x, b.Int(-2))
	got := script(t, "two lines\nof header",
		Assertion{b.Lt(sum, b.Mul(sum, b.Int(3))), "the first\nfrom here"},
		Assertion{b.Eq(b.Select(b.Select(a, x), b.Bool(true)), b.Number(big.NewRat(-1, 3), Real)), ""},
		Assertion{b.Eq(a, b.Filled(Int, b.Filled(Bool, b.Number(big.NewRat(2, 1), Real)))), "third"},
		Assertion{b.Le(b.Div(r, b.ToReal(b.IntDiv(x, b.Int(2)))), b.Number(new(big.Rat), Real)), ""},
	)
	const want = `; two lines
; of header
(set-logic ALL)
; the first
; from here
(declare-const |x@1| Int)
(define-fun def!6 () Int (+ |x@1| (- 2)))
(assert (< def!6 (* def!6 3)))
(declare-const |a@1| (Array Int (Array Bool Real)))
(assert (= (select (select |a@1| |x@1|) true) (- (/ 1.0 3.0))))
; third
(assert (= |a@1| ((as const (Array Int (Array Bool Real))) ((as const (Array Bool Real)) 2.0))))
(declare-const |r@1| Real)
(assert (<= (/ |r@1| (to_real (div |x@1| 2))) 0.0))
(check-sat)
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Written out, the term has 2⁶⁰ leaves.
func TestScriptGrowsWithTheTerms(t *testing.T) {
	b := NewBuilder()
	term := b.Var("x", Int)
	for range 60 {
		term = b.Add(term, term)
	}
	if n := len(script(t, "", Assertion{Term: b.Lt(term, b.Int(1))})); n > 6000 {
		t.Errorf("%d bytes", n)
	}
}

// A chain is written in time that grows with its length, not its square, which
// would be hours here.
func TestScriptOfAChain(t *testing.T) {
	b := NewBuilder()
	term := b.Var("x", Bool)
	for i := range 100_000 {
		term = b.Eq(term, b.Var(fmt.Sprint("v", i), Bool))
	}
	if n := len(script(t, "", Assertion{Term: term})); n < 500_000 {
		t.Errorf("%d bytes", n)
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestScriptTellsOfAWriteError(t *testing.T) {
	if err := WriteScript(brokenWriter{}, "", nil); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}

func TestSymbols(t *testing.T) {
	for name, want := range map[string]string{
		"x@1": "|x@1|", "a b": "|a b|", "x": "|x!|", "abs": "|abs!|", "": "|!|", "@x": "|!40!x!|", ".x@": "|!2e!x@|", "=>": "|=>!|",
		"a|b": "|a!7c!b|", `a\b`: "|a!5c!b|", "hi!": "|hi!21!!|", "é x": "|!e9! x|", "a\n": "|a!a!|", "\xff": "|!xff!|",
		"\xef\xbf\xbd": "|!fffd!|", "\xef": "|!xef!|",
	} {
		if got := symbol(name); got != want {
			t.Errorf("%q is written %s, want %s", name, got, want)
		}
	}
}

func TestSymbolsAreKeptApart(t *testing.T) {
	names := rapid.OneOf(rapid.String(), rapid.StringMatching(`[!|x@a-f0-9]{0,6}`),
		rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
	rapid.Check(t, func(rt *rapid.T) {
		x, y := names.Draw(rt, "x"), names.Draw(rt, "y")
		if (x == y) != (symbol(x) == symbol(y)) {
			rt.Errorf("%q and %q are written %s and %s", x, y, symbol(x), symbol(y))
		}
		inside := symbol(x)[1 : len(symbol(x))-1]
		if strings.ContainsAny(inside, "|\\") {
			rt.Errorf("%s does not end where it should", symbol(x))
		}
	})
}

// A name may be one that a solver has itself, or not be a name at all.
func TestSolversReadEveryName(t *testing.T) {
	b := NewBuilder()
	var all []Assertion
	for i, name := range []string{
		"x", "abs", "and", "true", "let", "as", "_", "str.len", "Int", "select", "=", "@a", ".b", "assert", "re.all",
		"", " ", "a\x00b", "|", `\`, "é", "\xff", "def!1", "k!0", ";", `"`, "(", "2",
	} {
		all = append(all, Assertion{Term: b.Eq(b.Var(name, Int), b.Int(int64(i))), Comment: "value " + name})
	}
	file := filepath.Join(t.TempDir(), "names.smt2")
	if err := os.WriteFile(file, []byte(script(t, "", all...)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, program := range []string{"z3", "cvc5"} {
		t.Run(program, func(t *testing.T) {
			path, err := exec.LookPath(program)
			if err != nil {
				t.Skipf("the program %s is not on the path; `apt-get install %[1]s`", program)
			}
			out, err := exec.Command(path, file).CombinedOutput()
			if strings.TrimSpace(string(out)) != "sat" {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}
