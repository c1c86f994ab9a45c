package format

// columns is how wide a line may be.
const columns = 100

// step is how far the items of a block are indented.
const step = 2

// nameColumns is how wide the name of a check may be to push the column of
// the forms beside it.
const nameColumns = 24

// A style says how the forms of one kind are laid out.
type style struct {
	header int  // how many of the items stay on the line of the parenthesis
	block  bool // the other items are below, indented by a step, each on a line
	single bool // two or more of the other items are on lines of their own
	spaced bool // a blank line is above the form
	owned  bool // who calls a tool stays on the line, too
	padded bool // the names of neighbouring items are padded to one width

	order []string          // the order of the items by their heads, where there is one
	items map[string]*style // the styles of the items by their heads; else plain
}

// plain is the style of every form without one of its own: flat where it
// fits, else its operands are aligned below the first.
var plain = &style{header: 1}

// headless is the style of a list that begins with a list, as a binder of two
// names does.
var headless = &style{}

// file is the style of a file as a whole, whose items are its forms. A style
// belongs to a head in its place: a check may well be named `model`.
var file = &style{block: true, items: map[string]*style{
	"model": model, "define": define, "common": common, "rules": rules, "case": scenario,
}}

var (
	model      = &style{header: 1, block: true, spaced: true, items: map[string]*style{"transition": transition}}
	transition = &style{header: 2, owned: true, block: true, spaced: true, items: map[string]*style{"pre": clauses, "post": clauses}}
	clauses    = &style{header: 1, single: true}

	scenario = &style{header: 2, block: true, spaced: true, order: parts, items: map[string]*style{"checks": checks}}
	common   = &style{header: 1, block: true, spaced: true, items: map[string]*style{"checks": checks}}
	checks   = &style{header: 1, block: true, padded: true}
	define   = &style{header: 2, spaced: true}
	rules    = &style{header: 1, spaced: true}
)

// parts is the order of the parts of a case.
var parts = []string{"prompt", "init", "checks", "goal"}

// of returns the style of an item.
func (s *style) of(item *node) *style {
	if t := s.items[item.head()]; t != nil {
		return t
	}
	if len(item.items) > 0 && item.items[0].list {
		return headless
	}
	return plain
}
