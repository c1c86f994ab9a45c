package grade

import (
	"bufio"
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"

	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
)

//go:embed grade.schema.json
var schemaText string

// Schema returns the JSON Schema (draft 2020-12) of what [NewJSON] writes.
func Schema() string { return schemaText }

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 1

// A Writer takes what grading finds, trace by trace. Close has to be called
// once, at the end.
type Writer interface {
	Result(r *Result) error
	Problem(p trace.Problem) error
	Assumed(a Assumption) error
	Close() error
}

// An Assumption is what was assumed about the results of calls in a file because
// the log does not say whether the calls failed.
type Assumption struct {
	File    string        `json:"file"`
	Code    string        `json:"code"` // that of the note of the importer
	Message string        `json:"message"`
	Count   int           `json:"count"` // of results
	First   trace.Pointer `json:"first"`
}

// Settings say how traces were graded.
type Settings struct {
	Failed    FailedCalls `json:"failed_calls"`
	Parallel  Parallel    `json:"parallel"`
	Attempts  Attempts    `json:"attempts"`
	Requestor Requestor   `json:"requestor"`
	Model     bool        `json:"model"`
}

// Settings returns the options that are in documents of results.
func (o Options) Settings() Settings {
	o = o.complete()
	return Settings{o.Failed, o.Parallel, o.Attempts, o.Requestor, o.Replay}
}

// Differences lists what differs between two settings: "parallel is any, and was listed".
func (s Settings) Differences(old Settings) (texts []string) {
	differ := func(name string, now, was any) {
		if now != was {
			texts = append(texts, fmt.Sprintf("%s is %v, and was %v", name, now, was))
		}
	}
	differ("failed_calls", s.Failed, old.Failed)
	differ("parallel", s.Parallel, old.Parallel)
	// Older documents do not have it.
	if s.Attempts != "" && old.Attempts != "" {
		differ("attempts", s.Attempts, old.Attempts)
	}
	differ("requestor", s.Requestor, old.Requestor)
	differ("model", s.Model, old.Model)
	return texts
}

type jsonProblem struct {
	File    string        `json:"file"`
	Trace   string        `json:"trace,omitempty"`
	At      trace.Pointer `json:"at"`
	Message string        `json:"message"`
	Fatal   bool          `json:"fatal,omitempty"`
	NoCase  bool          `json:"no_case,omitempty"`
	Kept    bool          `json:"kept,omitempty"`
}

// A jsonWriter writes one document that [Schema] describes.
type jsonWriter struct {
	out      *bufio.Writer
	encoder  *json.Encoder
	results  int
	problems spool.Spool
	assumed  spool.Spool
	err      error
}

// NewJSON returns a writer of one JSON document. Results are written as they
// come, and problems and assumptions after them. The tools are those of the suite; nil
// if it has none.
func NewJSON(w io.Writer, o Options, tools *tool.Set) Writer {
	j := &jsonWriter{out: bufio.NewWriter(w)}
	j.encoder = json.NewEncoder(j.out)
	j.encoder.SetEscapeHTML(false)
	j.text(`{"version":`)
	j.value(jsonVersion)
	j.text(`,"settings":`)
	j.value(o.Settings())
	if tools != nil {
		j.text(`,"tools":`)
		j.value(tools.Complexity())
	}
	j.text(`,"traces":[` + "\n")
	return j
}

func (j *jsonWriter) text(s string) {
	if j.err == nil {
		_, j.err = j.out.WriteString(s)
	}
}

func (j *jsonWriter) value(v any) {
	if j.err == nil {
		j.err = j.encoder.Encode(v)
	}
}

// Result implements [Writer].
func (j *jsonWriter) Result(r *Result) error {
	if j.results > 0 {
		j.text(",")
	}
	j.results++
	j.value(r)
	return j.err
}

// Problem implements [Writer].
func (j *jsonWriter) Problem(p trace.Problem) error {
	return keep(&j.problems, jsonProblem{p.File, p.Trace, p.At, p.Message, p.Fatal, p.NoCase, p.Kept})
}

// Assumed implements [Writer].
func (j *jsonWriter) Assumed(a Assumption) error { return keep(&j.assumed, a) }

// keep adds a value to those that are written at the end.
func keep(to *spool.Spool, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return err
	}
	// Encode ends a value with a newline, which would end up inside the list.
	return to.Add(bytes.TrimRight(b.Bytes(), "\n"))
}

// list writes what was kept.
func (j *jsonWriter) list(of *spool.Spool) {
	before := "[\n"
	of.All(func(text []byte) bool {
		j.text(before + string(text))
		before = ",\n"
		return true
	})
	if before == "[\n" {
		j.text("[")
	}
	j.text("]")
	// All three are evaluated, so that the spool is closed in any case.
	j.err = cmp.Or(j.err, of.Err(), of.Close())
}

// Close implements [Writer].
func (j *jsonWriter) Close() error {
	j.text(`],"problems":`)
	j.list(&j.problems)
	j.text(`,"assumed":`)
	j.list(&j.assumed)
	j.text("}\n")
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
}
