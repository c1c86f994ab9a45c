package grade

import (
	"bufio"
	_ "embed"
	"encoding/json"
	"io"

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
	Close() error
}

// A jsonSettings says how traces were graded.
type jsonSettings struct {
	Failed    FailedCalls `json:"failed_calls"`
	Parallel  Parallel    `json:"parallel"`
	Attempts  Attempts    `json:"attempts"`
	Requestor Requestor   `json:"requestor"`
	Model     bool        `json:"model"`
}

type jsonProblem struct {
	File    string        `json:"file"`
	Trace   string        `json:"trace,omitempty"`
	At      trace.Pointer `json:"at"`
	Message string        `json:"message"`
	Fatal   bool          `json:"fatal,omitempty"`
}

// A jsonWriter writes one document that [Schema] describes.
type jsonWriter struct {
	out      *bufio.Writer
	encoder  *json.Encoder
	results  int
	problems []jsonProblem
	err      error
}

// NewJSON returns a writer of one JSON document. Results are written as they
// come; problems stand behind them.
func NewJSON(w io.Writer, o Options) Writer {
	o = o.complete()
	j := &jsonWriter{out: bufio.NewWriter(w), problems: []jsonProblem{}}
	j.encoder = json.NewEncoder(j.out)
	j.encoder.SetEscapeHTML(false)
	j.text(`{"version":`)
	j.value(jsonVersion)
	j.text(`,"settings":`)
	j.value(jsonSettings{o.Failed, o.Parallel, o.Attempts, o.Requestor, o.Replay})
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
	j.problems = append(j.problems, jsonProblem{p.File, p.Trace, p.At, p.Message, p.Fatal})
	return nil
}

// Close implements [Writer].
func (j *jsonWriter) Close() error {
	j.text(`],"problems":`)
	j.value(j.problems)
	j.text("}\n")
	if j.err != nil {
		return j.err
	}
	return j.out.Flush()
}
