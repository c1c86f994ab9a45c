package stage

import (
	"context"
	"slices"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
)

// relevant is an answer of tool_relevance.
type relevant struct {
	Tools []struct {
		Name string `json:"name"`
		Why  string `json:"why"`
	} `json:"tools"`
}

// relevantTools asks which tools a sample is about, and returns them in the order of the
// file; none, for text that says nothing about calls.
func (w *work) relevantTools(ctx context.Context) ([]*tool.Tool, error) {
	data := prompt.ToolRelevance{Manual: w.manual}
	data.Tools = lists.Map(w.Tools.Tools, func(t *tool.Tool) prompt.Tool { return prompt.Tool{Name: t.Name, Description: t.Description} })
	answer, err := settle(ctx, w.Driver, w.name, data, func(p prompt.Prompt, text string) (relevant, []fault) {
		answer, wrong := decode[relevant](p, text)
		for _, t := range answer.Tools {
			if w.Tools.Lookup(t.Name) == nil {
				wrong = append(wrong, unknown("tool", t.Name, w.Tools.Names()))
			}
		}
		return answer, wrong
	})
	if err != nil {
		return nil, err
	}
	var names []string
	for _, t := range answer.Tools {
		names = append(names, t.Name)
	}
	// The order of the file is kept, so that the same tools give the same prompts.
	list := lists.Filter(w.Tools.Tools, func(t *tool.Tool) bool { return slices.Contains(names, t.Name) })
	return list, nil
}
