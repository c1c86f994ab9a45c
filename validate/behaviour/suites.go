package behaviour

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/monitor"
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
	// accept.
	Changed bool
	Checks  Difference
}

// VerdictChanged reports whether a case of both versions has another verdict.
func (c *Case) VerdictChanged() bool {
	return c.Old != "" && c.New != "" && c.Old != c.New
}

// A CaseRef is a case with its suite.
type CaseRef struct {
	Suite *checker.Suite
	Case  *checker.Case
}

// Name returns the name of the case.
func (r CaseRef) Name() string { return r.Case.Decl.Name().Name }

// path returns the segments of the name of the file.
func (r CaseRef) path() []string {
	return strings.Split(filepath.ToSlash(r.Suite.File.Tree.File.Name()), "/")
}

// A CasePair is a case of both versions, or of one; the other one is nil.
type CasePair struct{ Old, New *CaseRef }

// compareCases tells what became of the cases of two versions: their verdicts,
// and the traces that their checks accept. Cases are matched by their names, and
// where a name is there more than once by the path of the file as well. A case
// that is the same in both, as is its model, is left out. Where ctx ends, what
// is not decided is unknown.
func compareCases(ctx context.Context, old, new []*checker.Suite, o Options) ([]Case, error) {
	plain := o.Options
	plain.Plain = true
	session := validate.NewSession(plain)
	var changed []CasePair
	for _, p := range MatchCases(old, new, o.RenameCases) {
		// Equal fingerprints: equal verdicts and checks, without a question.
		if p.Old == nil || p.New == nil || session.Fingerprint(p.Old.Suite, p.Old.Case) != session.Fingerprint(p.New.Suite, p.New.Case) {
			changed = append(changed, p)
		}
	}
	return parallel.Each(max(1, o.Workers), changed, func(p CasePair) (Case, error) { return compareCase(ctx, session, p) })
}

func compareCase(ctx context.Context, s *validate.Session, p CasePair) (Case, error) {
	var c Case
	for _, side := range []struct {
		ref *CaseRef
		to  *validate.Verdict
	}{{p.Old, &c.Old}, {p.New, &c.New}} {
		if side.ref == nil {
			continue
		}
		c.Name = side.ref.Name()
		v, err := s.Verdict(ctx, side.ref.Suite, side.ref.Case)
		if err != nil {
			return c, err
		}
		*side.to = v
	}
	if p.Old == nil || p.New == nil {
		return c, nil
	}
	c.Changed, c.Checks = compareChecks(p)
	return c, nil
}

// MatchCases pairs the cases of two versions as [compareCases] does.
// Renamed are the new names of cases by their old ones.
func MatchCases(old, new []*checker.Suite, renamed map[string]string) []CasePair {
	before, after := casesOf(old), casesOf(new)
	var list []CasePair
	taken := make(map[*checker.Case]bool)
	for _, n := range after {
		p := CasePair{New: n}
		if o := partnerOf(n, before, taken, renamed); o != nil {
			p.Old = o
			taken[o.Case] = true
		}
		list = append(list, p)
	}
	// What is left has no partner in the new version.
	for _, o := range before {
		if !taken[o.Case] {
			list = append(list, CasePair{Old: o})
		}
	}
	return list
}

func casesOf(suites []*checker.Suite) []*CaseRef {
	var list []*CaseRef
	for _, s := range suites {
		for _, k := range s.Cases {
			list = append(list, &CaseRef{s, k})
		}
	}
	return list
}

// partnerOf returns the case of the same name, of several the one whose file's
// path has the most in common at its end, or nil.
func partnerOf(n *CaseRef, list []*CaseRef, taken map[*checker.Case]bool, renamed map[string]string) *CaseRef {
	var found *CaseRef
	most := -1
	for _, o := range list {
		if taken[o.Case] || cmp.Or(renamed[o.Name()], o.Name()) != n.Name() {
			continue
		}
		// Greater, not equal: of several equally close cases the first one counts.
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

// checkTexts returns the texts of the checks of a case, each once, in order.
func checkTexts(r *CaseRef) []string {
	var list []string
	for _, c := range r.Case.Checks {
		list = lists.Include(list, r.Suite.TextOf(r.Case, c.Form))
	}
	// The order of checks has no meaning, so it is no change.
	slices.Sort(list)
	return list
}

// Lost tells of each check of the old version, by its name, whether there is a
// trace that all checks of the new one accept and it does not. Both versions have
// the case. The answers are for traces of every length.
func (p CasePair) Lost() map[string]Side { return refusals(languageOf(p.New), p.Old) }

// Gained tells of each check of the new version, by its name, whether there is a
// trace that all checks of the old one accept and it does not.
func (p CasePair) Gained() map[string]Side { return refusals(languageOf(p.Old), p.New) }

func refusals(l *language, of *CaseRef) map[string]Side {
	all := make(map[string]Side)
	for _, c := range of.Case.Checks {
		all[c.Name.Name] = l.refusedBy(monitor.In(of.Suite, c), of.Suite.Tools)
	}
	return all
}

// Checks tells which traces the checks of one version accept alone: the shortest, of
// several that of the first check by name. Both versions have the case.
func (p CasePair) Checks() Difference {
	return Difference{Stricter: anyOfSides(p.Gained()), Looser: anyOfSides(p.Lost())}
}

// compareChecks says which traces the checks of one version of a case accept
// alone.
func compareChecks(p CasePair) (changed bool, d Difference) {
	d = p.Checks()
	return d.Stricter.Witness != nil || d.Looser.Witness != nil || d.Open() || !slices.Equal(checkTexts(p.Old), checkTexts(p.New)), d
}

// anyOfSides puts answers together, in the order of the names.
func anyOfSides(sides map[string]Side) Side {
	all := NoTrace()
	for _, name := range slices.Sorted(maps.Keys(sides)) {
		all = all.or(sides[name])
	}
	return all
}
