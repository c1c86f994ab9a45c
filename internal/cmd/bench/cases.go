package main

import (
	"fmt"
	"math"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/selection"
	"github.com/mantrac/mantrac/validate"
)

// Auto may take this many times as long as the engine that is best for a case, and this much longer.
const (
	mostTimes = 1.3
	mostMore  = 5 * time.Millisecond
)

// rounds is how often a case is measured by each engine, in turns; the least time counts.
const rounds = 5

// others are the engines that auto is compared with.
var others = []validate.Engine{validate.Explicit, validate.SMT, validate.Spacer, validate.Reference}

// never is the time of an engine that leaves an answer open, or takes longer than auto.
const never = time.Duration(math.MaxInt64)

// A compared is what a case took by auto, and by the engine that took the least of those that
// left no answer open; by none if auto took the least.
type compared struct {
	name      string
	auto      time.Duration
	best      time.Duration
	by        validate.Engine
	keepsRule bool
}

func (c compared) ratio() float64 { return c.auto.Seconds() / c.best.Seconds() }

func (c compared) String() string {
	if c.by == validate.Auto {
		return fmt.Sprintf("`%s`, %s, no engine takes less", c.name, duration(c.auto.Seconds()*1000))
	}
	return fmt.Sprintf("`%s`, %s, ×%.2f of %s", c.name, duration(c.auto.Seconds()*1000), c.ratio(), c.by)
}

// cases writes how long each case takes by auto, against the engine that is best for it.
func (b *bench) cases() (string, error) {
	var out strings.Builder
	fmt.Fprintf(&out, "\nEach case in a session of its own, the least of %d runs by auto and, in turns with it, by every other engine. The best is the one that takes\n"+
		"the least time and leaves no answer open. The rule is: auto ≤ %.1f × the best + %v.\n\n", rounds, mostTimes, mostMore)
	out.WriteString("| workload | K | cases | that keep the rule | auto, all cases | the best, all cases | the case with the highest ratio |\n|---|---|---|---|---|---|---|\n")
	var broken []compared
	for _, r := range rows(b.quick) {
		if !strings.Contains(r.name, b.only) {
			continue
		}
		list, err := b.casesOf(r)
		if err != nil {
			return "", err
		}
		worst, keep := list[0], 0
		var auto, best time.Duration
		for _, c := range list {
			auto, best = auto+c.auto, best+c.best
			if c.keepsRule {
				keep++
			} else {
				broken = append(broken, c)
			}
			// A broken rule is worse than any ratio that keeps it.
			if worst.keepsRule && !c.keepsRule || worst.keepsRule == c.keepsRule && c.ratio() > worst.ratio() {
				worst = c
			}
		}
		fmt.Fprintf(&out, "| %s | %d | %d | %d | %s | %s | %s |\n", r.name, r.bound, len(list), keep, duration(auto.Seconds()*1000), duration(best.Seconds()*1000), worst)
	}
	for _, c := range broken {
		fmt.Fprintf(&out, "\n- breaks the rule: %s", c)
	}
	out.WriteString("\n")
	return out.String(), nil
}

// casesOf measures the cases of a row, each by itself.
func (b *bench) casesOf(r row) ([]compared, error) {
	// See validate.Session: the library keeps memory for each thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	whole, err := r.whole()
	if err != nil {
		return nil, err
	}
	var list []compared
	for _, k := range whole.cases {
		c, err := b.caseOf(r, k)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(os.Stderr, "%s: %s\n", r.name, c)
		list = append(list, c)
	}
	return list, nil
}

// caseOf measures one case. An engine that takes longer than auto in the first round is in no other one.
func (b *bench) caseOf(r row, k selection.Case) (compared, error) {
	p := part{name: r.name, cases: []selection.Case{k}}
	c := compared{name: k.Name(), by: validate.Auto}
	least := slices.Repeat([]time.Duration{never}, len(others))
	for round := range rounds {
		took, _, err := b.timed(task{p, job{engine: validate.Auto, bound: r.bound}}, b.patience)
		if err != nil {
			return c, err
		}
		if round == 0 || took < c.auto {
			c.auto = took
		}
		for i, e := range others {
			if round > 0 && least[i] == never {
				// The engine was too slow or undecided in the first round.
				continue
			}
			// There is no need to wait longer: auto keeps the rule against an engine slower than this.
			took, open, err := b.timed(task{p, job{engine: e, bound: r.bound}}, c.auto+mostMore)
			if err != nil {
				return c, err
			}
			if !open {
				least[i] = min(least[i], took)
			}
		}
	}
	c.best = c.auto
	for i, e := range others {
		if least[i] < c.best {
			c.best, c.by = least[i], e
		}
	}
	c.keepsRule = c.auto.Seconds() <= mostTimes*c.best.Seconds()+mostMore.Seconds()
	return c, nil
}

// timed is once, with no garbage of earlier runs, and says whether an answer was left open.
func (b *bench) timed(t task, wait time.Duration) (took time.Duration, open bool, err error) {
	runtime.GC()
	f := &figure{}
	took, err = b.once(t, wait, f)
	return took, f.Unknown > 0 || f.Cut, err
}
