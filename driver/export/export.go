package export

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"

	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

// Options describe a benchmark.
type Options struct {
	Name    string // of the benchmark
	License string // an identifier of SPDX; "" is not known
	MadeBy  string // the program, with its version
}

// A Left case is one that is not exported.
type Left struct {
	Case   string `json:"case"`
	Reason string `json:"reason"`
}

// A Benchmark is a folder that is to be written.
type Benchmark struct {
	Options
	Cases []Case // by suite, in the order of its text
	Left  []Left

	suites []*suite
	runs   []runSource
	files  map[string][]byte // by name in the folder, with slashes
}

// New makes a benchmark of the cases on which checks and model agree.
func New(found []*validate.Case, o Options) (*Benchmark, error) {
	b := &Benchmark{Options: o, files: make(map[string][]byte)}
	for _, f := range found {
		if why := reasonAgainst(f); why != "" {
			b.Left = append(b.Left, Left{f.File + ":" + f.Name, why})
			continue
		}
		b.suiteOf(f.Suite).add(f)
	}
	// Without a case there is nothing to read, and no folder to write.
	if len(b.suites) == 0 {
		return b, nil
	}
	if err := b.read(); err != nil {
		return nil, err
	}
	for _, s := range b.suites {
		for _, f := range s.found {
			b.Cases = append(b.Cases, s.describe(f))
		}
	}
	return b, b.render()
}

// reasonAgainst says why a case is not exported; "" if it is.
func reasonAgainst(f *validate.Case) string {
	switch {
	case f.Decl.Decl.Prompt == nil:
		return "it has no prompt"
	case f.Verdict != validate.Consistent:
		return "it is " + string(f.Verdict)
	case f.Compliant.Witness == nil:
		return "no compliant trace is known"
	}
	// A case of a run is exported only if the run has validated it.
	switch status, ok := statusInRun(f); {
	case ok && status == "":
		return "its run ended before it was decided about; continue the run by `mantrac generate`"
	case ok && status != "validated":
		return "its run left it " + status
	}
	return ""
}

// render makes the files of the folder.
func (b *Benchmark) render() error {
	for _, part := range []func() error{b.renderCases, b.renderTau2, b.renderInspect, b.renderPromptfoo, b.renderProvenance, b.renderCard} {
		if err := part(); err != nil {
			return err
		}
	}
	return nil
}

// put adds a file.
func (b *Benchmark) put(name string, data []byte) { b.files[name] = data }

// Vacant returns an error unless a folder is empty, or does not exist: one with files may
// hold an older benchmark, of which some would stay.
func Vacant(dir string) error {
	switch entries, err := os.ReadDir(dir); {
	case err == nil && len(entries) > 0:
		return fmt.Errorf("%s is not empty; name a new folder by --output", project.Shown(dir))
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	}
	return nil
}

// Write writes the folder, which has to be [Vacant].
func (b *Benchmark) Write(dir string) error {
	if err := Vacant(dir); err != nil {
		return err
	}
	return disk.Folder(dir, b.files)
}

// names returns the names of the files, in order.
func (b *Benchmark) names() []string {
	return slices.Sorted(maps.Keys(b.files))
}

// folderOf returns the folder of a name with slashes, "" for the top.
func folderOf(name string) string {
	if dir := path.Dir(name); dir != "." {
		return dir
	}
	return ""
}
