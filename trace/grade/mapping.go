package grade

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/bmatcuk/doublestar/v4"

	"github.com/mantrac/mantrac/trace"
)

// A Mapping says which case a trace is graded by.
type Mapping struct{ rows []*mappingRow }

// A mappingRow gives a case to traces whose task, id and file match patterns;
// an empty pattern matches anything.
type mappingRow struct {
	task, id, file string
	to             string
	line           int

	first *mappingRow // an earlier row with the same patterns; nil if there is none
	used  atomic.Bool
}

// ReadMapping reads a table in CSV. Its first line names the columns: case, and
// at least one of task, id and file, which are patterns with * and the like. The case
// [LeftOut] says that traces are not to be graded.
// Lines that begin with # are passed over.
func ReadMapping(r io.Reader) (*Mapping, error) {
	in := csv.NewReader(r)
	in.Comment, in.TrimLeadingSpace = '#', true
	head, err := in.Read()
	if errors.Is(err, io.EOF) {
		return nil, errors.New("the file is empty; its first line names the columns: case, and some of task, id and file")
	}
	if err != nil {
		return nil, err
	}
	columns := []string{"task", "id", "file", "case"}
	at := make(map[string]int)
	for i, name := range head {
		// Some programs write a byte order mark before the first name.
		name = strings.ToLower(strings.TrimPrefix(strings.TrimSpace(name), "\ufeff"))
		if !slices.Contains(columns, name) {
			return nil, fmt.Errorf("line 1: unknown column %q; expected task, id, file and case", name)
		}
		// 0 is for a column that is not there.
		at[name] = i + 1
	}
	if at["case"] == 0 || len(at) < 2 {
		return nil, errors.New("line 1: expected the names of the columns: case, and at least one of task, id and file")
	}
	m := &Mapping{}
	first := make(map[[3]string]*mappingRow)
	for {
		record, err := in.Read()
		if errors.Is(err, io.EOF) {
			return m, nil
		}
		if err != nil {
			return nil, err
		}
		line, _ := in.FieldPos(0)
		cell := func(name string) string {
			if at[name] == 0 {
				return ""
			}
			return strings.TrimSpace(record[at[name]-1])
		}
		row := &mappingRow{task: cell("task"), id: cell("id"), file: cell("file"), to: cell("case"), line: line}
		for _, p := range []string{row.task, row.id, row.file} {
			if !doublestar.ValidatePattern(p) {
				return nil, fmt.Errorf("line %d: %q is not a pattern", line, p)
			}
		}
		if row.to == "" {
			return nil, fmt.Errorf("line %d: the case is missing", line)
		}
		key := [3]string{row.task, row.id, row.file}
		if row.first = first[key]; row.first == nil {
			first[key] = row
		}
		m.rows = append(m.rows, row)
	}
}

// LeftOut is written in place of a case in rows whose traces are not to be graded.
const LeftOut = "-"

// Cases returns the names of the cases, each once, with the line of the first
// row that has it.
func (m *Mapping) Cases() (names []string, lines []int) {
	for _, r := range m.rows {
		if r.to != LeftOut && !slices.Contains(names, r.to) {
			names, lines = append(names, r.to), append(lines, r.line)
		}
	}
	return names, lines
}

// Case returns the case of the first row that matches a trace; [LeftOut] if the trace
// is not to be graded, "" if there is no row. Several goroutines may call it at a time.
func (m *Mapping) Case(h *trace.Header) string {
	for _, r := range m.rows {
		if like(r.task, h.Task) && like(r.id, h.ID) && likeFile(r.file, h.File) {
			r.used.Store(true)
			return r.to
		}
	}
	return ""
}

// Doubled returns for each row that an earlier row with the same patterns makes useless what
// is wrong with it.
func (m *Mapping) Doubled() (faults []string) {
	for _, r := range m.rows {
		if r.first != nil {
			faults = append(faults, fmt.Sprintf("line %d: has the task, id and file of line %d, which is used", r.line, r.first.line))
		}
	}
	return faults
}

// Unused returns the lines of the rows that gave no trace its case, apart from those
// of [Mapping.Doubled].
func (m *Mapping) Unused() (lines []int) {
	for _, r := range m.rows {
		if r.first == nil && !r.used.Load() {
			lines = append(lines, r.line)
		}
	}
	return lines
}

// like reports whether a text matches a pattern, in which * is any text.
func like(pattern, text string) bool {
	if pattern == "" || pattern == text {
		return true
	}
	// Names of tasks may have slashes, and a star has to match them too.
	flat := func(s string) string { return strings.ReplaceAll(s, "/", "\x00") }
	return doublestar.MatchUnvalidated(flat(pattern), flat(text))
}

// likeFile reports whether the name of a file matches a pattern, as a whole or
// from some folder on.
func likeFile(pattern, name string) bool {
	name = filepath.ToSlash(name)
	// A pattern without a folder matches in every folder.
	return pattern == "" || pattern == name || doublestar.MatchUnvalidated(pattern, name) || doublestar.MatchUnvalidated("**/"+pattern, name)
}
