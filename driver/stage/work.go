package stage

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/sample"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
)

// work is what is done about one sample.
type work struct {
	*Driver
	name      string // sample-01
	chunks    []string
	manual    string
	tools     []*tool.Tool
	toolsJSON []byte
	base      folder // the project without model and suite
	schema    schema

	locks  []edit.Lock // on its files, which a person has set
	cases  []*testCase
	folder folder // with model and suite
	rounds []attempt
}

// testCase is one case of a sample.
type testCase struct {
	Scenario
	checks string // as they were generated
	status Status // "" while nothing is decided
	reason string

	notes []string // for a person who inspects it

	count   int // of checks
	forward bool
}

// SampleName returns the name of a sample, which is that of its folder.
func SampleName(number int) string { return fmt.Sprintf("sample-%02d", number) }

// newWork returns the work on a sample. Its text is that of the chunks, in the order of
// the manual.
func (d *Driver) newWork(s sample.Sample) *work {
	w := &work{Driver: d, name: SampleName(s.Number)}
	// The order is that of the manual, whatever the order in which the chunks were drawn.
	for _, c := range d.Graph.Chunks {
		if slices.Contains(s.Chunks, c.ID) {
			w.chunks = append(w.chunks, c.ID)
			w.manual += strings.TrimRight(c.Text, "\n") + "\n\n"
		}
	}
	w.manual = strings.TrimRight(w.manual, "\n") + "\n"
	return w
}

func (w *work) subject(s Scenario) string { return w.name + "/" + s.Name }

// do does the work, and returns what became of the cases.
func (w *work) do(ctx context.Context) ([]Case, error) {
	// The run may end after a stage; then there are no cases yet.
	if err := w.prepare(ctx); err != nil || !w.reaches("scenario_generation") {
		return nil, w.discard(err)
	}
	if len(w.tools) == 0 {
		return nil, w.reject("no tool is relevant to these parts of the manual")
	}
	list, err := w.generateScenarios(ctx)
	if err != nil {
		return nil, w.discard(err)
	}
	if err := w.writeJSON(w.name+"/scenarios.json", scenarios{list}); err != nil {
		return nil, err
	}
	for _, s := range list {
		w.cases = append(w.cases, &testCase{Scenario: s})
	}
	// What is known of the cases is returned beside an error, so that the table has them.
	if err := w.generate(ctx, list); err != nil {
		return w.report(), err
	}
	if w.reaches("conflict_resolution") {
		if err := w.validate(ctx); err != nil {
			return w.report(), err
		}
	}
	// Nothing is written that a lock forbids, however far the sample got.
	if err := w.holdLocks(); err != nil {
		return w.report(), err
	}
	return w.report(), w.write()
}

// discard logs that a sample has no cases because an answer could not be had. Any other
// error is returned.
func (w *work) discard(err error) error {
	if err == nil || !unmade(err) {
		return err
	}
	return w.reject(err.Error())
}

// reject logs that a sample has no cases.
func (w *work) reject(why string) error {
	return w.omit(run.Event{Subject: w.name, Side: "sample", What: rejectedSample, Why: why})
}

// note logs a fact about the sample.
func (w *work) note(side, what, why string) error {
	return w.Run.Note(run.Event{Subject: w.name, Side: side, What: what, Why: why})
}

// prepare finds the relevant tools, and writes the files that models and checks need.
func (w *work) prepare(ctx context.Context) (err error) {
	if w.tools, err = w.relevantTools(ctx); err != nil {
		return err
	}
	w.toolsJSON = toolsJSON(w.tools)
	dir, err := filepath.Abs(filepath.Join(w.Run.Dir, w.name))
	if err != nil {
		return err
	}
	// The project is complete by itself, so that people can use its folder.
	settings := "document_path: " + manualFile + "\ntools: " + toolsFile + "\n" + toolSettings(w.tools)
	w.base = folder{dir, map[string]string{configFile: settings, manualFile: w.manual, toolsFile: string(w.toolsJSON)}}
	w.folder = w.base
	if err := w.readLocks(); err != nil {
		return err
	}
	return w.save()
}

// generate makes checks and model, independently of each other.
func (w *work) generate(ctx context.Context, list []Scenario) error {
	// Neither side sees the other, so that a mistake of one is not repeated by the other.
	sides := []func(context.Context) error{w.makeChecks, func(ctx context.Context) error { return w.makeModel(ctx, list) }}
	_, err := inParallel(len(sides), sides, func(f func(context.Context) error) (struct{}, error) { return struct{}{}, f(ctx) })
	if err != nil {
		return err
	}
	// The model and the checks meet here for the first time.
	w.folder = w.base
	if w.schema.model != "" {
		w.folder = w.folder.with(modelFile, w.schema.model)
	}
	if w.reaches("check_generation") {
		w.folder = w.folder.with(suiteFile, w.suite())
	}
	return w.save()
}

// makeChecks makes the checks of all cases. A case without checks is rejected.
func (w *work) makeChecks(ctx context.Context) error {
	if !w.reaches("check_generation") {
		return nil
	}
	_, err := inParallel(max(len(w.cases), 1), w.cases, func(k *testCase) (struct{}, error) {
		checks, err := w.generateChecks(ctx, k.Scenario)
		// The other cases go on without this one.
		if err != nil && unmade(err) {
			return struct{}{}, w.settleCase(k, Rejected, err.Error())
		}
		if err != nil {
			return struct{}{}, err
		}
		k.checks = checks
		return struct{}{}, w.Run.Note(run.Event{Stage: "check_generation", Subject: w.subject(k.Scenario), Side: "checks", What: "generated", Why: checks})
	})
	return err
}

// makeModel makes the model in two passes. Without one all cases are rejected.
func (w *work) makeModel(ctx context.Context, list []Scenario) error {
	if !w.reaches("smt_schema_prepass") {
		return nil
	}
	s, err := w.prepass(ctx, list)
	if err == nil && w.reaches("smt_full_pass") {
		s.model, err = w.fullPass(ctx, s)
	}
	// Without a model there is still something to say of each case.
	if err != nil && unmade(err) {
		w.schema.missing = err.Error()
		return w.note("model", "rejected", err.Error())
	}
	if err != nil {
		return err
	}
	w.schema = s
	return w.note("model", "generated", s.model)
}

// suite returns the text of the suite: the cases that have checks.
func (w *work) suite() string {
	text := ""
	if w.schema.model != "" {
		text = fmt.Sprintf("(use %q)\n", modelFile)
	}
	for _, k := range w.cases {
		if k.checks != "" {
			text += "\n" + caseText(k.Scenario, k.initial(w.schema.own), k.checks)
		}
	}
	return formatted(suiteFile, text)
}

// settleCase decides about a case, and logs it.
func (w *work) settleCase(k *testCase, s Status, reason string) error {
	k.status, k.reason = s, reason
	return w.Run.Note(run.Event{Subject: w.subject(k.Scenario), What: string(s), Why: reason})
}

// find returns the case of a name; nil if there is none.
func (w *work) find(name string) *testCase {
	return lists.Find(w.cases, func(k *testCase) bool { return k.Name == name })
}

// report returns what became of the cases.
func (w *work) report() []Case {
	return lists.Map(w.cases, func(k *testCase) Case { return Case{w.name, k.Name, k.status, k.reason, k.count, k.forward, k.notes} })
}

// save writes the files of the sample as they are between two steps. Those that are locked
// are written when they are done, and the locks are known to hold.
func (w *work) save() error {
	if len(w.locks) > 0 {
		return nil
	}
	return w.write()
}

// write writes the files of the sample, and what became of the cases.
func (w *work) write() error {
	for _, name := range []string{configFile, toolsFile, manualFile, modelFile, suiteFile} {
		if text, ok := w.folder.texts[name]; ok {
			if err := w.Run.Write(w.name+"/"+name, []byte(text)); err != nil {
				return err
			}
		}
	}
	return w.writeJSON(w.name+"/status.json", struct {
		Chunks []string `json:"chunks"`
		Cases  []Case   `json:"cases"`
	}{w.chunks, w.report()})
}
