package runtime

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/bindings"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/project"
)

// A table has the records that a tool answers with.
type table struct {
	argument string
	records  map[string]types.Value // by the text of the key
}

// readRecords reads the tables that bindings.yaml names.
func (w *World) readRecords() error {
	if w.Suite.Answers == nil {
		return nil
	}
	for _, t := range w.Suite.Answers.Tools {
		if t.Records == nil {
			continue
		}
		list, err := readTable(w.Suite, t.Name, t.Records)
		if err != nil {
			return fmt.Errorf("%s: the records of `%s`: %s: %w", t.Records.At, t.Name, project.Shown(t.Records.File), err)
		}
		if w.records == nil {
			w.records = make(map[string]*table)
		}
		w.records[t.Name] = &table{t.Records.Argument, list}
	}
	return nil
}

// record returns the record that a call names; nil if there is none.
func (w *World) record(call tool.Call) types.Value {
	t := w.records[call.Tool]
	if t == nil {
		return nil
	}
	key, given := call.Args.Get(t.argument)
	if !given {
		return nil
	}
	return t.records[types.KeyText(key)]
}

// ReadRecords returns the text of a table that the bindings.yaml of a suite names.
func ReadRecords(s *checker.Suite, r *bindings.Records) ([]byte, error) {
	return project.ReadFile(filepath.Join(filepath.Dir(s.Answers.File.Name()), filepath.FromSlash(r.File)))
}

func readTable(s *checker.Suite, name string, r *bindings.Records) (map[string]types.Value, error) {
	data, err := ReadRecords(s, r)
	if err != nil {
		return nil, err
	}
	if strings.EqualFold(filepath.Ext(r.File), ".csv") {
		return readCSV(data, r.Key, s.Tools.Lookup(name))
	}
	v, err := document.ReadValue(string(data))
	if err != nil {
		return nil, err
	}
	records := make(map[string]types.Value)
	switch v := v.(type) {
	case types.Object:
		// An object has its records by key already.
		for _, m := range v {
			records[m.Name] = m.Value
		}
	case types.List:
		for i, record := range v {
			if err := add(records, record, r.Key); err != nil {
				return nil, fmt.Errorf("record %d: %w", i+1, err)
			}
		}
	default:
		return nil, fmt.Errorf("expected a list of records, or an object of them by key")
	}
	return records, nil
}

// add adds a record under its key.
func add(records map[string]types.Value, record types.Value, key string) error {
	o, _ := record.(types.Object)
	v, has := o.Get(key)
	if !has {
		return fmt.Errorf("it has no member %q, which is the key", key)
	}
	text := types.KeyText(v)
	if records[text] != nil {
		return fmt.Errorf("there is another one with the key %q", text)
	}
	records[text] = record
	return nil
}

// readCSV reads a table whose first row has the names of the columns. A cell is a text,
// unless the tool's schema of answers says otherwise; an empty cell is not there.
func readCSV(data []byte, key string, t *tool.Tool) (map[string]types.Value, error) {
	// Spreadsheets begin UTF-8 files with a byte order mark.
	rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff")))).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fmt.Errorf("expected a row with the names of the columns")
	}
	records := make(map[string]types.Value)
	for i, row := range rows[1:] {
		var record types.Object
		for k, cell := range row {
			if cell != "" {
				record = append(record, types.Member{Name: rows[0][k], Value: cellOf(cell, rows[0][k], t)})
			}
		}
		if err := add(records, record, key); err != nil {
			// The first row has the names of the columns, and rows count from 1.
			return nil, fmt.Errorf("row %d: %w", i+2, err)
		}
	}
	return records, nil
}

// cellOf returns the value of a cell: a text, or what else the schema accepts there.
func cellOf(cell, column string, t *tool.Tool) types.Value {
	text := types.Text(cell)
	if t == nil || t.Output == nil || t.Output.Property(column) == nil {
		return text
	}
	schema := t.Output.Property(column).Schema
	// A text goes first: "007" stays a text where the schema accepts one.
	if ok, _ := schema.Accepts(text); ok {
		return text
	}
	if v, err := document.ReadValue(cell); err == nil {
		if ok, _ := schema.Accepts(v); ok {
			return v
		}
	}
	return text
}
