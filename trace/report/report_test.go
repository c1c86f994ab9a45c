package report_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/jsontext/schematest"
	"github.com/mantrac/mantrac/internal/sarif"
	"github.com/mantrac/mantrac/internal/sarif/sariftest"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
	"github.com/mantrac/mantrac/trace/report"
)

var update = flag.Bool("update", false, "write the golden files")

// hostile is what a trace may say about itself.
const hostile = "</script><b>|`x`\x1b[31m\u202e\xff\n=1+1"

// sampleResults are a run of two models over two tasks.
func sampleResults() []grade.Result {
	one := 1.0
	failed := grade.Check{
		Check: "look_first", Verdict: grade.Fail, Class: "ordering", Root: true, Message: "`cancel` comes before `look`",
		Evidence: []grade.Evidence{
			{Seq: 4, Tool: "look", Role: "anchor", At: trace.Pointer{Path: "/0/traj/7"}},
			{Seq: 2, Tool: "cancel", Role: "violates", At: trace.Pointer{Path: "/0/traj/3"}},
		},
	}
	passed := grade.Check{Check: "no_refund", Verdict: grade.Pass, Evidence: []grade.Evidence{}}
	unknown := grade.Check{Check: "no_refund", Verdict: grade.Inconclusive, Message: "the arguments of `refund` are not known", Evidence: []grade.Evidence{{Seq: 3, Tool: "refund", Role: "matches", At: trace.Pointer{Line: 9}}}}
	ok := grade.Check{Check: "look_first", Verdict: grade.Pass, Evidence: []grade.Evidence{}}
	notLooked := []grade.Clause{{File: "late.wm", Line: 9, Column: 8, Text: "(= looked true)", Kind: "pre", Why: "`looked` is false"}}
	return []grade.Result{
		{
			File: "runs/small.json", ID: "7-0", Case: "late", Verdict: grade.Fail, Task: "7", Model: "small", Reward: &one, Calls: 2, Tools: map[string]int{"look": 1, "cancel": 1},
			Checks:   []grade.Check{failed, passed},
			Findings: []grade.Finding{{Class: "repeated-call", Message: "`look` is called twice", Evidence: []grade.Evidence{{Seq: 4, Tool: "look", Role: "repeats", At: trace.Pointer{Path: "/0/traj/7"}}}}},
			Replay: &grade.Replay{Verdict: grade.Fail, Seq: 2, Tool: "cancel", Broken: notLooked, Violations: []grade.Violation{
				{Class: grade.Precondition, Seq: 2, Tool: "cancel", Broken: notLooked},
				{Class: grade.Attempted, Seq: 4, Tool: "look", Broken: []grade.Clause{{File: "late.wm", Line: 14, Column: 8, Text: "(= cancelled false)", Kind: "pre", Follows: 2}}, Follows: 2},
			}},
		},
		{File: "runs/small.json", ID: "8-0", Case: "late", Verdict: grade.Inconclusive, Task: "8", Model: "small", Calls: 1, Checks: []grade.Check{ok, unknown}, Findings: []grade.Finding{}},
		{File: "runs/large.json", ID: "7-0", Case: "late", Verdict: grade.Pass, Task: "7", Model: "large", Calls: 2, Checks: []grade.Check{ok, passed}, Findings: []grade.Finding{}},
		{File: "runs/large.json", ID: hostile, Case: "late", Verdict: grade.Fail, Task: hostile, Model: "large", Calls: 1, Checks: []grade.Check{{Check: "look_first", Verdict: grade.Fail, Class: "missing-required-call", Tool: "look </script><b>", Root: true, Message: hostile, Evidence: []grade.Evidence{}}}, Findings: []grade.Finding{}},
	}
}

// reported returns a report of results, each with what happened in it.
func reported(results []grade.Result) *report.Report {
	list := []metrics.Metric{{K: 1}, {All: true, K: 1}}
	return &report.Report{
		Suite: "late.checks",
		Results: func(yield func(*grade.Result, json.RawMessage) bool) {
			for i := range results {
				view, err := json.Marshal(viewOf(&results[i]))
				if err != nil {
					panic(err)
				}
				if !yield(&results[i], view) {
					return
				}
			}
		},
		Starts: map[string]grade.State{"late": {"looked": types.Boolean(false), "cancelled": types.Boolean(false), "seats": seats(300)}},
		Places: map[string]report.Place{
			"late": {File: "late.checks", Line: 2, Column: 1}, "late/look_first": {File: "late.checks", Line: 5, Column: 6, Text: "(look_first (after (call cancel) (call look)))"},
		},
		Problems: []trace.Problem{{File: "runs/small.json", At: trace.Pointer{Line: 12}, Message: "the record ends in the middle of a string"}},
		Summary:  summarised(results, metrics.Dimensions, list),
		Tables:   tabled(results),
		Version:  "test",
	}
}

func sample() *report.Report { return reported(sampleResults()) }

func summarised(results []grade.Result, by []metrics.Dimension, list []metrics.Metric) *metrics.Summary {
	run := runOf(results, by)
	defer run.Close()
	s, err := run.Summary(list)
	if err != nil {
		panic(err)
	}
	return s
}

func tabled(results []grade.Result) *metrics.Tables {
	run := runOf(results, nil)
	defer run.Close()
	t, err := run.Tables([]metrics.Metric{{K: 1}})
	if err != nil {
		panic(err)
	}
	return t
}

func runOf(results []grade.Result, by []metrics.Dimension) *metrics.Run {
	run := metrics.NewRun(by, metrics.DefaultTiers())
	for i := range results {
		if err := run.Add(&results[i]); err != nil {
			panic(err)
		}
	}
	return run
}

// seats are a large set.
func seats(n int) (list types.List) {
	for i := range n {
		list = append(list, types.Text(fmt.Sprint("seat ", i)))
	}
	return list
}

func viewOf(x *grade.Result) (v report.View) {
	events := []trace.Event{
		{Seq: 1, Kind: trace.Message, Requestor: "user", Text: "cancel my trip " + hostile},
		{Seq: 2, Kind: trace.Call, Requestor: "assistant", Tool: "cancel", Raw: json.RawMessage(`{"id":"A1"}`), State: trace.ArgsOK, Status: trace.Failed},
		{Seq: 3, Kind: trace.Result, Tool: "cancel", Text: "Error: not looked up", Status: trace.Failed},
		{Seq: 4, Kind: trace.Call, Requestor: "assistant", Tool: "look", Raw: json.RawMessage(`{"id":"A1"}`), State: trace.ArgsOK, Status: trace.OK},
	}
	state := func(looked bool, seats types.List) grade.State {
		return grade.State{"looked": types.Boolean(looked), "cancelled": types.Boolean(false), "seats": seats}
	}
	states := []grade.State{nil, state(false, seats(300)), nil, state(true, slices.Concat(seats(7), types.List{types.Text("</b>")}, seats(300)[8:]))}
	for i := range events[:1+len(x.Checks)+1] {
		events[i].CallID = fmt.Sprint(i)
		v.Add(&events[i])
		v.After(events[i].CallID, states[i])
	}
	v.End(state(false, seats(300)))
	return v
}

// Each format is read by people once and then kept.
func TestGoldens(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *report.Report) error{
		"junit.xml": report.JUnit, "run.sarif": report.SARIF, "github.txt": report.GitHub, "summary.md": report.Markdown, "run.csv": report.CSV,
		"stats.txt":  func(w io.Writer, r *report.Report) error { return report.StatsText(w, statsOf(r)) },
		"stats.md":   func(w io.Writer, r *report.Report) error { return report.StatsMarkdown(w, statsOf(r)) },
		"stats.json": func(w io.Writer, r *report.Report) error { return report.StatsJSON(w, statsOf(r)) },
	} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := write(&b, sample()); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if b.String() != string(want) {
				t.Errorf("%s has changed; read it, and accept it with -update:\n%s", path, b.String())
			}
		})
	}
}

func statsOf(r *report.Report) *report.Stats {
	results := sampleResults()
	c, err := metrics.Compare(runOf(results[:2], nil), runOf(results[2:], nil))
	if err != nil {
		panic(err)
	}
	return &report.Stats{Summary: r.Summary, Tables: r.Tables, Comparison: &c, Gates: []report.GateResult{{Gate: "pass@1=0.8", Verdict: "fail", Message: "pass@1 is 0.250"}}}
}

func TestStatsFollowTheirSchema(t *testing.T) {
	var b bytes.Buffer
	if err := report.StatsJSON(&b, statsOf(sample())); err != nil {
		t.Fatal(err)
	}
	if err := schematest.Check("stats.schema.json", b.String()); err != nil {
		t.Error(err)
	}
}

func TestSARIFIsValid(t *testing.T) {
	text, log := logOf(t, sample())
	sariftest.Validate(t, text)
	if n := len(log.Runs[0].Results); n != 7 { // three checks, two violations of the model, a finding, a problem
		t.Errorf("%d results", n)
	}
	first := log.Runs[0].Results[0]
	if steps := first.CodeFlows[0].ThreadFlows[0].Locations; len(steps) != 2 || steps[0].Location.Message.Text != "event 2, cancel: violates" {
		t.Errorf("the code flow is not in the order of the trace: %v", steps)
	}
}

func logOf(t *testing.T, r *report.Report) (string, *sarif.Log) {
	t.Helper()
	var b bytes.Buffer
	if err := report.SARIF(&b, r); err != nil {
		t.Fatal(err)
	}
	log := &sarif.Log{}
	if err := json.Unmarshal(b.Bytes(), log); err != nil {
		t.Fatal(err)
	}
	return b.String(), log
}

// A fingerprint says the same of a failure, whatever else is in the report.
func TestFingerprintsStay(t *testing.T) {
	prints := func(r *report.Report) string {
		_, log := logOf(t, r)
		return fmt.Sprint(log.Runs[0].Results[0].PartialFingerprints)
	}
	r := sample()
	first := prints(r)
	r.Results = reported(sampleResults()[:1]).Results
	r.Places = nil
	if got := prints(r); got != first {
		t.Errorf("%s, then %s", first, got)
	}
}

func TestJUnitKeepsFailuresAndErrorsApart(t *testing.T) {
	var b bytes.Buffer
	if err := report.JUnit(&b, sample()); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tests    int `xml:"tests,attr"`
		Failures int `xml:"failures,attr"`
		Errors   int `xml:"errors,attr"`
	}
	if err := xml.Unmarshal(b.Bytes(), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Tests != 9 || doc.Failures != 3 || doc.Errors != 2 {
		t.Errorf("%+v", doc)
	}
}

func TestCSVDisarmsFormulas(t *testing.T) {
	results := sampleResults()
	results[0].Task = "=HYPERLINK(1)"
	r := reported(results)
	var b bytes.Buffer
	if err := report.CSV(&b, r); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	if len(rows) != 10 || rows[1][3] != "'=HYPERLINK(1)" {
		t.Errorf("%d rows, the task is %q", len(rows), rows[1][3])
	}
}

// No text of a trace ends up as a command, as markup or as a control.
func TestHostileTexts(t *testing.T) {
	for name, write := range map[string]func(io.Writer, *report.Report) error{
		"github": report.GitHub, "markdown": report.Markdown,
		"text":           func(w io.Writer, r *report.Report) error { return report.StatsText(w, statsOf(r)) },
		"stats markdown": func(w io.Writer, r *report.Report) error { return report.StatsMarkdown(w, statsOf(r)) },
		"html":           func(w io.Writer, r *report.Report) error { return report.HTML(w, r, metrics.DefaultTiers()) },
	} {
		var b bytes.Buffer
		if err := write(&b, sample()); err != nil {
			t.Fatal(err)
		}
		out := b.String()
		if strings.Contains(out, "</script><b>") && name != "markdown" && name != "github" && name != "text" {
			t.Errorf("%s: a text ends the element it stands in", name)
		}
		if (name == "text" || name == "stats markdown") && strings.ContainsAny(out, "\x1b\u202e") {
			t.Errorf("%s: a terminal would act upon this: %q", name, out)
		}
		if name == "github" {
			for line := range strings.SplitSeq(strings.TrimSuffix(out, "\n"), "\n") {
				if !strings.HasPrefix(line, "::") {
					t.Errorf("a text begins a line of its own: %q", line)
				}
			}
		}
	}
}

// A group whose tasks have few trials does not hide the rates of the others.
func TestStatsShowAllRates(t *testing.T) {
	var results []grade.Result
	for _, model := range []string{"few", "many", "many"} {
		results = append(results, grade.Result{Case: "c", Model: model, Verdict: grade.Pass})
	}
	list := []metrics.Metric{{K: 1}, {All: true, K: 2}}
	var b bytes.Buffer
	summary := summarised(results, []metrics.Dimension{metrics.ByModel}, list)
	if err := report.StatsText(&b, &report.Stats{Summary: summary}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"model  tasks  trials  pass  fail  undecided  pass@1   95 %                pass^2   95 %\n",
		"few    1      1       1     0     0          100.0 %  100.0 % to 100.0 %  –        –\n",
		"many   1      2       2     0     0          100.0 %  100.0 % to 100.0 %  100.0 %  100.0 % to 100.0 %\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("%q is missing in\n%s", want, b.String())
		}
	}
}
