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
	File  string          `json:"file"`
	Cases []coverage.Case `json:"cases"`
	Items []jsonItem      `json:"items"`
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
	return jsontext.Write(w, jsonDocument{Version: jsonVersion, Bound: r.Bound, Models: jsontext.Each(r.Models, modelOf), Manuals: jsontext.Each(r.Manuals, manualOf)})
}

func modelOf(m coverage.Model) jsonModel {
	return jsonModel{
		File:  m.File.File.Tree.File.Name(),
		Cases: jsontext.List(m.Cases),
		Items: jsontext.Each(m.Items, func(i *coverage.Item) jsonItem {
			return jsonItem{string(i.Kind), i.At.String(), report.PlaceOf(i.Span), i.Text, string(i.Status()),
				jsontext.List(i.Exercised), jsontext.List(i.Forbidden), jsontext.List(i.Reached)}
		}),
	}
}

func manualOf(m coverage.Manual) jsonManual {
	return jsonManual{m.File, jsontext.Each(m.Sections, func(s coverage.Section) jsonPlace {
		items := jsontext.Each(s.Items, func(i *coverage.Item) string { return i.At.String() })
		return jsonPlace{s.Heading, s.First, s.Last, string(s.Status), s.Reason, items, jsontext.List(s.Cases)}
	})}
}
