package export

import (
	"bytes"
	"cmp"
	_ "embed"
	"strings"
	"text/template"
)

//go:embed files/card.tmpl
var cardText string

var card = template.Must(template.New("").Funcs(template.FuncMap{"quote": quote}).Parse(cardText))

// quote writes a text as a string of YAML.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// count returns how many cases and checks a suite has.
func (b *Benchmark) count(suite string) (cases, checks int) {
	for _, c := range b.Cases {
		if c.Suite == suite {
			cases, checks = cases+1, checks+len(c.Checks)
		}
	}
	return cases, checks
}

// renderCard writes README.md.
func (b *Benchmark) renderCard() error {
	type row struct {
		Suite, Manual        string
		Cases, Checks, Tools int
	}
	data := struct {
		*Benchmark
		License, Size string
		Rows          []row
		Proved        int
		Runs          []runSource
	}{Benchmark: b, License: cmp.Or(b.License, "unknown"), Size: size(len(b.Cases)), Runs: b.runs}
	for _, s := range b.suites {
		cases, checks := b.count(s.name)
		data.Rows = append(data.Rows, row{s.name, s.manualName, cases, checks, len(s.tools())})
	}
	for _, c := range b.Cases {
		if c.Verdict.Proved {
			data.Proved++
		}
	}
	var out bytes.Buffer
	if err := card.Execute(&out, data); err != nil {
		return err
	}
	b.put("README.md", out.Bytes())
	return nil
}

// size returns the category of Hugging Face for a number of cases.
func size(cases int) string {
	names := []string{"1K", "10K", "100K", "1M", "10M", "100M", "1B"}
	if cases < 1000 {
		return "n<" + names[0]
	}
	i := 0
	for n := cases / 10_000; n > 0 && i < len(names)-2; n /= 10 {
		i++
	}
	return names[i] + "<n<" + names[i+1]
}
