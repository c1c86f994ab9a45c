package grammar

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An evaluated is a trace of a case with what is expected of it.
type evaluated struct {
	section
	outcome []string // lines
}

// A verdict is what is expected of the validation of one case of a suite.
type verdict struct {
	line        int
	suiteCase   string
	bound       int
	interrupted bool
	want        []string // lines, those of traces in the form of [compacted]
}

// TestConformanceKinds counts the cases of each kind.
func TestConformanceKinds(t *testing.T) {
	traces, verdicts := 0, 0
	for _, c := range corpus(t) {
		if len(c.traces) > 0 {
			traces++
		}
		if len(c.verdicts) > 0 {
			verdicts++
		}
	}
	if traces < 150 || verdicts < 60 {
		t.Errorf("there are %d cases with traces and %d with verdicts, and there should be 150 and 60", traces, verdicts)
	}
}

// dynamic reads a section that is no file: a trace, what is expected of it, or
// a verdict.
func (c *testCase) dynamic(s section) error {
	words := strings.Fields(s.name)
	switch {
	case words[0] == "verdict":
		return c.verdict(words[1:], s)
	case words[0] == "trace" && len(words) <= 2:
		c.traces = append(c.traces, &evaluated{section: s})
		return nil
	case words[0] == "outcome" && len(words) == 1 && len(c.traces) > 0 && c.traces[len(c.traces)-1].outcome == nil:
		return c.traces[len(c.traces)-1].expect(s.text)
	}
	return fmt.Errorf("`%s` is no section that can stand here", s.name)
}

var outcomes = []*regexp.Regexp{
	regexp.MustCompile(`^step \d+ (ok|stuck|unknown)$`),
	regexp.MustCompile(`^step \d+ breaks (pre|implicit) .+$`),
	regexp.MustCompile(`^step \d+ impossible (post|frame|answer) .+$`),
	regexp.MustCompile(`^step \d+ next (\d+|infinite)$`),
	regexp.MustCompile(`^check \S+ (holds|fails)$`),
	regexp.MustCompile(`^goal (holds|fails)$`),
}

func (e *evaluated) expect(text string) error {
	e.outcome = strings.Split(strings.TrimSpace(text), "\n")
	for _, line := range e.outcome {
		if !slices.ContainsFunc(outcomes, func(r *regexp.Regexp) bool { return r.MatchString(line) }) {
			return fmt.Errorf("`%s` is no outcome", line)
		}
	}
	return nil
}

// at returns what is expected of a step, counted from 0, without what is
// expected of its next states.
func (e *evaluated) at(i int) []string {
	var list []string
	for _, line := range e.outcome {
		if rest, ok := strings.CutPrefix(line, fmt.Sprintf("step %d ", i+1)); ok && !strings.HasPrefix(rest, "next ") {
			list = append(list, rest)
		}
	}
	return list
}

// next returns how many next states are expected of a step, as written.
func (e *evaluated) next(i int) string {
	for _, line := range e.outcome {
		if rest, ok := strings.CutPrefix(line, fmt.Sprintf("step %d next ", i+1)); ok {
			return rest
		}
	}
	return ""
}

// wants reports whether a line is expected.
func (e *evaluated) wants(line string) bool { return slices.Contains(e.outcome, line) }

// verdict reads the name and the lines of a verdict.
func (c *testCase) verdict(words []string, s section) error {
	if len(words) < 2 || len(words) > 3 || len(words) == 3 && words[2] != "interrupted" {
		return fmt.Errorf("`%s`: a verdict is of a case and a bound", s.name)
	}
	bound, err := strconv.Atoi(words[1])
	if err != nil || bound < 1 {
		return fmt.Errorf("`%s` is no bound", words[1])
	}
	v := &verdict{line: s.line, suiteCase: words[0], bound: bound, interrupted: len(words) == 3}
	for line := range strings.Lines(strings.TrimSpace(s.text)) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "  ") {
			if line, err = compacted(line); err != nil {
				return err
			}
		}
		v.want = append(v.want, line)
	}
	c.verdicts = append(c.verdicts, v)
	return nil
}

// compacted returns a line of a trace with the members of its objects in the
// order of their names, and without spaces that mean nothing.
func compacted(line string) (string, error) {
	d := json.NewDecoder(strings.NewReader(line))
	d.UseNumber()
	var value any
	if err := d.Decode(&value); err != nil {
		return "", fmt.Errorf("%s: %w", line, err)
	}
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	err := e.Encode(value)
	return "  " + strings.TrimSpace(out.String()), err
}
