package catalogue_test

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	catalogue "github.com/mantrac/mantrac/docs/errors"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// A reader copies the examples of a page into an empty folder and runs
// `mantrac check` there: the wrong one raises the code, and in the right one
// there is nothing to mend. Where the page says what `mantrac validate`
// reports of the right one, it does.
func TestExamplesAlone(t *testing.T) {
	for _, code := range catalogue.Codes() {
		t.Run(code, func(t *testing.T) {
			t.Parallel()
			p, err := readPage(code)
			if err != nil {
				t.Fatal(err)
			}
			p.project = t
			for _, d := range p.example(p.right).checkCopied().Diagnostics {
				t.Errorf("Right, copied into a folder, raises %s", show(d))
			}
			if wrong := p.example(p.wrong); !p.wrong.generated && !p.deep &&
				!raises(wrong.checkCopied(), code) && !raises(wrong.checkFolder(wrong.named(".checks")...), code) {
				t.Errorf("Wrong, copied into a folder, does not raise %s", code)
			}
			p.checkMeaning(t)
		})
	}
}

func raises(r *project.Result, code string) bool {
	return slices.ContainsFunc(r.Diagnostics, func(d diag.Diagnostic) bool { return string(d.Code) == code })
}

// checkCopied checks a folder with the files of an example. Files of tools
// alone are named on the command line.
func (x example) checkCopied() *project.Result {
	for name := range x.texts {
		if !strings.HasPrefix(name, "tool") {
			return x.checkFolder()
		}
	}
	return x.checkFolder(slices.Concat(x.named(".json"), x.named(".yaml"))...)
}

var reported = regexp.MustCompile("`mantrac validate` reports\\s+`([a-z-]+)`")

// checkMeaning holds what a page says of its right example against the
// validator.
func (p *page) checkMeaning(t *testing.T) {
	claim := reported.FindStringSubmatch(p.right.prose)
	if claim == nil {
		return
	}
	suites := p.example(p.right).checkCopied().Suites
	if len(suites) == 0 {
		t.Fatal("the page says what validate reports, and has no suite")
	}
	for _, s := range suites {
		for _, k := range s.Cases {
			got, err := validate.Validate(context.Background(), s, k, validate.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if string(got.Verdict) != claim[1] {
				t.Errorf("%s: validate reports %s, and the page says %s", filepath.Base(s.File.Tree.File.Name()), got.Verdict, claim[1])
			}
		}
	}
}
