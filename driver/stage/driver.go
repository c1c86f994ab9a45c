package stage

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/run"
	"github.com/mantrac/mantrac/driver/sample"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// A Driver does a run.
type Driver struct {
	Config *config.Config
	Run    *run.Run
	Graph  *document.Graph // of the manual, without the references of document_extraction
	Tools  *tool.Set

	// Provider returns what is asked in a stage, and the name of the model.
	Provider func(stage string) (provider.Provider, string, error)
	// Questions are how the solver is asked.
	Questions validate.Options
	// Until is the stage after which the run ends; "" is the last one.
	Until string
	// Execute is the command that makes the calls of compliant traces with real tools;
	// nil executes none.
	Execute []string
	// Simulate plays them in the simulator instead, with the tools as the model has them.
	Simulate bool
	// Progress is told what is being done; nil is nobody. It is called by several
	// goroutines, though not at the same time.
	Progress func(what string)

	mu      sync.Mutex
	omitted []Omission
}

// A Result is what has become of the cases of a run.
type Result struct {
	Words   int    `json:"words"` // of the manual
	Tools   int    `json:"tools"`
	Samples int    `json:"samples"`
	Cases   []Case `json:"cases"` // of all samples, in their order
	// Omitted are samples without cases, and chunks without references, by their names.
	Omitted []Omission `json:"omitted,omitempty"`
}

// An Omission says why a run has nothing of a sample or a chunk.
type Omission struct {
	Subject string `json:"subject"` // "sample-01", or a chunk
	What    string `json:"what"`    // rejectedSample or withoutReferences
	Reason  string `json:"reason"`
}

// The kinds of omissions, which are also the events of the log.
const (
	rejectedSample    = "rejected"
	withoutReferences = "left out"
)

// A Case says what has become of a scenario.
type Case struct {
	Sample  string `json:"sample"`
	Name    string `json:"name"`
	Status  Status `json:"status"`
	Reason  string `json:"reason"` // of the status
	Checks  int    `json:"checks"`
	Forward bool   `json:"forward_valid"` // it has checks and no forward conflict, and a trace
	// Notes are what a person who inspects a validated case should look at.
	Notes []string `json:"notes,omitempty"`
}

// A Status is what has become of a case, as the paper's Table 2 counts.
type Status string

// The statuses. A person makes a validated case final.
const (
	Validated     Status = "validated"
	AwaitingHuman Status = "awaiting_human"
	Rejected      Status = "rejected"
)

// after are the stages in their order, for Until.
var after = append(config.Stages(), "check_resolution", "backward_audit")

// reaches reports whether the run goes as far as a stage.
func (d *Driver) reaches(stage string) bool {
	return d.Until == "" || slices.Index(after, stage) <= slices.Index(after, d.Until)
}

func (d *Driver) tell(format string, operands ...any) {
	if d.Progress == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.Progress(fmt.Sprintf(format, operands...))
}

// Do does all that is to be done, and returns what is known of the cases. The error
// joins what has kept single samples from being finished.
func (d *Driver) Do(ctx context.Context) (*Result, error) {
	d.omitted = nil
	if err := d.extract(ctx); err != nil {
		return nil, err
	}
	r := &Result{Words: d.Graph.Words(), Tools: len(d.Tools.Tools)}
	if !d.reaches("tool_relevance") {
		r.Omitted = d.omitted
		return r, nil
	}
	drawn, err := d.draw()
	if err != nil {
		return nil, err
	}
	r.Samples = len(drawn.Samples)
	cases, errs := inParallel(d.Config.Sampling.Parallel, drawn.Samples, func(s sample.Sample) ([]Case, error) {
		w := d.newWork(s)
		list, err := w.do(ctx)
		// An interrupt is no error of the sample.
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("%s: %w", w.name, err)
		}
		return list, err
	})
	for _, list := range cases {
		r.Cases = append(r.Cases, list...)
	}
	slices.SortFunc(d.omitted, func(a, b Omission) int { return strings.Compare(a.Subject, b.Subject) })
	r.Omitted = d.omitted
	return r, errs
}

// omit logs that the run has nothing of a sample or a chunk, and why.
func (d *Driver) omit(e run.Event) error {
	d.mu.Lock()
	d.omitted = append(d.omitted, Omission{e.Subject, e.What, e.Why})
	d.mu.Unlock()
	return d.Run.Note(e)
}

// draw returns the samples of the run, and saves them.
func (d *Driver) draw() (*sample.Run, error) {
	s, err := sample.New(d.Graph, d.Config.Sampling.Options)
	if err != nil {
		return nil, err
	}
	drawn := s.Draw(d.Config.Sampling.Samples, nil)
	return drawn, d.write("samples.json", drawn.Write)
}

// inParallel does f for each element, so many at a time, and returns all that comes out
// and all errors, each of them once.
func inParallel[E, R any](workers int, list []E, f func(E) (R, error)) ([]R, error) {
	results, errs := make([]R, len(list)), make([]error, len(list))
	limit := make(chan struct{}, max(workers, 1))
	var wait sync.WaitGroup
	for i, e := range list {
		// The place is taken before the goroutine begins, so that their number is bounded as well.
		limit <- struct{}{}
		wait.Go(func() {
			defer func() { <-limit }()
			results[i], errs[i] = f(e)
		})
	}
	wait.Wait()
	var all []error
	for _, err := range errs {
		// Parallel samples often fail for the same reason, such as a wrong key.
		if err != nil && !slices.ContainsFunc(all, func(e error) bool { return e.Error() == err.Error() }) {
			all = append(all, err)
		}
	}
	return results, errors.Join(all...)
}
