package metrics

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/mantrac/mantrac/trace/grade"
)

// Read reads the results that `mantrac grade --format json` writes, also with
// the byte order mark that shells of Windows put before them.
func Read(r io.Reader) ([]grade.Result, error) {
	var doc struct {
		Version int            `json:"version"`
		Traces  []grade.Result `json:"traces"`
	}
	b := bufio.NewReader(r)
	if start, _ := b.Peek(3); string(start) == "\ufeff" {
		b.Discard(3)
	}
	dec := json.NewDecoder(b)
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errors.New("the file is empty; it takes what `mantrac grade --format json` writes")
		}
		return nil, fmt.Errorf("these are no results of `mantrac grade --format json`: %w", err)
	}
	if doc.Version != 1 || doc.Traces == nil {
		return nil, errors.New("these are no results of `mantrac grade --format json`, version 1: \"version\" or \"traces\" is not there")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("the file goes on after its results have ended")
	}
	for i := range doc.Traces {
		if err := valid(&doc.Traces[i]); err != nil {
			return nil, fmt.Errorf("traces[%d]: %w", i, err)
		}
	}
	return doc.Traces, nil
}

// valid refuses verdicts that are none: a rate over them would be a lie.
func valid(r *grade.Result) error {
	known := func(v grade.Verdict) error {
		switch v {
		case grade.Pass, grade.Fail, grade.Inconclusive:
			return nil
		}
		return fmt.Errorf("%q is no verdict; there are pass, fail and inconclusive", v)
	}
	errs := []error{known(r.Verdict)}
	for _, c := range r.Judged() {
		errs = append(errs, known(c.Verdict))
	}
	return errors.Join(errs...)
}
