package metrics

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
)

// Read adds the results that `mantrac grade --format json` writes.
func (r *Run) Read(from io.Reader) error {
	domains := make(map[string]bool)
	tools, err := read(from, func(x *grade.Result) error {
		// The text of a result is not kept, so the name of the domain is copied.
		if !domains[x.Domain] {
			domains[strings.Clone(x.Domain)] = true
		}
		return r.Add(x)
	}, r)
	// Complexity is of the whole document, and every domain in it has these tools.
	if tools != nil {
		for domain := range domains {
			r.Describe(domain, *tools)
		}
	}
	return err
}

// Read reads the results that `mantrac grade --format json` writes, one after
// the other, also with the byte order mark that shells of Windows put before
// them. An error of each ends the reading.
func Read(r io.Reader, each func(*grade.Result) error) error {
	_, err := read(r, each, nil)
	return err
}

// read is [Read]. It also returns how complex the tools are; nil if the document does not
// tell.
func read(r io.Reader, each func(*grade.Result) error, run *Run) (*tool.Complexity, error) {
	b := bufio.NewReader(r)
	// json.Decoder does not take a byte order mark.
	if start, _ := b.Peek(3); string(start) == "\ufeff" {
		b.Discard(3)
	}
	w := &window{Reader: b}
	d := &reader{Decoder: json.NewDecoder(w), window: w, each: each, run: run}
	w.passed = d.InputOffset
	if err := d.document(); err != nil {
		return nil, err
	}
	// Decode stops after the document, whatever follows.
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the file has data after its results")
	}
	return d.tools, nil
}

// A reader reads one document of results.
type reader struct {
	*json.Decoder
	window  *window
	each    func(*grade.Result) error
	run     *Run // is told what is not a result; nil where nobody asks
	results int
	tools   *tool.Complexity
}

// errNoList is why a document is none of results.
var errNoList = errors.New("not results of `mantrac grade --format json`: expected a list `traces`")

// badVersion says why a document of a version cannot be read. The version of a document that has
// none is nil.
func badVersion(version *int) error {
	if version == nil {
		return errors.New("not results of `mantrac grade --format json`: expected `version`")
	}
	return fmt.Errorf("the results have version %d, and this mantrac reads version 1; grade the traces again, or use another version of mantrac", *version)
}

// notResults says why a document is none of results, and in which line.
func (d *reader) notResults(err error) error {
	return fmt.Errorf("not results of `mantrac grade --format json`: line %d: %s", d.window.line(err), jsontext.Fault(err))
}

func (d *reader) document() error {
	start, err := d.Token()
	if errors.Is(err, io.EOF) {
		return errors.New("the file is empty; expected the output of `mantrac grade --format json`")
	}
	if err != nil {
		return d.notResults(err)
	}
	if start != json.Delim('{') {
		return d.notResults(fmt.Errorf("expected an object, found %v", start))
	}
	var version *int
	listed := false
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return d.notResults(err)
		}
		switch name {
		case "version":
			err = d.Decode(&version)
		case "tools":
			err = d.Decode(&d.tools)
		case "traces":
			listed = true
			if err := d.traces(); err != nil {
				return err
			}
		case "problems":
			err = d.problems()
		case "settings":
			err = d.settings()
		default:
			// Members that are not known are passed over, so that newer documents can be read.
			err = d.Decode(new(json.RawMessage))
		}
		if err != nil {
			return d.notResults(err)
		}
	}
	if _, err := d.Token(); err != nil {
		return d.notResults(err)
	}
	// The version may come after the traces, so it is looked at in the end.
	if version == nil || *version != 1 {
		return badVersion(version)
	}
	if !listed {
		return errNoList
	}
	return nil
}

// traces reads the list of results.
func (d *reader) traces() error {
	start, err := d.Token()
	if err != nil {
		return d.notResults(err)
	}
	if start != json.Delim('[') {
		return errNoList
	}
	// The results are decoded one by one, since a document may be larger than memory.
	for ; d.More(); d.results++ {
		var r grade.Result
		if err := d.Decode(&r); err != nil {
			return fmt.Errorf("traces[%d]: %w", d.results, d.notResults(err))
		}
		if err := valid(&r); err != nil {
			return fmt.Errorf("traces[%d]: %w", d.results, err)
		}
		if err := d.each(&r); err != nil {
			return err
		}
	}
	if _, err := d.Token(); err != nil {
		return d.notResults(err)
	}
	return nil
}

// settings reads how the traces were graded.
func (d *reader) settings() error {
	var s grade.Settings
	if err := d.Decode(&s); err != nil {
		return err
	}
	if d.run != nil {
		d.run.Graded(s)
	}
	return nil
}

// problems reads the list of problems, as far as it tells what is not graded.
func (d *reader) problems() error {
	var list []struct {
		Trace  string `json:"trace"`
		Fatal  bool   `json:"fatal"`
		NoCase bool   `json:"no_case"`
		Kept   bool   `json:"kept"`
	}
	if err := d.Decode(&list); err != nil {
		return err
	}
	for _, p := range list {
		if d.run != nil {
			d.run.Problem(trace.Problem{Trace: p.Trace, Fatal: p.Fatal, NoCase: p.NoCase, Kept: p.Kept})
		}
	}
	return nil
}

// valid refuses verdicts that are none: a rate over them would be a lie.
func valid(r *grade.Result) error {
	known := func(v grade.Verdict) error {
		switch v {
		case grade.Pass, grade.Fail, grade.Inconclusive:
			return nil
		}
		return fmt.Errorf("%q is not a verdict; expected pass, fail or inconclusive", v)
	}
	errs := []error{known(r.Verdict)}
	for _, c := range r.Judged() {
		errs = append(errs, known(c.Verdict))
	}
	return errors.Join(errs...)
}
