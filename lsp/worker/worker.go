package worker

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/report"
)

// Work answers requests until there are no more. Options are those of every
// session, but for what a request says.
func Work(ctx context.Context, in io.Reader, out io.Writer, o validate.Options) error {
	lines := bufio.NewReader(in)
	w := &worker{options: o, encoder: json.NewEncoder(out), cache: project.NewCache()}
	for {
		line, err := lines.ReadBytes('\n')
		if len(line) > 0 {
			var r Request
			if err := json.Unmarshal(line, &r); err != nil {
				return fmt.Errorf("a request cannot be read: %w", err)
			}
			if err := w.answer(ctx, r); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

type worker struct {
	options validate.Options
	encoder *json.Encoder
	cache   *project.Cache
}

// answer writes the outcomes of one request. The error is that nobody reads
// them.
func (w *worker) answer(ctx context.Context, r Request) error {
	if r.Old != nil {
		return w.compare(ctx, r)
	}
	if r.Model != "" {
		return w.inspect(ctx, r)
	}
	suite, err := w.suite(r)
	if err != nil {
		return w.encoder.Encode(Outcome{ID: r.ID, Error: err.Error(), Done: true})
	}
	o := w.options
	o.Bound, o.Engine, o.Timeout = r.Bound, validate.Engine(r.Engine), time.Duration(r.Timeout)*time.Millisecond
	session := validate.NewSession(o)
	left := slices.Clone(r.Cases) // a name that occurs twice is the first case of that name
	for _, k := range suite.Cases {
		name := k.Decl.Name()
		if name == nil || !slices.Contains(left, name.Name) {
			continue
		}
		left = slices.DeleteFunc(left, func(n string) bool { return n == name.Name })
		if err := w.encoder.Encode(w.validate(ctx, session, r, suite, k)); err != nil {
			return err
		}
	}
	return w.encoder.Encode(Outcome{ID: r.ID, Done: true})
}

// suite reads and checks the suite of a request.
func (w *worker) suite(r Request) (*checker.Suite, error) {
	found := w.check(r, []project.File{{Name: r.Suite, Path: r.Suite, Kind: project.SuiteFile}})
	switch {
	case len(found.Errors) > 0:
		return nil, found.Errors[0]
	case len(found.Suites) != 1 || found.Suites[0].Model == nil:
		return nil, errors.New("the suite has no model")
	case diag.Tally(found.Suites[0].Model.Diagnostics).Errors > 0:
		return nil, errors.New("the model has errors")
	}
	for _, d := range found.Diagnostics {
		if d.Severity == diag.Error && d.Primary.File.Name() != r.Suite {
			return nil, fmt.Errorf("%s has errors", filepath.Base(d.Primary.File.Name()))
		}
	}
	return found.Suites[0], nil
}

// check checks files as the editor has them.
func (w *worker) check(r Request, files []project.File) *project.Result {
	read := func(path string) (string, error) {
		if text, ok := r.Buffers[path]; ok {
			return text, nil
		}
		return project.ReadText(path)
	}
	return project.Check(files, project.Options{Read: read, Cache: w.cache})
}

func (w *worker) validate(ctx context.Context, session *validate.Session, r Request, s *checker.Suite, k *checker.Case) Outcome {
	out := Outcome{ID: r.ID, Case: k.Decl.Name().Name}
	if !s.Sound(k) {
		out.Error = "the case has errors"
		return out
	}
	c, err := session.Validate(ctx, s, k)
	if err != nil {
		out.Error = err.Error()
		return out
	}
	var b bytes.Buffer
	if err := report.JSON(&b, &validate.Result{Cases: []*validate.Case{c}}); err != nil {
		out.Error = err.Error()
		return out
	}
	var document struct {
		Cases []json.RawMessage `json:"cases"`
	}
	if err := json.Unmarshal(b.Bytes(), &document); err != nil || len(document.Cases) != 1 {
		out.Error = "the report cannot be read"
		return out
	}
	out.Result = document.Cases[0]
	if out.Notes, err = json.Marshal(report.NotesOf(c)); err != nil {
		out.Error = err.Error()
	}
	return out
}
