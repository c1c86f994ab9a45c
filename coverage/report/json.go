package report

import (
	"io"

	"github.com/mantrac/mantrac/coverage"
	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/internal/report"
)

// The version of the documents. It grows when a member changes its meaning or
// goes away.
const jsonVersion = 1

type jsonDocument struct {
	Version int          `json:"version"`
	Bound   int          `json:"bound"`
	Models  []jsonModel  `json:"models"`
	Manuals []jsonManual `json:"manuals"`
}

type jsonModel struct {
	File  string     `json:"file"`
	Cases []jsonCase `json:"cases"`
	Items []jsonItem `json:"items"`
}

type jsonCase struct {
	Name      string `json:"name"`
	File      string `json:"file"`
	Compliant bool   `json:"compliant"`
}

type jsonItem struct {
	Kind      string        `json:"kind"`
	At        string        `json:"at"`
	Place     *report.Place `json:"place"`
	Text      string        `json:"text"`
	Status    string        `json:"status"`
	Exercised []string      `json:"exercised"`
	Forbidden []string      `json:"forbidden"`
	Reached   []string      `json:"reached"`
}

type jsonManual struct {
	File   string      `json:"file"`
	Places []jsonPlace `json:"places"`
}

type jsonPlace struct {
	Heading string   `json:"heading,omitempty"`
	First   int      `json:"first"`
	Last    int      `json:"last"`
	Status  string   `json:"status"`
	Reason  string   `json:"reason,omitempty"`
	Items   []string `json:"items"`
	Cases   []string `json:"cases"`
}

// JSON writes a result as one document that coverage.schema.json describes.
func JSON(w io.Writer, r *coverage.Result) error {
	d := jsonDocument{Version: jsonVersion, Bound: r.Bound, Models: []jsonModel{}, Manuals: []jsonManual{}}
	for _, m := range r.Models {
		x := jsonModel{File: m.File.File.Tree.File.Name(), Cases: []jsonCase{}, Items: []jsonItem{}}
		for _, k := range m.Cases {
			x.Cases = append(x.Cases, jsonCase{k.Name, k.File, k.Compliant})
		}
		for _, i := range m.Items {
			x.Items = append(x.Items, jsonItem{string(i.Kind), i.At.String(), report.PlaceOf(i.Span), i.Text, string(i.Status()),
				listed(i.Exercised), listed(i.Forbidden), listed(i.Reached)})
		}
		d.Models = append(d.Models, x)
	}
	for _, m := range r.Manuals {
		x := jsonManual{File: m.File, Places: []jsonPlace{}}
		for _, s := range m.Sections {
			p := jsonPlace{Heading: s.Heading, First: s.First, Last: s.Last, Status: string(s.Status), Reason: s.Reason, Items: []string{}, Cases: listed(s.Cases)}
			for _, i := range s.Items {
				p.Items = append(p.Items, i.At.String())
			}
			x.Places = append(x.Places, p)
		}
		d.Manuals = append(d.Manuals, x)
	}
	return jsontext.Write(w, d)
}

// listed returns a list that is not nil.
func listed(list []string) []string { return append([]string{}, list...) }
