package report

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"io"
	"strings"

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

type htmlData struct {
	Suite    string           `json:"suite"`
	Version  string           `json:"version"`
	Summary  *metrics.Summary `json:"summary"`
	Traces   []htmlTrace      `json:"traces"`
	Problems []string         `json:"problems"`
	Checks   map[string]Place `json:"checks"`
}

type htmlTrace struct {
	grade.Result
	Score float64 `json:"score"`
	View  *View   `json:"view,omitempty"`
}

// HTML writes one page that holds everything and loads nothing: rates with
// their intervals, classes of failure, a heat map of checks and models, and
// each trace beside the states of the model. It works from a file. Scores are
// those of the given tiers.
func HTML(w io.Writer, r *Report, t *metrics.Tiers) error {
	d := htmlData{Suite: r.Suite, Version: r.Version, Summary: r.Summary, Checks: r.Places, Traces: []htmlTrace{}, Problems: []string{}}
	for i := range r.Results {
		x := htmlTrace{Result: r.Results[i], Score: t.Score(&r.Results[i])}
		x.Checks = r.Results[i].Judged()
		if i < len(r.Views) {
			x.View = &r.Views[i]
		}
		d.Traces = append(d.Traces, x)
	}
	for _, p := range r.Problems {
		d.Problems = append(d.Problems, p.Error())
	}
	data, err := json.Marshal(d) // escapes <, > and &, so that no text ends the element it stands in
	if err != nil {
		return err
	}
	_, err = strings.NewReplacer(
		"{{CSP}}", "default-src 'none'; style-src '"+hashed(pageCSS)+"'; script-src '"+hashed(pageJS)+"'; base-uri 'none'; form-action 'none'",
		"{{CSS}}", pageCSS,
		"{{JS}}", pageJS,
		"{{DATA}}", string(data),
	).WriteString(w, pageHTML)
	return err
}

// hashed names a text in a content security policy: nothing else may run.
func hashed(s string) string {
	sum := sha256.Sum256([]byte(s))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}
