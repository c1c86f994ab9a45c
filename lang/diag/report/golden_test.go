package report

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mantrac/mantrac/lang/diag"
)

var update = flag.Bool("update", false, "write the golden files")

// projections are all that are held against each other, and text in colour.
var projections = []struct {
	name  string
	write func(io.Writer, []diag.Diagnostic) error
}{
	{"text", asText}, {"color", inColour}, {"plain", Plain}, {"github", GitHub}, {"json", JSON}, {"sarif", asSARIF},
}

func asText(w io.Writer, l []diag.Diagnostic) error   { return Text(w, l, TextOptions{}) }
func inColour(w io.Writer, l []diag.Diagnostic) error { return Text(w, l, TextOptions{Color: true}) }
func asSARIF(w io.Writer, l []diag.Diagnostic) error  { return SARIF(w, l, "1.2.3", title) }

func title(c diag.Code) string { return "the title of " + string(c) }

func project(t fataler, write func(io.Writer, []diag.Diagnostic) error, list []diag.Diagnostic) string {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, list); err != nil {
		t.Fatalf("%v", err)
	}
	return b.String()
}

// TestGolden compares each projection of each hand-made diagnostic with what
// a person has read and accepted.
func TestGolden(t *testing.T) {
	for name, make := range cases {
		t.Run(name, func(t *testing.T) {
			var got bytes.Buffer
			for _, p := range projections {
				if p.name == "color" && name != "several" {
					continue
				}
				fmt.Fprintf(&got, "-- %s --\n%s", p.name, project(t, p.write, make()))
			}
			compareGolden(t, filepath.Join("testdata", name+".golden"), got.Bytes())
		})
	}
}

func compareGolden(t *testing.T, path string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(path, got, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s differs (-want +got); run with -update if the new one is right:\n%s", path, diff)
	}
}
