package behaviour

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
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
	c.Changed, c.Checks = compareChecks(p)
	return c, nil
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
// alone: is there a trace that all checks of the other version accept and one of
// this version's does not. The answers are for traces of every length.
func compareChecks(p casePair) (changed bool, d Difference) {
	old, new := languageOf(p.old), languageOf(p.new)
	d = Difference{old.acceptedOnly(new), new.acceptedOnly(old)}
	return d.Stricter.Witness != nil || d.Looser.Witness != nil || d.Open() || !slices.Equal(sorted(checkTexts(p.old.decl)), sorted(checkTexts(p.new.decl))), d
}

func sorted(list []string) []string { return slices.Sorted(slices.Values(list)) }
