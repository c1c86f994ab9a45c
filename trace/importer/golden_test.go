package importer_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/importer"
)

var update = flag.Bool("update", false, "write what the tests find into testdata")

// render shows what was read, an event a line.
func render(c *trace.Collector, notes []importer.Note) string {
	var b strings.Builder
	for _, one := range c.Traces {
		fmt.Fprintf(&b, "trace %s: %s", one.ID, one.Format)
		for _, part := range []struct{ name, value string }{
			{"task", one.Task}, {"model", one.Model}, {"domain", one.Domain}, {"ended", one.Ended}, {"crash", one.Crash},
			{"tools", strings.Join(one.Tools, ",")},
		} {
			if part.value != "" {
				fmt.Fprintf(&b, ", %s %s", part.name, part.value)
			}
		}
		if one.Trial > 0 {
			fmt.Fprintf(&b, ", trial %d", one.Trial)
		}
		if one.Reward != nil {
			fmt.Fprintf(&b, ", reward %g", *one.Reward)
		}
		if len(one.Labels) > 0 {
			fmt.Fprintf(&b, ", %v", one.Labels)
		}
		fmt.Fprintf(&b, " at %s\n", one.At)
		for _, e := range one.Events {
			b.WriteString("  " + renderEvent(&e) + "\n")
		}
	}
	for _, n := range notes {
		fmt.Fprintf(&b, "note %s ×%d at %s\n", n.Code, n.Count, n.First)
	}
	for _, p := range c.Problems {
		fatal := ""
		if p.Fatal {
			fatal = " (fatal)"
		}
		fmt.Fprintf(&b, "problem in %q at %s%s: %s\n", p.Trace, p.At, fatal, p.Message)
	}
	return b.String()
}

func renderEvent(e *trace.Event) string {
	s := fmt.Sprintf("%d t%d s%d %s %s", e.Seq, e.Turn, e.Step, e.Kind, e.Requestor)
	if e.Agent != "" {
		s += "/" + e.Agent
	}
	if e.Group > 0 {
		s += fmt.Sprintf(" g%d", e.Group)
	}
	if e.Kind != trace.Message {
		s += fmt.Sprintf(" %s#%s %s", e.Tool, e.CallID, e.Status)
	}
	if e.Kind == trace.Call {
		s += " " + string(e.State)
		if e.Args != nil {
			s += " " + string(document.AppendJSON(nil, e.Args))
		} else {
			s += " raw " + string(e.Raw)
		}
		if len(e.Hidden) > 0 {
			s += fmt.Sprintf(" hidden %v", e.Hidden)
		}
	}
	if e.Text != "" {
		s += fmt.Sprintf(" %q", e.Text)
	}
	for _, t := range []string{shownTime(e.Start.Unix()), shownTime(e.End.Unix())} {
		s += t
	}
	return s + " at " + e.At.String()
}

// shownTime shows a time, if there is one.
func shownTime(seconds int64) string {
	if seconds < 0 {
		return ""
	}
	return fmt.Sprintf(" @%d", seconds%1000)
}

// TestGolden reads the examples of all formats, and holds what was read against
// the file with the same name and .want.
func TestGolden(t *testing.T) {
	all, err := filepath.Glob("testdata/*.json*")
	if err != nil || len(all) == 0 {
		t.Fatal(err)
	}
	formats := make(map[string]bool)
	for _, f := range importer.Formats() {
		formats[f.Name] = true
	}
	for _, path := range all {
		t.Run(filepath.Base(path), func(t *testing.T) {
			var c trace.Collector
			notes, err := importer.ReadFile(path, importer.Options{}, &c)
			if err != nil {
				t.Fatal(err)
			}
			for _, one := range c.Traces {
				delete(formats, one.Format)
			}
			got := render(&c, notes)
			golden := strings.TrimSuffix(path, filepath.Ext(path)) + ".want"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if len(formats) > 0 {
		t.Errorf("formats without an example: %v", formats)
	}
}
