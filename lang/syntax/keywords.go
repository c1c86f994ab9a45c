package syntax

// containers are the heads of the forms whose items are units of their own,
// each with the keywords of those items.
var containers = map[string][]string{
	"model": {"const", "var", "define", "transition"},
	"case":  {"prompt", "init", "checks", "goal"},
}

// sections are the heads of the parts of a transition, in their order, and required
// how many of them it must have: it may lack `results`.
var (
	sections = []string{"params", "results", "pre", "post"}
	required = len(sections) - 1
)

// topLevel are the heads of the forms of a file. `define` is also one of a clause
// of a model.
var topLevel = []string{"model", "use", "case", "define", "common", "rules"}
