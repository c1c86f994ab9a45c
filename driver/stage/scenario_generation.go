package stage

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/internal/lazyregexp"
	"github.com/mantrac/mantrac/internal/lists"
	read "github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// scenarios is an answer of scenario_generation.
type scenarios struct {
	Scenarios []Scenario `json:"scenarios"`
}

// generateScenarios asks for the tasks of a sample.
func (w *work) generateScenarios(ctx context.Context) ([]Scenario, error) {
	data := prompt.ScenarioGeneration{Manual: w.manual, Tools: string(w.toolsJSON), Count: w.Config.Sampling.Scenarios}
	answer, err := settle(ctx, w.Driver, w.name, data, func(p prompt.Prompt, text string) (scenarios, []fault) {
		answer, wrong := decode[scenarios](p, text)
		return answer, append(wrong, w.faultsOf(answer.Scenarios, data.Count, len(wrong) == 0)...)
	})
	return answer.Scenarios, err
}

var (
	caseName     = lazyregexp.New(`^[A-Za-z][A-Za-z0-9_]*$`)
	variableName = lazyregexp.New(`^[a-z][a-z0-9_]*$`)
)

// faultsOf says what is wrong with scenarios, as far as that can be told without a
// language model.
func (w *work) faultsOf(list []Scenario, count int, readable bool) []fault {
	var wrong []fault
	// An answer that cannot be read has another fault, and no number of tasks.
	if readable && len(list) != count {
		wrong = append(wrong, faultf("there are %d tasks; expected %d", len(list), count))
	}
	names, prompts, sorts := make(map[string]bool), make(map[string]string), make(map[string]string)
	for _, s := range list {
		said := plain(s.Prompt)
		switch {
		case !caseName.MatchString(s.Name):
			wrong = append(wrong, faultf("the name %q is not made of letters, digits and underscores", s.Name))
		case names[s.Name]:
			wrong = append(wrong, faultf("two tasks have the name %q", s.Name))
		case said == "":
			wrong = append(wrong, faultf("%s: the prompt is empty", s.Name))
		case prompts[said] != "":
			wrong = append(wrong, faultf("%s: the prompt is that of %s", s.Name, prompts[said]))
		}
		// Names with a fault are kept too, so that a second one is found.
		names[s.Name], prompts[said] = true, s.Name
		for _, f := range w.variableFaults(s, sorts) {
			wrong = append(wrong, faultf("%s: %s", s.Name, f))
		}
	}
	return wrong
}

// variableFaults says what is wrong with the variables of a scenario. Sorts are those
// of the variables that were seen before.
func (w *work) variableFaults(s Scenario, sorts map[string]string) []string {
	var wrong []string
	add := func(format string, operands ...any) { wrong = append(wrong, fmt.Sprintf(format, operands...)) }
	var seen []string
	for _, v := range s.all() {
		sort := v.sort()
		// A variable has one type in the model, so its values have to be alike in all tasks.
		switch before := sorts[v.Name]; {
		case !variableName.MatchString(v.Name):
			add("the variable %q is not in snake_case", v.Name)
		case slices.Contains(seen, v.Name):
			add("the variable `%s` is there twice", v.Name)
		case sort == "":
			add("the value of `%s` is not true, false, a number, a text or a list of texts", v.Name)
		case before != "" && before != sort:
			add("`%s` is %s here, and %s in another task", v.Name, sort, before)
		}
		sorts[v.Name] = sort
		seen = append(seen, v.Name)
	}
	for _, v := range s.Observable {
		if f := w.unseen(v); f != "" {
			add("%s", f)
		}
	}
	for _, v := range s.Internal {
		if f := unsaid(v, s.Prompt); f != "" {
			add("%s", f)
		}
	}
	return wrong
}

// unseen says why a tool does not show an observable variable; "" if it does.
func (w *work) unseen(v Variable) string {
	i := slices.IndexFunc(w.tools, func(t *tool.Tool) bool { return t.Name == v.Tool })
	if i >= 0 {
		return ""
	}
	names := lists.Map(w.tools, func(t *tool.Tool) string { return t.Name })
	return fmt.Sprintf("`%s` is shown by no tool: %s", v.Name, unknown("tool", v.Tool, names).text)
}

// unsaid says why a prompt does not state the value of an internal variable; "" if it
// does.
func unsaid(v Variable, prompt string) string {
	quote := plain(v.Quote)
	// The quote is compared without case and line ends.
	if quote == "" || !strings.Contains(plain(prompt), quote) {
		return fmt.Sprintf("the quote of `%s` is not in the prompt: %q", v.Name, v.Quote)
	}
	value, err := read.ReadValue(string(v.Value))
	if err != nil {
		return ""
	}
	// Each element of a list has to be said.
	parts := []types.Value{value}
	if list, ok := value.(types.List); ok {
		parts = list
	}
	for _, p := range parts {
		if !says(quote, p) {
			return fmt.Sprintf("the quote of `%s` does not have its value %s: %q", v.Name, p, v.Quote)
		}
	}
	return ""
}

// says reports whether words have a value. Of true and false nothing is expected, as
// they are said in many ways.
func says(quote string, v types.Value) bool {
	switch v := v.(type) {
	case types.Text:
		name := plain(strings.ReplaceAll(string(v), "_", " "))
		// Names with underscores are said with blanks or hyphens.
		return strings.Contains(quote, plain(string(v))) || strings.Contains(strings.ReplaceAll(quote, "-", " "), name)
	case types.Number:
		for _, m := range figures.FindAllStringSubmatch(quote, -1) {
			// Thousands may have commas.
			n := strings.ReplaceAll(m[2], ",", "")
			if m[1] != "" {
				n = "-" + n
			}
			if said, err := types.ParseNumber(n); err == nil && said.Cmp(v) == 0 {
				return true
			}
		}
		return slices.Contains(strings.Fields(quote), numerals[v.String()])
	}
	return true
}

// figures is a number, with what makes it negative in front. A hyphen after a letter or
// a digit is no sign: `A-20` is a name, and `10-20` a range.
var figures = lazyregexp.New(`((?:^|[^\pL\pN.,-])[-−][$€£]?|\b(?:minus|negative) )?([0-9][0-9,]*(?:\.[0-9]+)?)`)

// numerals are the numbers that are usually written as words.
var numerals = map[string]string{
	"0": "no", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine", "10": "ten", "11": "eleven", "12": "twelve",
}

// plain returns a text in lower case, with single blanks.
func plain(s string) string { return strings.ToLower(strings.Join(strings.Fields(s), " ")) }
