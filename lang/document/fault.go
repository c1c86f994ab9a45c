package document

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Fault is what keeps a file from being read as it is.
type Fault struct {
	Code    diag.Code
	At      source.Span
	Message string
	Also    []diag.Label
	Note    string
	Help    string
	Fix     string // what the edits do; nothing if there are none
	Edits   []diag.Edit
}

// Diagnose implements [diag.Problem].
func (f Fault) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: f.Code, Message: f.Message, Primary: f.At}
	for _, l := range f.Also {
		d.Also(l.Span, l.Role)
	}
	if f.Note != "" {
		d.Notef("%s", f.Note)
	}
	if f.Help != "" {
		d.Helpf("%s", f.Help)
	}
	if f.Fix != "" {
		d.Fix(f.Fix, f.Edits...)
	}
	return d
}

// Options say how a file is read into nodes, and what its faults are called.
type Options struct {
	Depth  int    // how many lists and objects may be in each other
	Values int    // how many values a file of YAML may have with its aliases written out
	Fewer  string // how to have fewer values, if there is something to say

	// AtAliases has a value that an alias stands for begin and end where the
	// alias does, and not where the value is written.
	AtAliases bool

	// Infinite has numbers of YAML that JSON does not have, such as `.inf`, read as
	// they are written. Else they are faults.
	Infinite bool

	Syntax, Duplicate, Limit diag.Code
	Report                   func(diag.Problem)
}

// A reader has what the readers of both formats share.
type reader struct {
	Options
	file   *source.File
	text   string
	faults int
	dead   bool // stopped: what follows cannot be understood
}

const byteOrderMark = "\ufeff"

func newReader(f *source.File, o Options) reader {
	return reader{Options: o, file: f, text: f.Text()}
}

// maxFaults bounds the number of reported mistakes of form. Files with more
// of them are not meant to be what they are read as.
const maxFaults = 50

// fault reports a mistake after which reading goes on.
func (r *reader) fault(f Fault) {
	if r.dead {
		return
	}
	f.Code = r.Syntax
	if r.faults++; r.faults > maxFaults {
		f.Note = fmt.Sprintf("reading ends here, after %d mistakes", maxFaults)
		r.dead = true
	}
	r.Report(f)
}

// mistake reports a mistake that an edit mends.
func (r *reader) mistake(at source.Span, fix string, edit diag.Edit, format string, args ...any) {
	r.fault(Fault{At: at, Message: fmt.Sprintf(format, args...), Fix: fix, Edits: []diag.Edit{edit}})
}

// stop reports a mistake after which nothing can be understood.
func (r *reader) stop(f Fault) {
	r.fault(f)
	r.dead = true
}

// limit stops at a limit.
func (r *reader) limit(f Fault) {
	if !r.dead {
		f.Code = r.Limit
		r.Report(f)
	}
	r.dead = true
}

func (r *reader) tooDeep(at source.Span) {
	r.limit(Fault{At: at, Message: fmt.Sprintf("nested more than %d levels deep", r.Depth)})
}

// encoded reports what is not UTF-8 in the text. It reports false where there is
// something.
func (r *reader) encoded() bool {
	if strings.HasPrefix(r.text, "\xff\xfe") || strings.HasPrefix(r.text, "\xfe\xff") {
		r.stop(Fault{At: r.file.Span(0, 2), Message: "the file is in UTF-16", Help: "save it as UTF-8"})
		return false
	}
	first := invalidUTF8(r.text)
	if first < 0 {
		return true
	}
	count := 0
	for at, c := range r.text[first:] {
		// U+FFFD that is written is no mistake.
		if c == utf8.RuneError && !strings.HasPrefix(r.text[first+at:], string(utf8.RuneError)) {
			count++
		}
	}
	f := Fault{At: r.file.Span(first, first+1), Message: notUTF8(r.text[first]), Help: "save the file as UTF-8"}
	if count > 1 {
		f.Note = fmt.Sprintf("it is the first of %d such bytes", count)
	}
	r.fault(f)
	return false
}

func notUTF8(b byte) string { return fmt.Sprintf("the byte 0x%02X is not UTF-8", b) }

// members puts the members of an object into n, but for those whose name
// another one has already, which are reported. In before is the value that comes before
// each member in the text, which may be merged; nil before the first, and for an alias.
func (r *reader) members(n *Node, all []Member, before []*Node) {
	first := make(map[string]Member, len(all))
	n.Members = make([]Member, 0, len(all))
	for i, m := range all {
		earlier, twice := first[m.Name]
		if twice {
			r.duplicate(earlier, m, before[i])
			continue
		}
		first[m.Name] = m
		n.Members = append(n.Members, m)
	}
}

// duplicate reports a member whose name an earlier one has. The value before it
// is given, since what follows that is removed with the member.
func (r *reader) duplicate(earlier, m Member, before *Node) {
	f := Fault{
		Code: r.Duplicate, At: m.At, Message: "duplicate name " + types.Quote(Excerpt(m.Name)) + " in one object",
		Also: []diag.Label{{Span: earlier.At, Role: "first here"}},
	}
	// The fix is for equal values whose places are exact, and in the order of the text.
	if a, b := earlier.Value, m.Value; !a.Inexact && !b.Inexact && a.At.Text() == b.At.Text() &&
		before != nil && !before.Inexact && before.At.End <= m.At.Start && m.At.End <= b.At.Start {
		f.Fix = "remove the second, which says the same"
		f.Edits = []diag.Edit{{Span: r.file.Span(before.At.End, b.At.End)}}
	} else {
		f.Note = "readers do not agree on which of the two counts"
		f.Help = "remove one of them"
	}
	r.Report(f)
}

// Excerpt shortens a text that a message quotes, and keeps it on one line.
func Excerpt(s string) string {
	const limit = 60
	var b strings.Builder
	n := 0
	for _, c := range s {
		if n == limit {
			b.WriteString("…")
			break
		}
		if unicode.IsControl(c) || c == '\u2028' || c == '\u2029' {
			c = unicode.ReplacementChar
		}
		b.WriteRune(c)
		n++
	}
	return b.String()
}
