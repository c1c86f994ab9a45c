package runtime

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/validate"
)

// A FaultKind says what goes wrong with a call.
type FaultKind string

// The kinds of faults.
const (
	Fails      FaultKind = "fails"      // the tool answers with an error and does nothing
	Slow       FaultKind = "slow"       // the answer is late
	Malformed  FaultKind = "malformed"  // the answer is cut off in the middle
	Flood      FaultKind = "flood"      // the answer is far too long
	Lost       FaultKind = "lost"       // the tool does its work, and the answer is lost
	Disappears FaultKind = "disappears" // the tool does not exist from this call on
)

// faultKinds are all kinds; all but the last one are over with the call.
var faultKinds = []FaultKind{Fails, Slow, Malformed, Flood, Lost, Disappears}

// A Fault is placed at a call of a tool.
type Fault struct {
	Tool string
	Call int // from 1, of the calls of the tool that the model allows
	Kind FaultKind
}

// String returns what [ParseFault] reads.
func (f Fault) String() string { return fmt.Sprintf("%s#%d=%s", f.Tool, f.Call, f.Kind) }

// ParseFault reads TOOL#N=KIND; without #N it is the first call.
func ParseFault(text string) (f Fault, err error) {
	at, kind, _ := strings.Cut(text, "=")
	name, number, numbered := strings.Cut(at, "#")
	f = Fault{Tool: name, Call: 1, Kind: FaultKind(kind)}
	if numbered {
		if f.Call, err = strconv.Atoi(number); err != nil || f.Call < 1 {
			return f, fmt.Errorf("%q: the number of a call is 1 or more, not %q", text, number)
		}
	}
	if name == "" || !slices.Contains(faultKinds, f.Kind) {
		names := lists.Map(faultKinds, func(k FaultKind) string { return string(k) })
		message := fmt.Sprintf("%q is not a fault; expected TOOL#N=KIND, with one of the kinds %s", text, strings.Join(names, ", "))
		if near := spell.Nearest(kind, names); near != "" {
			message += "; did you mean " + near + "?"
		}
		return f, fmt.Errorf("%s", message)
	}
	return f, nil
}

// Faults say what goes wrong in sessions.
type Faults struct {
	Plan  []Fault
	Rate  float64       // the share of calls with a fault that is over with the call, drawn by the seed
	Delay time.Duration // of slow answers; 0 is [DefaultDelay]
}

// DefaultDelay is how late slow answers are.
const DefaultDelay = 2 * time.Second

// floodSize is how many bytes an answer that is far too long has at least.
const floodSize = 200_000

// chance decides on the faults of a session.
type chance struct {
	Faults
	random *rand.Rand
	made   map[string]int // allowed calls, by tool
}

func newChance(f Faults, seed uint64) *chance {
	return &chance{f, rand.New(rand.NewPCG(seed, 5)), make(map[string]int)}
}

// gone reports whether a tool has disappeared at its next call.
func (c *chance) gone(name string) bool {
	return slices.ContainsFunc(c.Plan, func(f Fault) bool {
		// made counts the calls so far, so the next one has the number made+1.
		return f.Tool == name && f.Kind == Disappears && f.Call <= c.made[name]+1
	})
}

// next returns the fault of an allowed call, "" if there is none.
func (c *chance) next(name string) FaultKind {
	c.made[name]++
	// Planned faults go before drawn ones, and draw no random number.
	for _, f := range c.Plan {
		if f.Tool == name && f.Call == c.made[name] {
			return f.Kind
		}
	}
	if c.Rate > 0 && c.random.Float64() < c.Rate {
		// The last kind, Disappears, is not over with the call and is never drawn.
		return faultKinds[c.random.IntN(len(faultKinds)-1)]
	}
	return ""
}

// spoil applies a fault to an answer, and reports whether the call has done its work.
func (c *chance) spoil(ctx context.Context, kind FaultKind, name string, a *Answer) (done bool) {
	switch kind {
	case Fails:
		*a = Answer{Text: "Error: " + name + " is not available at the moment.", Status: trace.Failed}
		return false
	case Slow:
		delay := cmp.Or(c.Delay, DefaultDelay)
		select {
		case <-time.After(delay):
		case <-ctx.Done():
		}
	case Malformed:
		a.Text = strings.ToValidUTF8(a.Text[:len(a.Text)/2], "")
	case Flood:
		a.Text = strings.Repeat(a.Text+"\n", 1+floodSize/(1+len(a.Text)))
	case Lost:
		*a = Answer{Text: "Error: " + name + " has not answered in time.", Status: trace.Pending}
	}
	return true
}

// Tools returns the tools that somebody can call now, in the order of their files.
func (s *Session) Tools(by tool.Owner) []*tool.Tool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(s.world.Tools(by), func(t *tool.Tool) bool { return s.chance.gone(t.Name) })
}

// A Label says whether a case can be passed in spite of a fault.
type Label string

// The labels.
const (
	Recoverable Label = "recoverable"
	Blocking    Label = "blocking"
	Unlabelled  Label = "unknown" // it was not found out
)

// Label finds out whether a case can be passed from a state in spite of a fault. One
// that is over with the call can be: the call is made again. Where a tool disappears, a
// compliant trace is looked for that calls it less often.
func (w *World) Label(ctx context.Context, init interp.State, f Fault) (Label, error) {
	if f.Kind != Disappears {
		return Recoverable, nil
	}
	// Ask whether the case has a compliant trace that does not need the lost call.
	k := *w.machine.From(w.Case, init)
	k.Checks = append(slices.Clone(k.Checks), fewerCalls(f))
	found, err := w.session.Ask(ctx, system.NewScenario(w.Suite, &k), system.Query{Kind: system.Compliant})
	switch {
	case err != nil:
		return Unlabelled, err
	case found.Answer == validate.Found:
		return Recoverable, nil
	case found.Proved:
		// Without a proof, a longer trace might still get around the fault.
		return Blocking, nil
	}
	return Unlabelled, nil
}

// fewerCalls is the check that a tool is called less often than a fault needs.
func fewerCalls(f Fault) *ast.Check {
	form := fmt.Sprintf("(no_call %s)", f.Tool)
	if f.Call > 1 {
		form = fmt.Sprintf("(at_most %d (call %s))", f.Call-1, f.Tool)
	}
	file := ast.Parse(source.NewFile("fault.checks", "(case fault (checks (fault "+form+")))"), ast.ChecksFile, nil)
	return file.Cases[0].Checks.Node.(*ast.Checks).Checks[0]
}
