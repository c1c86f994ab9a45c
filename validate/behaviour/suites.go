package behaviour

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// A Case is what became of a case that both versions have, or that one of them
// has.
type Case struct {
	Name string
	// Old and New are the verdicts, each with the model of its version; "" where
	// a version lacks the case.
	Old, New validate.Verdict

	// Changed says that the checks differ, and Checks what that means for traces
	// of any calls, the model aside: stricter is a trace that only the old checks
	// accept. GoalChanged says that the goal differs, which is not looked at.
	Changed     bool
	Checks      Difference
	GoalChanged bool
}

// VerdictChanged reports whether a case of both versions has another verdict.
func (c *Case) VerdictChanged() bool {
	return c.Old != "" && c.New != "" && c.Old != c.New
}

// A caseRef is a case with its suite.
type caseRef struct {
	suite *checker.Suite
	decl  *checker.Case
}

func (r caseRef) name() string { return r.decl.Decl.Name().Name }

// path returns the segments of the name of the file.
func (r caseRef) path() []string {
	return strings.Split(filepath.ToSlash(r.suite.File.Tree.File.Name()), "/")
}

// A casePair is a case of both versions, or of one.
type casePair struct{ old, new *caseRef }

// CompareCases tells what became of the cases of two versions: their verdicts,
// and the traces that their checks accept. Cases are matched by their names, and
// where a name is there more than once by the path of the file as well. A case
// that is the same in both, as is its model, is left out. Where ctx ends, what
// is not decided is unknown.
func CompareCases(ctx context.Context, old, new []*checker.Suite, o Options) ([]Case, error) {
	plain := o.Options
	plain.Plain = true
	session := validate.NewSession(plain)
	var changed []casePair
	for _, p := range matchCases(old, new) {
		if p.old == nil || p.new == nil || session.Fingerprint(p.old.suite, p.old.decl) != session.Fingerprint(p.new.suite, p.new.decl) {
			changed = append(changed, p)
		}
	}
	return each(max(1, o.Workers), changed, func(p casePair) (Case, error) { return compareCase(ctx, session, p) })
}

func compareCase(ctx context.Context, s *validate.Session, p casePair) (Case, error) {
	var c Case
	for _, side := range []struct {
		ref *caseRef
		to  *validate.Verdict
	}{{p.old, &c.Old}, {p.new, &c.New}} {
		if side.ref == nil {
			continue
		}
		c.Name = side.ref.name()
		v, err := s.Verdict(ctx, side.ref.suite, side.ref.decl)
		if err != nil {
			return c, err
		}
		*side.to = v
	}
	if p.old == nil || p.new == nil {
		return c, nil
	}
	c.GoalChanged = !slices.Equal(goalTexts(p.old.decl), goalTexts(p.new.decl))
	var err error
	c.Changed, c.Checks, err = compareChecks(ctx, s, p)
	return c, err
}

func matchCases(old, new []*checker.Suite) []casePair {
	before, after := casesOf(old), casesOf(new)
	var list []casePair
	taken := make(map[*checker.Case]bool)
	for _, n := range after {
		p := casePair{new: n}
		if o := partnerOf(n, before, taken); o != nil {
			p.old = o
			taken[o.decl] = true
		}
		list = append(list, p)
	}
	for _, o := range before {
		if !taken[o.decl] {
			list = append(list, casePair{old: o})
		}
	}
	return list
}

func casesOf(suites []*checker.Suite) []*caseRef {
	var list []*caseRef
	for _, s := range suites {
		for _, k := range s.Cases {
			list = append(list, &caseRef{s, k})
		}
	}
	return list
}

// partnerOf returns the case of the same name, of several the one whose file's
// path has the most in common at its end, or nil.
func partnerOf(n *caseRef, list []*caseRef, taken map[*checker.Case]bool) *caseRef {
	var found *caseRef
	most := -1
	for _, o := range list {
		if taken[o.decl] || o.name() != n.name() {
			continue
		}
		if c := commonEnd(o.path(), n.path()); c > most {
			found, most = o, c
		}
	}
	return found
}

// commonEnd returns in how many segments two paths agree at their ends.
func commonEnd(a, b []string) int {
	n := 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

func goalTexts(k *checker.Case) []string {
	var list []string
	for _, e := range k.Goals {
		list = append(list, k.Decl.Goal.Compact(e))
	}
	slices.Sort(list)
	return list
}

func checkTexts(k *checker.Case) []string {
	var list []string
	for _, c := range k.Checks {
		if text := k.Decl.Checks.Compact(c.Form); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// compareChecks says which traces the checks of one version of a case accept
// alone. Each of the checks that one version alone has is asked about: is there
// a trace that all checks of the other version accept and this one does not.
// The world has no rules then, so that every call is possible and changes
// nothing.
func compareChecks(ctx context.Context, s *validate.Session, p casePair) (changed bool, d Difference, err error) {
	old, new := checkTexts(p.old.decl), checkTexts(p.new.decl)
	d = Difference{Side{Answer: validate.None, Proved: true}, Side{Answer: validate.None, Proved: true}}
	if d.Stricter, err = acceptedOnly(ctx, s, p, old, new); err != nil {
		return true, d, err
	}
	d.Looser, err = acceptedOnly(ctx, s, p, new, old)
	return d.Stricter.Witness != nil || d.Looser.Witness != nil || !slices.Equal(sorted(old), sorted(new)), d, err
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }

// acceptedOnly answers whether there is a trace that some checks accept and
// others do not.
func acceptedOnly(ctx context.Context, s *validate.Session, p casePair, accepting, refusing []string) (Side, error) {
	all := Side{Answer: validate.None, Proved: true}
	for _, check := range refusing {
		if slices.Contains(accepting, check) {
			continue
		}
		one, err := refusedAlone(ctx, s, p, accepting, check)
		if err != nil {
			return all, err
		}
		all = all.or(one)
	}
	return all, nil
}

func refusedAlone(ctx context.Context, s *validate.Session, p casePair, accepting []string, check string) (Side, error) {
	if ctx.Err() != nil {
		return Side{Reason: context.Cause(ctx)}, nil
	}
	var b strings.Builder
	b.WriteString("(case c (checks")
	for i, text := range accepting {
		fmt.Fprintf(&b, "\n (accepts-%d %s)", i, text)
	}
	fmt.Fprintf(&b, "\n (refuses %s)))\n", check)
	suite, err := worldless(b.String(), p)
	if err != nil {
		return Side{Reason: err}, nil
	}
	k := suite.Cases[0]
	last := k.Checks[len(k.Checks)-1]
	f, err := s.Ask(ctx, compiler.NewScenario(suite, k), compiler.Query{Kind: compiler.Omission, Check: last})
	if err != nil {
		return Side{}, err
	}
	side := Side{Answer: f.Answer, Proved: f.Proved, Reason: f.Reason}
	if f.Witness != nil {
		side.Witness = &Witness{Rough: f.Witness.Rough}
		for _, step := range f.Witness.Steps {
			side.Witness.Calls = append(side.Witness.Calls, step.Call)
		}
	}
	if side.Answer == validate.Unknown && side.Reason == nil {
		side.Reason = errors.New("no engine gave an answer")
	}
	return side, nil
}

// worldless reads a suite about a model without rules, with the tools of both
// versions of a case.
func worldless(text string, p casePair) (*checker.Suite, error) {
	tools, err := bothTools(p)
	if err != nil {
		return nil, err
	}
	model := checker.CheckModel(ast.Parse(source.NewFile("none.wm", "(model)"), ast.ModelFile, nil), tools, checker.Options{}, nil)
	suite := checker.CheckSuite(ast.Parse(source.NewFile("checks.checks", text), ast.ChecksFile, nil), model, tools, checker.Options{})
	if d := firstError(suite.Diagnostics); d != nil {
		return nil, errors.New("the checks of the two versions do not go together: " + d.Message)
	}
	return suite, nil
}

// bothTools returns the tools that the checks of a case name, with the schemas
// of the new version, or else of the old one. The arguments that the checks pin
// have to be the same in both. Where there are no schemas, or none of a tool,
// it accepts anything.
func bothTools(p casePair) (*tool.Set, error) {
	set := &tool.Set{}
	for _, r := range []*caseRef{p.new, p.old} {
		for _, check := range r.decl.Checks {
			for _, a := range checker.Atoms(check.Form) {
				old, new := p.old.suite.Tools.Lookup(a.Tool.Name), p.new.suite.Tools.Lookup(a.Tool.Name)
				for _, pin := range a.Pins {
					if old != nil && new != nil && !sameProperty(old.Param(pin.Name.Name), new.Param(pin.Name.Name)) {
						return nil, fmt.Errorf("the schema of the argument `%s` of `%s` changed", pin.Name.Name, a.Tool.Name)
					}
				}
				if set.Lookup(a.Tool.Name) == nil {
					set.Tools = append(set.Tools, schemaOr(new, old, a.Tool.Name))
				}
			}
		}
	}
	return set, nil
}

// schemaOr returns the first schema that is there, or one that accepts
// anything.
func schemaOr(a, b *tool.Tool, name string) *tool.Tool {
	for _, t := range []*tool.Tool{a, b} {
		if t != nil {
			return t
		}
	}
	return &tool.Tool{Name: name, Input: &tool.Schema{Types: []tool.Kind{tool.KindObject}}}
}
