package stage

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/lang/types"
)

// noModel is the code of a suite without a model, as these checks are.
const noModel = "MC0601"

// generateChecks asks for the checks of a scenario. The answer is held against the tools;
// there is no model that it could be held against.
func (w *work) generateChecks(ctx context.Context, s Scenario) (string, error) {
	data := prompt.CheckGeneration{Manual: w.manual, Tools: string(w.toolsJSON), Prompt: s.Prompt, Values: s.values()}
	return settle(ctx, w.Driver, w.subject(s), data, func(_ prompt.Prompt, answer string) (string, []fault) {
		checks := text(answer)
		// A comment before the list is no fault.
		if !strings.HasPrefix(withoutComments(checks), "(checks") {
			return "", []fault{faultf("the answer does not begin with `(checks`")}
		}
		f, r := w.base.with(suiteFile, caseText(s, "", checks)).fixed()
		// The model comes later, so that its absence is no fault here.
		wrong := slices.DeleteFunc(faultsIn(r.Diagnostics), func(f fault) bool { return f.code == noModel })
		// The text may have closed the list and begun something else.
		if len(wrong) == 0 && (len(r.Suites) != 1 || len(r.Suites[0].Cases) != 1 || len(r.Suites[0].Cases[0].Checks) == 0) {
			wrong = append(wrong, faultf("the answer is not one list of checks"))
		}
		if len(wrong) > 0 {
			return "", wrong
		}
		return checksIn(f.texts[suiteFile]), nil
	})
}

// caseText writes a case.
func caseText(s Scenario, init, checks string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "(case %s\n  (prompt %s)\n", s.Name, types.Quote(s.Prompt))
	if init != "" {
		fmt.Fprintf(&b, "  (init %s)\n", init)
	}
	fmt.Fprintf(&b, "%s)\n", strings.TrimRight(checks, "\n"))
	return b.String()
}

// checksIn returns the checks of a text that caseText has written.
func checksIn(text string) string {
	// The first two lines are the name and the prompt.
	lines := strings.SplitAfterN(text, "\n", 3)
	return strings.TrimSuffix(strings.TrimRight(lines[2], "\n"), ")") + "\n"
}

// withoutComments returns source without the comments and blanks that it begins with.
func withoutComments(text string) string {
	for text = strings.TrimSpace(text); strings.HasPrefix(text, ";"); {
		_, text, _ = strings.Cut(text, "\n")
		text = strings.TrimSpace(text)
	}
	return text
}
