package report

import (
	"bufio"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/metrics"
)

var (
	//go:embed page/page.html
	pageHTML string
	//go:embed page/page.css
	pageCSS string
	//go:embed page/page.js
	pageJS string
)

// htmlData is the data of a page, but for the traces.
type htmlData struct {
	Suite    string                                `json:"suite"`
	Version  string                                `json:"version"`
	Summary  *metrics.Summary                      `json:"summary"`
	Tables   []table                               `json:"tables"`
	Problems []string                              `json:"problems"`
	NoCase   int                                   `json:"no_case"` // how many problems are traces without a case
	Checks   map[string]Place                      `json:"checks"`
	Starts   map[string]map[string]json.RawMessage `json:"starts"`
}

type htmlTrace struct {
	grade.Result
	Score float64         `json:"score"`
	View  json.RawMessage `json:"view,omitempty"`
}

// HTML writes one page that holds everything and loads nothing: rates with
// their intervals, classes of failure, a heat map of checks and models, the tables of
// [metrics.Tables], two models side by side, and each trace beside the states of the model. It works from a file. Scores are
// those of the given tiers.
func HTML(w io.Writer, r *Report, t *metrics.Tiers) error {
	// The hashes allow exactly these two texts, and no script that a trace may hold.
	before, after, _ := strings.Cut(strings.NewReplacer(
		"{{CSP}}", "default-src 'none'; style-src '"+hashed(pageCSS)+"'; script-src '"+hashed(pageJS)+"'; base-uri 'none'; form-action 'none'",
		"{{CSS}}", pageCSS,
		"{{JS}}", pageJS,
	).Replace(pageHTML), "{{DATA}}")
	out := bufio.NewWriter(w)
	out.WriteString(before)
	if err := r.htmlData(out, t); err != nil {
		return err
	}
	out.WriteString(after)
	return out.Flush()
}

// htmlData writes the data of the page: the traces one by one, and what is left.
// JSON is written so that it escapes <, > and &, and so no text ends the element
// it is in.
func (r *Report) htmlData(w *bufio.Writer, t *metrics.Tiers) error {
	w.WriteString(`{"traces":[`)
	// Each trace is encoded by itself, since the report may be larger than memory.
	separator := ""
	for result, view := range r.Results {
		x := htmlTrace{Result: *result, Score: t.Score(result), View: view}
		// The page shows the replay as one of the checks.
		x.Checks = result.Judged()
		text, err := json.Marshal(x)
		if err != nil {
			return err
		}
		w.WriteString(separator)
		w.Write(text)
		separator = ","
	}
	d := htmlData{Suite: r.Suite, Version: r.Version, Summary: r.Summary, Tables: paperTables(r.Tables, r.Summary), Checks: r.Places, Problems: []string{}, Starts: make(map[string]map[string]json.RawMessage)}
	for _, p := range r.Problems {
		d.Problems = append(d.Problems, p.Error())
		if p.NoCase {
			d.NoCase++
		}
	}
	for name, state := range r.Starts {
		d.Starts[name] = make(map[string]json.RawMessage)
		for leaf, v := range state {
			d.Starts[name][leaf] = interp.ToJSON(v)
		}
	}
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	w.WriteString("],")
	// The object of the traces is open still, so the brace of this one is left out.
	_, err = w.Write(text[1:]) // the members, and the end
	return err
}

// hashed names a text in a content security policy: nothing else may run.
func hashed(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
