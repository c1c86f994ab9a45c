package stage

import (
	"context"
	"strings"

	"github.com/mantrac/mantrac/driver/prompt"
)

// fullPass asks for the transitions of a model whose variables are declared: one for each
// relevant tool.
func (w *work) fullPass(ctx context.Context, s schema) (string, error) {
	data := prompt.FullPass{Manual: w.manual, Tools: string(w.toolsJSON), Declarations: s.declarations}
	return settle(ctx, w.Driver, w.name, data, func(_ prompt.Prompt, answer string) (string, []fault) {
		model := text(answer)
		if !strings.HasPrefix(withoutComments(model), "(model") {
			return "", []fault{faultf("the answer does not begin with `(model`")}
		}
		f, r := w.base.with(modelFile, model).fixed()
		if wrong := faultsIn(r.Diagnostics); len(wrong) > 0 {
			return "", wrong
		}
		m := r.Models[0]
		// The declarations were agreed on before, and the cases have values for them.
		wrong := s.sameDeclarations(declarations(m))
		for _, t := range w.tools {
			if m.Transition(t.Name) == nil {
				wrong = append(wrong, faultf("there is no transition for the tool `%s`", t.Name))
			}
		}
		return formatted(modelFile, f.texts[modelFile]), wrong
	})
}
