package feature

import (
	"bytes"
	"encoding/json"
	"errors"
	"io/fs"
	"path/filepath"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/golden"
	tests "github.com/mantrac/mantrac/golden/report"
	"github.com/mantrac/mantrac/lsp/snapshot"
	"github.com/mantrac/mantrac/project"
)

// Tests judges the kept traces of a suite as it is in the editor, and returns what
// `mantrac test --format json` writes. The file of traces is read from the disk.
func Tests(v *snapshot.View, c *snapshot.Content) (json.RawMessage, error) {
	suite, err := testable(v, c)
	if err != nil {
		return nil, err
	}
	s := tests.Suite{Suite: suite, Name: c.Path, File: golden.PathOf(c.Path), Kept: true}
	text, err := project.ReadFile(s.File)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		s.Kept = false
	case err != nil:
		return nil, Refuse("%v", err)
	}
	kept, err := golden.Read(s.File, string(text))
	if err != nil {
		return nil, Refuse("%v", err)
	}
	if s.Outcomes, err = golden.Judge(kept, suite, suite.Cases, true); err != nil {
		return nil, Refuse("%v", err)
	}
	var b bytes.Buffer
	err = tests.JSON(&b, &tests.Result{Suites: []tests.Suite{s}})
	return b.Bytes(), err
}

// testable returns the suite of a file, if nothing that it rests on has an error.
func testable(v *snapshot.View, c *snapshot.Content) (*checker.Suite, error) {
	var suite *checker.Suite
	for _, sub := range v.Subjects(v.Snapshot.Settings) {
		switch {
		case sub.Key.Suite != c.Path:
		case sub.Trouble != snapshot.NoTrouble:
			// One case with errors is enough to refuse the suite.
			return nil, Refuse("%s cannot be tested: %s", filepath.Base(c.Path), sub.Trouble)
		default:
			suite = sub.Suite
		}
	}
	if suite == nil {
		return nil, Refuse("%s has no case", filepath.Base(c.Path))
	}
	return suite, nil
}
