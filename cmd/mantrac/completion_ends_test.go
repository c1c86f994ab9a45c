package main

import (
	"regexp"
	"testing"
)

// Verbs that take files have them completed, and so do flags whose value is one.
func TestCompletedFiles(t *testing.T) {
	files := regexp.MustCompile(`PATH|SUITE|TRACE|MODEL|RESULTS|MANUAL|OLD|THEIRS|ADDRESS FILE|import \[flags\] FILE`)
	for _, v := range verbs() {
		if files.MatchString(v.UsageText) && len(endings[v.Name]) == 0 {
			t.Errorf("%s takes files, and completes none: %s", v.Name, v.UsageText)
		}
		for _, f := range v.Flags {
			switch f := completableFlag(f); f.Names[len(f.Names)-1] {
			case "--edges", "--map", "--tiers", "--baseline", "--tools", "--output":
				if f.Takes && !f.File {
					t.Errorf("%s %v completes no file", v.Name, f.Names)
				}
			}
		}
	}
}
