package report

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
)

// Summary returns the closing line of a run, such as "2 errors, 1 warning; 2
// of them can be fixed automatically", or "no findings". It counts every
// diagnostic that carries a fix.
func Summary(list []diag.Diagnostic) string {
	if len(list) == 0 {
		return "no findings"
	}
	c := diag.Tally(list)
	var parts []string
	for _, p := range []struct {
		n    int
		noun string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Lints, "lint"}} {
		if p.n > 0 {
			parts = append(parts, count(p.n, p.noun))
		}
	}
	return strings.Join(parts, ", ") + fixable(list)
}

func fixable(list []diag.Diagnostic) string {
	n := 0
	for _, d := range list {
		if len(d.Fixes) > 0 {
			n++
		}
	}
	switch {
	case n == 0:
		return ""
	case len(list) == 1:
		return "; it can be fixed automatically"
	}
	return fmt.Sprintf("; %d of them can be fixed automatically", n)
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
