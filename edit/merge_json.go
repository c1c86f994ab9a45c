package edit

import (
	"github.com/mantrac/mantrac/internal/jsontext"
)

// WriteMergeJSON returns what became of a merge as a document that
// merge.schema.json describes. If the files could not be merged by their edits, m is
// nil, and the reason says why they have been merged line by line, without a
// conflict if that is clean. If they have, the reason says what has not been
// checked, if anything.
func WriteMergeJSON(m *Merged, reason string, clean bool) ([]byte, error) {
	type found struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}
	type comment struct {
		Base   []string `json:"base"`
		Ours   []string `json:"ours"`
		Theirs []string `json:"theirs"`
	}
	type conflict struct {
		At       string    `json:"at"`
		Why      string    `json:"why"`
		Ours     []Edit    `json:"ours"`
		Theirs   []Edit    `json:"theirs"`
		Comments []comment `json:"comments"`
		Found    []found   `json:"found"`
	}
	type lost struct {
		File string `json:"file"`
		Text string `json:"text"`
		Side string `json:"side"`
	}
	doc := struct {
		Version   int        `json:"version"`
		Method    string     `json:"method"`
		Reason    string     `json:"reason"`
		Clean     bool       `json:"clean"`
		Conflicts []conflict `json:"conflicts"`
		Lost      []lost     `json:"lost"`
	}{Version: version, Method: "lines", Reason: reason, Clean: clean, Conflicts: []conflict{}, Lost: []lost{}}
	if m != nil {
		doc.Method, doc.Clean = "edits", m.Clean()
		for _, c := range m.Conflicts {
			k := conflict{At: c.At.String(), Why: c.Why, Ours: append([]Edit{}, c.Ours...), Theirs: append([]Edit{}, c.Theirs...), Comments: []comment{}, Found: []found{}}
			for _, x := range c.Comments {
				k.Comments = append(k.Comments, comment{append([]string{}, x.Base...), append([]string{}, x.Ours...), append([]string{}, x.Theirs...)})
			}
			for _, d := range c.Found {
				k.Found = append(k.Found, found{string(d.Code), d.Message})
			}
			doc.Conflicts = append(doc.Conflicts, k)
		}
		doc.Lost = jsontext.Each(m.Lost, func(c Comment) lost { return lost(c) })
	}
	return jsontext.Indented(doc)
}
