package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// A Code is the stable name of a kind of diagnostic, such as MC0412. The
// first two digits name the group: 00 files and characters, 01 syntax, 02
// declarations, 03 types, 04 transitions, 05 tool schemas, 06 suites and
// cases, 07 projects, 08 lints of models, 09 lints of checks, 10 what has no
// effect in models and cases together.
type Code string

// URL returns where the page of the code can be read online. The same page
// is in the binary: mantrac explain CODE.
func (c Code) URL() string {
	return "https://github.com/mantrac/mantrac/blob/main/docs/errors/" + string(c) + ".md"
}

// A Severity says how much a diagnostic matters.
type Severity int

const (
	Error   Severity = iota // the file has no meaning, or not the one it seems to have
	Warning                 // the file has a meaning that is probably not the intended one
	Lint                    // the file could be clearer or more robust
)

// String returns "error", "warning" or "lint".
func (s Severity) String() string { return [...]string{"error", "warning", "lint"}[s] }

// A Tag tells an editor how to draw the primary span.
type Tag int

const (
	Unnecessary Tag = iota // may be removed; drawn faded
	Deprecated             // still accepted, to be replaced; drawn struck through
)

// String returns "unnecessary" or "deprecated".
func (t Tag) String() string { return [...]string{"unnecessary", "deprecated"}[t] }

// A Diagnostic is one finding about source text. See the package comment for
// how its parts are worded.
type Diagnostic struct {
	Code      Code
	Severity  Severity
	Message   string
	Primary   source.Span
	Role      string // what the primary span is, where the message does not say it
	Secondary []Label
	Notes     []string
	Help      []string // actions that no machine can take
	Fixes     []Fix    // alternatives, best first
	Tags      []Tag

	// Problem is the broken rule with its facts, for callers: see [As]. Its spans
	// may be relative to a part of the file. No report shows it.
	Problem Problem
}

// A Label is a secondary span and the part that it plays.
type Label struct {
	Span source.Span
	Role string
}

// A Fix is a change of the source that removes the cause of a diagnostic.
type Fix struct {
	Level   Level
	Message string // an imperative: "read it with `param`"
	Edits   []Edit // not overlapping, ascending
}

// An Edit replaces the text of a span. An empty span inserts, an empty
// replacement deletes.
type Edit struct {
	Span source.Span
	New  string
}

// A Problem is a broken rule that can say so.
type Problem interface{ Diagnose() Diagnostic }

// Of returns the diagnostic of a problem, which it carries.
func Of(p Problem) Diagnostic {
	d := p.Diagnose()
	d.Problem = p
	return d
}

// As returns the problem of a diagnostic if it is of a type, as errors.As does
// with errors.
func As[T Problem](d Diagnostic) (T, bool) {
	p, ok := d.Problem.(T)
	return p, ok
}

// Notef adds a note.
func (d *Diagnostic) Notef(format string, args ...any) {
	d.Notes = append(d.Notes, fmt.Sprintf(format, args...))
}

// Helpf adds an action for a person.
func (d *Diagnostic) Helpf(format string, args ...any) {
	d.Help = append(d.Help, fmt.Sprintf(format, args...))
}

// Also adds a secondary span, unless it is the zero span.
func (d *Diagnostic) Also(at source.Span, role string) {
	if !at.IsZero() {
		d.Secondary = append(d.Secondary, Label{Span: at, Role: role})
	}
}

// Around returns the edits that write a text before a span and another one after it.
func Around(at source.Span, before, after string) []Edit {
	f := at.File
	return []Edit{{Span: f.Span(at.Start, at.Start), New: before}, {Span: f.Span(at.End, at.End), New: after}}
}

// Fix adds a change of the source. Edits are put in order. It is a [Suggestion]
// until [Fix.As] says otherwise; the pointer is valid until the next fix is
// added.
func (d *Diagnostic) Fix(message string, edits ...Edit) *Fix {
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Span.Compare(b.Span) })
	d.Fixes = append(d.Fixes, Fix{Message: message, Edits: edits})
	return &d.Fixes[len(d.Fixes)-1]
}

// Map returns a copy of the diagnostic whose every span is replaced by f of
// it. The parser's trees use it to move diagnostics from a fragment to the
// file that the fragment is in.
func (d Diagnostic) Map(f func(source.Span) source.Span) Diagnostic {
	d.Primary = f(d.Primary)
	d.Secondary = slices.Clone(d.Secondary)
	for i := range d.Secondary {
		d.Secondary[i].Span = f(d.Secondary[i].Span)
	}
	d.Fixes = slices.Clone(d.Fixes)
	for i, fix := range d.Fixes {
		edits := slices.Clone(fix.Edits)
		for j := range edits {
			edits[j].Span = f(edits[j].Span)
		}
		d.Fixes[i].Edits = edits
	}
	return d
}

// Compare is the total order in which diagnostics are reported: by place,
// severity, code, and then by every remaining word, so that equal elements
// are equal diagnostics.
func Compare(a, b Diagnostic) int {
	if c := a.Primary.Compare(b.Primary); c != 0 {
		return c
	}
	if a.Severity != b.Severity {
		return int(a.Severity - b.Severity)
	}
	if c := strings.Compare(string(a.Code), string(b.Code)); c != 0 {
		return c
	}
	if c := strings.Compare(a.Message, b.Message); c != 0 {
		return c
	}
	return strings.Compare(a.detail(), b.detail())
}

func (d Diagnostic) detail() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%q", d.Role)
	for _, l := range d.Secondary {
		fmt.Fprintf(&b, " at %s %d %q", l.Span, l.Span.End, l.Role)
	}
	fmt.Fprintf(&b, " notes %q help %q tags %v", d.Notes, d.Help, d.Tags)
	for _, f := range d.Fixes {
		fmt.Fprintf(&b, " %s fix %q", f.Level, f.Message)
		for _, e := range f.Edits {
			fmt.Fprintf(&b, " %s %d %q", e.Span, e.Span.End, e.New)
		}
	}
	return b.String()
}

// Canonical returns the diagnostics as they are reported: in the order of
// [Compare], duplicates merged, and of several errors on the very same span
// only the one of the earliest group of codes. Later groups build on earlier
// ones (a type rests on a name), so the others are its follow-ons.
func Canonical(list []Diagnostic) []Diagnostic {
	sorted := slices.Clone(list)
	slices.SortFunc(sorted, Compare)
	out := sorted[:0]
	for _, d := range sorted {
		if len(out) > 0 && subsumes(out[len(out)-1], d) {
			continue
		}
		out = append(out, d)
	}
	return slices.Clip(out)
}

// subsumes reports whether b, which follows a in the order, says nothing
// that a does not say, or is a follow-on error of it.
func subsumes(a, b Diagnostic) bool {
	if a.Primary.Compare(b.Primary) != 0 {
		return false
	}
	if a.Severity == Error && b.Severity == Error && a.group() < b.group() {
		return true
	}
	return Compare(a, b) == 0
}

func (d Diagnostic) group() string { return string(d.Code)[:min(4, len(d.Code))] }

// A Count is the number of diagnostics of each severity.
type Count struct{ Errors, Warnings, Lints int }

// Tally counts.
func Tally(list []Diagnostic) Count {
	var c Count
	for _, d := range list {
		switch d.Severity {
		case Error:
			c.Errors++
		case Warning:
			c.Warnings++
		default:
			c.Lints++
		}
	}
	return c
}

// Errorf returns an error with its code, primary span and message.
func Errorf(code Code, at source.Span, format string, args ...any) Diagnostic {
	return Diagnostic{Code: code, Severity: Error, Primary: at, Message: fmt.Sprintf(format, args...)}
}

// Warningf is [Errorf] for a warning.
func Warningf(code Code, at source.Span, format string, args ...any) Diagnostic {
	d := Errorf(code, at, format, args...)
	d.Severity = Warning
	return d
}

// Lintf is [Errorf] for a lint.
func Lintf(code Code, at source.Span, format string, args ...any) Diagnostic {
	d := Errorf(code, at, format, args...)
	d.Severity = Lint
	return d
}

// Replace adds the fix that writes text over the primary span; see
// [Diagnostic.Fix].
func (d *Diagnostic) Replace(message, text string) *Fix {
	return d.Fix(message, Edit{Span: d.Primary, New: text})
}
