package sarif

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"iter"
	"slices"
	"strings"
)

// WriteLog writes a log of one run with results in place of its own, which are not in
// memory at once.
func WriteLog(w io.Writer, log *Log, results iter.Seq[Result]) error {
	empty := *log
	empty.Runs = slices.Clone(log.Runs)
	empty.Runs[0].Results = []Result{}
	return write(w, &empty, results)
}

func write(w io.Writer, log *Log, results iter.Seq[Result]) error {
	var b bytes.Buffer
	if err := indented(&b, "", log); err != nil {
		return err
	}
	const empty = `"results": []`
	// The log is written around its empty list of results, into which they are then streamed.
	at := strings.LastIndex(b.String(), empty)
	if at < 0 {
		return errors.New("sarif: a run has no list of results")
	}
	at += len(empty) - 1
	before, after := b.String()[:at], b.String()[at:]
	_, err := io.WriteString(w, before)
	separator := ""
	for r := range results {
		const margin = "        "
		b.Reset()
		b.WriteString(separator + "\n" + margin)
		if err == nil {
			err = indented(&b, margin, r)
		}
		if err == nil {
			_, err = w.Write(bytes.TrimRight(b.Bytes(), "\n"))
		}
		separator = ","
	}
	// The closing bracket is on a line of its own unless the list is empty.
	if separator != "" {
		after = "\n      " + after
	}
	if err == nil {
		_, err = io.WriteString(w, after)
	}
	return err
}

// indented writes a value as JSON whose lines but the first begin with a margin.
func indented(b *bytes.Buffer, margin string, v any) error {
	e := json.NewEncoder(b)
	e.SetEscapeHTML(false)
	e.SetIndent(margin, "  ")
	return e.Encode(v)
}
