package grade_test

import (
	"slices"
	"testing"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/trace/grade"
)

// TestRulesAreFindings compares the rules of suites with the findings: each
// finding has one rule, except forbidden edges, which a file lists.
func TestRulesAreFindings(t *testing.T) {
	var classes []grade.Class
	for _, name := range checker.RuleNames() {
		classes = append(classes, grade.Class(checker.RuleOf(name)))
	}
	findings := slices.DeleteFunc(grade.AllFindings(), func(c grade.Class) bool { return c == grade.ForbiddenEdge })
	slices.Sort(classes)
	slices.Sort(findings)
	if !slices.Equal(classes, findings) {
		t.Errorf("rules forbid %v, findings are %v", classes, findings)
	}
}
