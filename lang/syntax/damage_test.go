package syntax_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// mend applies the fixes of the faults of parentheses, and returns the text
// and how many such faults remain.
func mend(text string) (mended string, remain int) {
	t := parse(text, nil)
	edits, _ := diag.FirstFixes(parenthesisFaults(t))
	mended, err := diag.Apply(t.File, edits)
	if err != nil {
		panic(err)
	}
	return mended, len(parenthesisFaults(parse(mended, nil)))
}

func parenthesisFaults(t *syntax.Tree) []diag.Diagnostic {
	var list []diag.Diagnostic
	for _, d := range diag.Canonical(t.Faults) {
		if d.Code == "MC0101" || d.Code == "MC0102" {
			list = append(list, d)
		}
	}
	return list
}

func TestZDamage(t *testing.T) {
	names, _ := filepath.Glob("../../examples/*/*.[wc][mh]*")
	for _, name := range names {
		b, _ := os.ReadFile(name)
		text := string(b)
		if len(parse(text, nil).Faults) > 0 {
			continue
		}
		n, bad, exact, many, tokens := 0, 0, 0, 0, 0
		for _, p := range parse(text, nil).Pieces {
			for _, tok := range p.Tokens {
				if tok.Kind != syntax.LParen && tok.Kind != syntax.RParen {
					continue
				}
				at := p.Start + tok.Start
				damaged := text[:at] + text[at+1:]
				n++
				mended, remain := mend(damaged)
				if remain > 0 {
					bad++
					if bad < 3 {
						t.Logf("%v: still %v", source.NewFile(name, text).Span(at, at+1), parse(mended, nil).Faults)
					}
				}
				if mended == text {
					exact++
				}
				if f := parse(damaged, nil).Faults; len(f) != 1 {
					many++
					if many < 8 {
						t.Logf("%v %s: %d faults", source.NewFile(name, text).Span(at, at+1), tok.Kind, len(f))
					}
				}
				_ = tokens
			}
		}
		fmt.Println(name, "parens", n, "bad", bad, "exact", exact, "not one fault", many)
	}
	_ = strings.Join
}
