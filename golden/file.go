package golden

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// PathOf returns the file of the traces of a suite.
func PathOf(suite string) string {
	return strings.TrimSuffix(suite, filepath.Ext(suite)) + ".traces.jsonl"
}

// Beside reads the traces that are kept beside a suite; nil if there are none.
func Beside(suite string) (*File, error) {
	path := PathOf(suite)
	data, err := project.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	}
	return Read(path, string(data))
}

// The labels of a header that say what is expected.
const (
	failsLabel     = "fails"
	undecidedLabel = "undecided"
)

// A File is what is kept about a suite.
type File struct {
	Traces  []*Trace
	Remarks []Remark
}

// A Trace that is kept.
type Trace struct {
	trace.Trace
	Fails     []string // what is expected to fail, in the order of the case
	Undecided []string // what is expected to be inconclusive

	Line int    // of its header, from 1 on; 0 if it is in no file yet
	text string // its lines
}

// A Remark says why there is no trace of an id.
type Remark struct {
	ID   string
	Text string
	Open bool // it is not known whether there is one
	Line int
}

// Case returns the name of the case that a trace is of.
func (t *Trace) Case() string { return t.Task }

// Made reports whether the id of a trace is one that [Make] gives: that of its
// case, or of the check that it fails.
func (t *Trace) Made() bool {
	if len(t.Fails) == 0 {
		return t.ID == idOf(t.Task, "")
	}
	return t.ID == idOf(t.Task, t.Fails[0])
}

// idOf returns the id of the trace of a case that fails a check; that of the one
// that passes, if the check is "". A slash in a name is written ~1 and a tilde ~0,
// as in addresses of package edit, so that no two ids are the same.
func idOf(kase, check string) string {
	id := jsonpointer.Escape(kase)
	if check != "" {
		id += "/" + jsonpointer.Escape(check)
	}
	return id
}

// CheckOf returns the check that the trace of a case fails, by the id that [Make]
// gives it; "" if it is not such an id.
func CheckOf(kase, id string) string {
	check, found := strings.CutPrefix(id, jsonpointer.Escape(kase)+"/")
	if !found {
		return ""
	}
	return jsonpointer.Unescape(check)
}

// A Fault is a line that cannot be read.
type Fault struct {
	File    string
	Line    int
	Message string
}

// Error implements [error].
func (f *Fault) Error() string {
	return fmt.Sprintf("%s:%d: %s", project.Shown(f.File), f.Line, f.Message)
}

// Read reads the text of a file. The error is a [Fault].
func Read(name, text string) (*File, error) {
	r := &reader{name: name, file: &File{}}
	r.decoder = trace.NewDecoder(name, &r.found)
	number := 0
	for line := range strings.Lines(text) {
		number++
		if strings.TrimSpace(line) == "" {
			continue
		}
		if err := r.line(strings.TrimRight(line, "\r\n"), number); err != nil {
			return nil, err
		}
	}
	return r.file, r.finish()
}

type reader struct {
	name    string
	file    *File
	decoder *trace.Decoder
	found   trace.Collector
}

func (r *reader) fault(line int, format string, args ...any) error {
	return &Fault{r.name, line, fmt.Sprintf(format, args...)}
}

func (r *reader) line(text string, number int) error {
	var d document.Document
	if err := d.Parse(text); err != nil {
		return r.fault(number, "%v", err)
	}
	v := d.Root()
	// A remark has none of the keys of a header or an event.
	if v.Get("remark").Given() && !v.Get("trace").Given() && !v.Get("tool").Given() && !v.Get("kind").Given() {
		r.file.Remarks = append(r.file.Remarks, Remark{ID: v.Get("id").Text(), Text: v.Get("remark").Text(), Open: v.Get("open").True(), Line: number})
		return nil
	}
	if err := r.decoder.Record(v, number); err != nil {
		return err
	}
	if problems := r.found.Problems; len(problems) > 0 {
		return r.fault(number, "%s", problems[0].Message)
	}
	if len(r.found.Traces) == 0 || !v.Get("trace").Given() && len(r.file.Traces) == 0 {
		return r.fault(number, "an event before the first header; a header such as {\"trace\":{\"version\":1,\"id\":ID,\"task\":CASE}} begins a trace")
	}
	if len(r.found.Traces) > len(r.file.Traces) {
		r.file.Traces = append(r.file.Traces, &Trace{Line: number})
	}
	last := r.file.Traces[len(r.file.Traces)-1]
	last.text += text + "\n"
	return nil
}

// finish completes the traces, now that all events are read.
func (r *reader) finish() error {
	lines := make(map[string]int)
	for i, t := range r.file.Traces {
		t.Trace = r.found.Traces[i]
		t.Fails, t.Undecided = namesIn(t.Labels[failsLabel]), namesIn(t.Labels[undecidedLabel])
		if t.Task == "" {
			return r.fault(t.Line, "the header has no `task`, which names the case that the trace is of")
		}
		if first := lines[t.ID]; first > 0 {
			return r.fault(t.Line, "the trace on line %d has the id %q as well; give this one an id of its own", first, t.ID)
		}
		lines[t.ID] = t.Line
	}
	return nil
}

// namesIn returns the names that a label lists.
func namesIn(label string) (list []string) {
	for name := range strings.SplitSeq(label, ",") {
		if name = strings.TrimSpace(name); name != "" {
			list = append(list, listUnescaper.Replace(name))
		}
	}
	return list
}

// labelOf returns the label that lists names.
func labelOf(names []string) string {
	return strings.Join(lists.Map(names, listEscaper.Replace), ", ")
}

// In a list of names, a comma in a name is written ~3 and a tilde ~0. (In addresses ~1
// and ~2 are other characters.)
var (
	listEscaper   = strings.NewReplacer("~", "~0", ",", "~3")
	listUnescaper = strings.NewReplacer("~0", "~", "~3", ",")
)

// With returns the file with other traces of cases: those that were made, and what
// is remarked, are replaced by proofs, in their order. Traces that were added by
// hand come after those of their case. A trace that was made stays where it is not
// known whether there is another one, and so does what is kept of cases without
// proofs.
func (f *File) With(proofs []Proof, cases []string) *File {
	replaced := lists.SetBy(proofs, func(p Proof) string { return p.Case })
	out := &File{}
	for _, kase := range cases {
		for _, p := range proofs {
			if p.Case == kase {
				out.add(f.or(p))
			}
		}
		for _, t := range f.Traces {
			if t.Task == kase && !(replaced[kase] && t.Made()) {
				out.Traces = append(out.Traces, t)
			}
		}
		for _, m := range f.Remarks {
			if m.of(kase) && !replaced[kase] {
				out.Remarks = append(out.Remarks, m)
			}
		}
	}
	for _, t := range f.Traces {
		if !slices.Contains(cases, t.Task) && !t.Made() {
			out.Traces = append(out.Traces, t)
		}
	}
	return out
}

// Adding returns the file with more traces, each after those of its case. The cases
// are those of the suite, in their order.
func (f *File) Adding(list []*Trace, cases []string) *File {
	more := &File{Traces: append(slices.Clip(f.Traces), list...), Remarks: f.Remarks}
	return more.With(nil, cases)
}

// or returns a proof, with the trace that is kept where the question is open.
func (f *File) or(p Proof) Proof {
	for _, t := range f.Traces {
		if p.Open && t.ID == p.ID() && t.Made() {
			p.Trace = t
		}
	}
	return p
}

// of reports whether a remark is about a case.
func (m Remark) of(kase string) bool { return m.ID == idOf(kase, "") || CheckOf(kase, m.ID) != "" }

func (f *File) add(p Proof) {
	if p.Trace != nil {
		f.Traces = append(f.Traces, p.Trace)
	} else {
		f.Remarks = append(f.Remarks, Remark{ID: p.ID(), Text: p.Reason, Open: p.Open})
	}
}

// Text returns the file as it is written: the traces, and after them the remarks.
func (f *File) Text() string {
	var b strings.Builder
	for _, t := range f.Traces {
		b.WriteString(t.text)
	}
	for _, m := range f.Remarks {
		line, _ := json.Marshal(struct { // strings always can be
			Remark string `json:"remark"`
			ID     string `json:"id"`
			Open   bool   `json:"open,omitempty"`
		}{m.Text, m.ID, m.Open})
		b.Write(line)
		b.WriteByte('\n')
	}
	return b.String()
}

// render writes the lines of a trace with its labels.
func (t *Trace) render() {
	t.Labels = nil
	for label, names := range map[string][]string{failsLabel: t.Fails, undecidedLabel: t.Undecided} {
		if len(names) == 0 {
			continue
		}
		if t.Labels == nil {
			t.Labels = make(map[string]string)
		}
		t.Labels[label] = labelOf(names)
	}
	var b bytes.Buffer
	w := trace.NewWriter(&b)
	w.Unplaced = true
	if err := w.Trace(&t.Trace); err != nil {
		panic(err) // a buffer takes everything
	}
	t.text = b.String()
}

// expected returns the verdict that is expected of something that is judged.
func (t *Trace) expected(name string) grade.Verdict {
	switch {
	case slices.Contains(t.Fails, name):
		return grade.Fail
	case slices.Contains(t.Undecided, name):
		return grade.Inconclusive
	}
	return grade.Pass
}
