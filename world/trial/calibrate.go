package trial

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/trace/grade"
)

// Calibrators are the agents that test a suite.
func Calibrators() []Agent {
	list := []Agent{Oracle{}, Random{}}
	for _, class := range Mistakes {
		list = append(list, Mistaken{class})
	}
	return list
}

// minRandomFails is the share of random trials, in hundredths, that has to fail.
const minRandomFails = 90

// A Calibration says what the trials of [Calibrators] tell about a suite.
type Calibration struct {
	Rows     []Row
	Findings []string // what is wrong with the suite, each with its trace
}

// A Row counts the trials of an agent.
type Row struct {
	Agent    string
	Trials   int
	Expected int // that ended as they have to
}

// Calibrate judges the graded trials of [Calibrators].
func Calibrate(results []grade.Result) *Calibration {
	c := &Calibration{}
	for _, a := range Calibrators() {
		row := Row{Agent: a.Name()}
		var odd []string
		for _, r := range results {
			if r.Model != row.Agent {
				continue
			}
			row.Trials++
			if wrong := unexpected(a, &r); wrong != "" {
				odd = append(odd, fmt.Sprintf("%s: %s: %s", r.Case, wrong, r.File))
			} else {
				row.Expected++
			}
		}
		// Random calls may pass by luck, so a small share of passes is no finding.
		if _, random := a.(Random); random && row.Expected*100 >= row.Trials*minRandomFails {
			odd = nil
		}
		if row.Trials > 0 {
			c.Rows = append(c.Rows, row)
		}
		c.Findings = append(c.Findings, odd...)
	}
	return c
}

// unexpected says what is wrong with how a trial ended; "" if nothing is.
func unexpected(a Agent, r *grade.Result) string {
	switch a := a.(type) {
	case Oracle:
		if r.Verdict != grade.Pass {
			return fmt.Sprintf("a compliant plan does not pass: %s of %s", r.Verdict, strings.Join(notPassed(r), ", "))
		}
	case Random:
		if r.Verdict == grade.Pass {
			return "random calls pass"
		}
	case Mistaken:
		switch classes := classesOf(r); {
		case r.Verdict == grade.Pass:
			return fmt.Sprintf("a plan with a mistake of the class %s passes", a.Class)
		case !slices.Contains(classes, string(a.Class)):
			return fmt.Sprintf("a mistake of the class %s is reported as %s", a.Class, strings.Join(classes, ", "))
		}
	}
	return ""
}

// notPassed returns the names of the checks that do not pass.
func notPassed(r *grade.Result) (list []string) {
	for _, k := range r.Checks {
		if k.Verdict != grade.Pass {
			list = append(list, k.Check)
		}
	}
	if r.Replay != nil && r.Replay.Verdict != grade.Pass {
		list = append(list, "world model")
	}
	return list
}

// classesOf returns the classes of all that is wrong with a trace.
func classesOf(r *grade.Result) (list []string) {
	for _, k := range r.Checks {
		if k.Class != "" {
			list = append(list, string(k.Class))
		}
	}
	for _, f := range r.Findings {
		list = append(list, string(f.Class))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
