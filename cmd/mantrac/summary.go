package main

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// summary says how a check went: "3 errors, 1 warning in 2 files; 2 can be
// fixed with --fix", or "2 files checked: no problems". Where not the
// whole of what was asked for could be read, or questions have no answer, it
// does not say that there are no problems.
func summary(r *project.Result, fixable fixCount, whole, unsure bool) string {
	if len(r.Diagnostics) == 0 {
		text := report.Count(r.Checked, "file") + " checked"
		switch {
		case !whole:
			return text + "; some files could not be read"
		case unsure:
			return text + ": " + notAll
		}
		return text + ": no problems"
	}
	text := tallied(r.Diagnostics)
	if fixes := fixable.String(); fixes != "" {
		text += "; " + fixes
	}
	return text
}

// tallied counts findings: "3 errors, 1 warning in 2 files".
func tallied(list []diag.Diagnostic) string {
	c := diag.Tally(list)
	var parts []string
	for _, p := range []struct {
		n    int
		noun string
	}{{c.Errors, "error"}, {c.Warnings, "warning"}, {c.Lints, "lint"}} {
		if p.n > 0 {
			parts = append(parts, report.Count(p.n, p.noun))
		}
	}
	in := make(map[string]bool)
	for _, d := range list {
		if !d.Primary.IsZero() {
			in[d.Primary.File.Name()] = true
		}
	}
	return fmt.Sprintf("%s in %s", strings.Join(parts, ", "), report.Count(len(in), "file"))
}
