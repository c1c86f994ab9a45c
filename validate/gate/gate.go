package gate

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// A Version is one side of a comparison.
type Version struct {
	Set      *edit.Set
	Projects []project.Project
	Prefix   string // of the names of the files
}

// An Input is what is judged: two versions, the edits between them with their
// places, and what these mean for traces. Behaviour is nil where nobody asks what
// a change means; [Changes] needs none.
type Input struct {
	Old, New  Version
	Edits     []edit.Edit
	Places    []edit.Place
	Behaviour *behaviour.Report
}

// A Change is one thing that is other than before.
type Change struct {
	// Rule says what kind of change it is: "remove-precondition",
	// "tool-schema", "setting".
	Rule string
	// Words says in one line what changed; names and source are marked by code.
	Words func(code func(string) string) string
	// Key names the change for waivers: the address of an edit, or the way to a
	// setting.
	Key string
	// Edit is the index of the edit, or -1.
	Edit int

	// The sides say whether something passes or is allowed that was not before,
	// or is no longer checked (looser); and the other way round (stricter). A side
	// that is found has a witness, or the reason.
	behaviour.Difference
	Case string // whose checks a witness passes; "" where it is a run of a model
	Goal bool   // a witness is a run of both models, and differs by the goal of Case

	// Old and New are where it is; New of what is gone is the declaration that it
	// was in, if there is one.
	Old, New source.Span

	// Prose is the text of a section of a manual before and after, where that is
	// what changed, and Cited the @manual lines that lead to it.
	Prose [2]string
	Cited []source.Span

	// Waived are the waivers that allow the change, or a side of it.
	Waived []*Waiver
}

// Place returns where a reader should look: in the new version, or else in the
// old one.
func (c *Change) Place() source.Span {
	if c.New.IsZero() {
		return c.Old
	}
	return c.New
}

// Open returns the difference without the sides that are waived.
func (c *Change) Open() behaviour.Difference {
	// A copy: the change itself keeps what was found.
	d := c.Difference
	for _, w := range c.Waived {
		for _, side := range []struct {
			class string
			of    *behaviour.Side
		}{{"stricter", &d.Stricter}, {"looser", &d.Looser}} {
			if w.Class == side.class && side.of.Answer == validate.Found || w.Class == "unknown" && side.of.Answer == validate.Unknown {
				*side.of = behaviour.Side{Answer: validate.None}
			}
		}
	}
	return d
}

// A Waiver is a comment by which a person allows a change.
type Waiver struct {
	ast.Waiver
	// Expired says that the old version has it too: it was for another change.
	Expired bool
	Used    bool
}

// A Report is the verdict on a change.
type Report struct {
	// Comments are those that differ, which change nothing; the caller that makes the
	// report may set them.
	Comments []edit.ProseChange

	Changes []Change
	Waivers []*Waiver // of the new version, in the order of the files
	Faults  []ast.Waiver
}

// Judge classes every change between two versions.
func Judge(in Input) *Report {
	j := &judge{Input: in, cases: behaviour.MatchCases(in.Old.Set.Suites, in.New.Set.Suites, behaviour.RenamedCases(in.Edits))}
	// The order matters: each step leaves out what earlier ones already cover.
	j.edits()
	j.models()
	j.checks()
	j.report.Changes = append(j.report.Changes, Changes(in)...)
	j.rest()
	// Waivers come last, since they refer to all changes.
	j.waive()
	return &j.report
}

// Changes returns the changes that are no edits: of schemas, of settings and of
// the manual.
func Changes(in Input) []Change {
	var list []Change
	for _, p := range pairProjects(in) {
		list = append(list, schemaChanges(in, p)...)
		list = append(list, settingChanges(p)...)
		list = append(list, manualChanges(in, p)...)
	}
	return list
}

// Whole returns what all changes come to that nobody has waived.
func (r *Report) Whole() behaviour.Difference {
	whole := none()
	for i := range r.Changes {
		whole = worst(whole, r.Changes[i].Open())
	}
	return whole
}

// worse returns the answer that says more: found, then unknown, then none.
func worse(a, b behaviour.Side) behaviour.Side {
	rank := map[validate.Answer]int{validate.None: 0, validate.Unknown: 1, validate.Found: 2}
	if rank[b.Answer] > rank[a.Answer] {
		return b
	}
	// None of both is proved only if each is.
	if a.Answer == validate.None && b.Answer == validate.None {
		a.Proved = a.Proved && b.Proved
	}
	return a
}

// worst is worse for both sides.
func worst(a, b behaviour.Difference) behaviour.Difference {
	return behaviour.Difference{Stricter: worse(a.Stricter, b.Stricter), Looser: worse(a.Looser, b.Looser)}
}

func none() behaviour.Difference { return behaviour.NoDifference() }

// found is a side without a trace.
func found(reason string) behaviour.Side {
	return behaviour.Side{Answer: validate.Found, Reason: reasoned(reason)}
}

func unknown(reason string) behaviour.Side { return behaviour.Side{Reason: reasoned(reason)} }

// undecided is a difference of which neither side is known.
func undecided(reason string) behaviour.Difference {
	return behaviour.Difference{Stricter: unknown(reason), Looser: unknown(reason)}
}

type reasoned string

func (r reasoned) Error() string { return string(r) }

// Count counts the changes by class, and those that are waived.
func (r *Report) Count() (classes map[behaviour.Class]int, waived int) {
	classes = make(map[behaviour.Class]int)
	for i := range r.Changes {
		classes[r.Changes[i].Class()]++
		if len(r.Changes[i].Waived) > 0 {
			waived++
		}
	}
	return classes, waived
}

// Unused returns the waivers that allow nothing.
func (r *Report) Unused() []*Waiver {
	return slices.DeleteFunc(slices.Clone(r.Waivers), func(w *Waiver) bool { return w.Used })
}

// fixed are words that do not depend on the markup but for names between bars.
func fixed(format string, names ...string) func(func(string) string) string {
	return func(code func(string) string) string {
		text := format
		for _, n := range names {
			text = strings.Replace(text, "|", code(n), 1)
		}
		return text
	}
}
