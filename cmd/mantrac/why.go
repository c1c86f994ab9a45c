package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/interrupt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/internal/solver"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/plan/why"
	reasons "github.com/mantrac/mantrac/plan/why/report"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
	results "github.com/mantrac/mantrac/validate/report"
)

func explainRefusals(c *cli.Context) error {
	if c.NArg() < 1 || c.NArg() > 2 {
		return suggest("expected a model, and a trace or a case", "", "mantrac help why")
	}
	o, limits := whyOptions(c)
	model, suite, err := modelAndSuite(c, c.String("output"))
	if err != nil {
		return err
	}
	decl, err := caseIn(c, suite, c.String("case"))
	if err != nil {
		return err
	}
	if _, err := solver.Attach(&o, limits); err != nil {
		return err
	}
	q := &inquiry{ctx: interrupt.Context(), session: validate.NewSession(o), explainer: why.New(model, o), Result: reasons.Result{Model: model}}
	if decl != nil {
		q.Case, q.at = decl.Decl.Name().Name, suite.File.Tree.Resolve(decl.Decl.Header.Span(decl.Decl.Name()))
	}
	if c.NArg() == 2 {
		err = q.trace(c, suite, decl)
	} else {
		err = q.conflict(suite, decl)
	}
	if err == nil {
		err = q.write(c)
	}
	if err != nil {
		return err
	}
	return q.status()
}

// whyOptions reads the flags.
func whyOptions(c *cli.Context) (validate.Options, solver.Limits) {
	return validate.Options{Bound: c.Int("bound"), Engine: validate.Engine(c.String("engine")), Timeout: c.Duration("timeout")}, limitsOf(c)
}

// An inquiry is one run of the verb.
type inquiry struct {
	ctx       context.Context
	session   *validate.Session
	explainer *why.Explainer
	reasons.Result
	at   source.Span // of the case
	open error       // why it is not known whether the case has a conflict
	findings
}

// trace explains the refused calls of a trace, those aside that are only refused for
// what earlier ones did.
func (q *inquiry) trace(c *cli.Context, suite *checker.Suite, decl *checker.Case) error {
	q.Trace = c.Args().Get(1)
	trace, err := readTrace(q.Trace, q.Model)
	if err != nil {
		return withUnreadable(c, err)
	}
	run, err := results.NewRun(q.Model, trace, suite, decl)
	var open *interp.TooFree
	if errors.As(err, &open) && decl != nil {
		// The initial state leaves too much open to be replayed: complete it from the case.
		if err = q.assume(open, suite, decl, &trace); err == nil {
			run, err = results.NewRun(q.Model, trace, suite, decl)
		}
	}
	if err != nil {
		return fmt.Errorf("%s: %w", project.Shown(q.Trace), err)
	}
	q.Calls = run.Length
	for i := range run.Replay.Steps {
		o := &run.Replay.Steps[i]
		if o.Known == interp.Unknown {
			return fmt.Errorf("%s: step %d: %s", project.Shown(q.Trace), i+1, unknownTool(q.Model, o.Call.Tool))
		}
		// A call that is refused only because of an earlier refusal is not explained.
		if len(o.Broken) > 0 && !o.Consequence() || q.explainer.Unacceptable(o.Call) != "" {
			if err := q.explain(i+1, trace.Steps[i].At, o.Before, o.Call); err != nil {
				return err
			}
		}
	}
	return nil
}

// assume completes the initial state of a trace by that of the shortest compliant trace of
// a case. The error is that there is none.
func (q *inquiry) assume(open *interp.TooFree, suite *checker.Suite, decl *checker.Case, trace *interp.Trace) error {
	f, err := q.session.Ask(q.ctx, system.NewScenario(suite, decl), system.Query{Kind: system.Compliant})
	// Without a witness the original error says what is open.
	if err != nil || f.Witness == nil {
		return cmp.Or(err, error(open))
	}
	if trace.Init == nil {
		trace.Init = make(interp.State)
	}
	q.Assumed = make(interp.State)
	var list []string
	for _, l := range open.Leaves {
		v := l.In(f.Witness.Init)
		l.Set(trace.Init, v)
		l.Set(q.Assumed, v)
		list = append(list, fmt.Sprintf("`%s` is %s", l.Name(), v))
	}
	say(fmt.Sprintf("the case leaves open, and its shortest compliant trace has: %s", project.Shown(strings.Join(list, ", "))))
	return nil
}

// unknownTool says that neither a model nor the tool schemas know a tool.
func unknownTool(m *checker.Model, name string) string {
	known := lists.Map(m.Transitions, (*checker.Transition).Name)
	if m.Tools != nil {
		known = append(known, m.Tools.Names()...)
	}
	message := fmt.Sprintf("unknown tool `%s`", name)
	if near := spell.Nearest(name, known); near != "" {
		message += fmt.Sprintf("; did you mean `%s`?", near)
	}
	return message
}

// conflict explains the call of the forward conflict of a case.
func (q *inquiry) conflict(suite *checker.Suite, decl *checker.Case) error {
	if decl == nil {
		return suggest("expected a trace, or a suite with a case", "", "mantrac help why")
	}
	f, err := q.session.Ask(q.ctx, system.NewScenario(suite, decl), system.Query{Kind: system.Forward})
	if err != nil || f.Answer != validate.Found {
		if q.open = f.Reason; f.Answer == validate.Unknown && q.open == nil {
			q.open = errors.New("not asked")
		}
		return err
	}
	q.Calls = len(f.Witness.Steps)
	// before is the state in which the call is refused.
	before := f.Witness.Init
	for i, s := range f.Witness.Steps {
		if len(s.Broken) > 0 {
			return q.explain(i+1, source.Span{}, []interp.State{before}, s.Call)
		}
		before = s.State
	}
	return nil
}

func (q *inquiry) explain(step int, at source.Span, states []interp.State, call tool.Call) error {
	x, err := q.explainer.Explain(q.ctx, states, call)
	if err == nil {
		q.Refused = append(q.Refused, reasons.Refused{Step: step, At: at, Explanation: x, States: states})
	}
	return err
}

func (q *inquiry) write(c *cli.Context) error {
	q.findings = findings{color: coloredOutput(c), more: reasons.Findings(&q.Result), fingerprint: "mantracWhy/v1", head: reasons.Summary(&q.Result)}
	if q.open != nil {
		err := fmt.Errorf("unknown whether the checks accept a call that the model refuses: %w", q.open)
		complain(err)
		q.head = project.Shown(err.Error())
		q.more = append(q.more, report.Finding{Rule: "unknown", Help: "See mantrac help why.", Level: report.Warning, Text: q.head, At: q.at, Key: q.Case})
	}
	return writeDocument(c, q)
}

// Text implements [report.Document].
func (q *inquiry) Text(w io.Writer) error {
	if q.open != nil {
		return nil
	}
	return reasons.Text(w, &q.Result, q.color)
}

// JSON implements [report.Document].
func (q *inquiry) JSON(w io.Writer) error { return reasons.JSON(w, &q.Result) }

// status returns how the verb ends.
func (q *inquiry) status() error {
	unknown := func(x reasons.Refused) bool {
		return slices.ContainsFunc(x.Ways, func(w why.Way) bool { return w.Answer == validate.Unknown })
	}
	switch {
	case interrupt.Ended(q.ctx):
		return status(exitInterrupted)
	case q.open != nil || slices.ContainsFunc(q.Refused, unknown):
		// An unknown way goes before the refused calls that were found.
		return status(exitInconclusive)
	case len(q.Refused) > 0:
		return status(exitFindings)
	}
	return nil
}
