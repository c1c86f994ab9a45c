package recognise_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/answers"
	"github.com/mantrac/mantrac/trace/importer"
	"github.com/mantrac/mantrac/trace/recognise"
)

// dataDir returns the folder of the reference data, and skips the test where
// there is none.
func dataDir(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("MANTRAC_DATA")
	if dir == "" {
		dir = filepath.Join("..", "..", "..", "shared", "data")
	}
	if _, err := os.Stat(dir); err != nil {
		t.Skipf("the published traces are not there; name their folder in MANTRAC_DATA: %v", err)
	}
	return dir
}

// projectOf writes a project of testdata into a folder, with the published tools.
func projectOf(t *testing.T, name, tools string) (folder string, set *tool.Set) {
	t.Helper()
	folder = t.TempDir()
	for to, from := range map[string]string{
		"mantra.yaml": filepath.Join("testdata", name, "mantra.yaml"), "bindings.yaml": filepath.Join("testdata", name, "bindings.yaml"), "tools.json": tools,
	} {
		text, err := os.ReadFile(from)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, to), text, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	files, errs := project.Find([]string{filepath.Join(folder, "mantra.yaml")}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	r := project.Check(files, project.Options{Projects: true})
	for _, d := range r.Diagnostics {
		t.Errorf("%s %s", d.Primary, d.Message)
	}
	return folder, r.Projects[0].Tools
}

// eventsIn returns how often each event happens in each of the first traces of a
// file, in the order of the declarations.
func eventsIn(t *testing.T, path string, set *tool.Set, traces int) []string {
	t.Helper()
	var all trace.Collector
	if _, err := importer.ReadFile(path, importer.Options{}, &all); err != nil {
		t.Fatal(err)
	}
	var counts map[string]int
	r := recognise.New(set, func(e *trace.Event) error {
		if e.Kind == trace.Occurrence {
			counts[e.Tool]++
		}
		return nil
	})
	var list []string
	for _, one := range all.Traces[:traces] {
		counts = make(map[string]int)
		r.Begin(&one.Header)
		for i := range one.Events {
			r.Event(&one.Events[i])
		}
		r.End()
		var numbers []string
		for _, tool := range set.Tools {
			if tool.Event != nil {
				numbers = append(numbers, fmt.Sprint(counts[tool.Name]))
			}
		}
		list = append(list, strings.Join(numbers, " "))
	}
	return list
}

// The events of the first five traces are those that a person counted.
func TestEventsOfRealTraces(t *testing.T) {
	dir := dataDir(t)
	for _, c := range []struct{ name, tools, traces, want string }{
		// user_confirms, user_names_self, user_ends, agent_offers_transfer
		{"airline", "tau-airline/tools.openai.json", "tau-airline/gpt-4o-airline.trials01.json", "2 1 1 0, 0 0 1 0, 1 1 1 0, 2 1 1 0, 2 1 0 1"},
		// user_confirms, user_names_order, agent_proposes
		{"retail", "tau-retail/tools.openai.json", "tau-retail/agentrx_even.json", "1 1 1, 1 0 1, 0 0 2, 1 0 2, 0 1 1"},
	} {
		_, set := projectOf(t, c.name, filepath.Join(dir, c.tools))
		if got := strings.Join(eventsIn(t, filepath.Join(dir, c.traces), set, 5), ", "); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A part of a trace that only some traces of a file are wanted of.
type firstTraces struct {
	trace.Sink
	left int
}

func (f *firstTraces) Begin(h *trace.Header) error {
	f.left--
	return f.Sink.Begin(h)
}

func (f *firstTraces) Event(e *trace.Event) error {
	if f.left < 0 {
		return nil
	}
	return f.Sink.Event(e)
}

// The same for answers, and in all traces nothing is left that no rule reads.
func TestBindingsOfRealTraces(t *testing.T) {
	dir := dataDir(t)
	for _, c := range []struct{ name, tools, traces, want string }{
		{"airline", "tau-airline/tools.openai.json", "tau-airline/gpt-4o-airline.trials01.json", "failed 6; transfer_to_human_agents 1; get_reservation_details 13"},
		{"retail", "tau-retail/tools.openai.json", "tau-retail/agentrx_even.json", "failed 1; find_user_id_by_name_zip 5; find_user_id_by_email 0; get_order_details 17"},
	} {
		folder, _ := projectOf(t, c.name, filepath.Join(dir, c.tools))
		set, found, err := project.BindingsOf(project.Options{Config: filepath.Join(folder, "mantra.yaml")})
		if err != nil || len(found) > 0 {
			t.Fatal(err, found)
		}
		read := func(traces int) *answers.Report {
			counter := answers.NewCounter(set)
			if _, err := importer.ReadFile(filepath.Join(dir, c.traces), importer.Options{}, &firstTraces{counter, traces}); err != nil {
				t.Fatal(err)
			}
			return counter.Report()
		}
		byTool := make(map[string]answers.Tool)
		failed := 0
		for _, x := range read(5).Tools {
			byTool[x.Tool] = x
			failed += x.Failed
		}
		for part := range strings.SplitSeq(c.want, "; ") {
			name, _, _ := strings.Cut(part, " ")
			n := byTool[name].JSON
			for _, rule := range byTool[name].Rules {
				n += rule.Count
			}
			if name == "failed" {
				n = failed
			}
			if got := fmt.Sprint(name, " ", n); got != part {
				t.Errorf("%s: %s, want %s", c.name, got, part)
			}
		}
		for _, d := range read(1000).Found {
			t.Errorf("%s %s", d.Primary, d.Message)
		}
	}
}
