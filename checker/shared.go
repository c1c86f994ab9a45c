package checker

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
)

// checkShared checks the forms of the suite beside its cases.
func (c *suiteChecker) checkShared() {
	c.checkGroups()
	if u := c.File.Common; u != nil {
		c.checkCommon(u, c.units[u])
	}
	if u := c.File.Rules; u != nil {
		c.checkRules(u, c.units[u])
	}
}

// CommonChecks returns the checks of all cases.
func (s *Suite) CommonChecks() []*ast.Check {
	if s.File.Common == nil {
		return nil
	}
	if checks := s.File.Common.Node.(*ast.Common).Checks; checks != nil {
		return checks.Checks
	}
	return nil
}

// commonCheck returns the check of all cases with a name, or nil.
func (c *suiteChecker) commonCheck(name string) *ast.Check {
	return lists.Find(c.CommonChecks(), func(k *ast.Check) bool { return k.Name != nil && k.Name.Name == name })
}

// checkCommon checks the checks of all cases.
func (c *suiteChecker) checkCommon(u *ast.Unit, info *unitInfo) {
	first := make(map[string]*ast.Ident)
	for _, check := range c.CommonChecks() {
		// A check without a name is checked as well, for the errors in it.
		c.checkForm(u, info, nil, check.Form)
		if check.Name == nil {
			continue
		}
		if had := first[check.Name.Name]; had != nil {
			info.report(sameName{Code: "MC0604", What: "checks of a case", At: u.Span(check.Name), Name: check.Name.Name, First: u.Span(had)})
			continue
		}
		first[check.Name.Name] = check.Name
	}
	c.checkVariables(u, info, c.CommonChecks())
	// Lints of a faulty check would mislead.
	if !u.Broken() && !erroneous(info.diagnostics) {
		lintChecks(u, info, c.CommonChecks(), c.options)
	}
}

// checkRules checks the names of the rules.
func (c *suiteChecker) checkRules(u *ast.Unit, info *unitInfo) {
	first := make(map[string]*ast.Ident)
	for _, name := range u.Node.(*ast.Rules).Names {
		rule, had := RuleOf(name.Name), first[name.Name]
		switch {
		case rule == "":
			info.report(unknownRule{At: u.Span(name), Name: name.Name})
		case had != nil:
			info.report(sameName{Code: "MC0617", What: "rules", At: u.Span(name), Name: name.Name, First: u.Span(had)})
		default:
			c.Rules = append(c.Rules, rule)
			first[name.Name] = name
		}
	}
}
