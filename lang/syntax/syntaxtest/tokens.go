package syntaxtest

import "pgregory.net/rapid"

// A drawer collects the tokens of a file.
type drawer struct {
	t      *rapid.T
	tokens []string
	plain  bool // checks have no extensions
}

// Model draws the tokens of a model file.
func Model(t *rapid.T) []string {
	d := &drawer{t: t}
	d.list("model", func() { d.repeat(0, 5, d.clause) })
	return d.tokens
}

// Suite draws the tokens of a file of checks; every second one has no extensions.
func Suite(t *rapid.T) []string {
	d := &drawer{t: t, plain: rapid.Bool().Draw(t, "plain")}
	if d.flip() {
		d.list("use", d.text)
	}
	if !d.plain {
		d.shared()
	}
	d.repeat(0, 3, d.scenario)
	return d.tokens
}

func (d *drawer) add(tokens ...string) { d.tokens = append(d.tokens, tokens...) }

func (d *drawer) list(head string, rest func()) {
	d.add("(", head)
	rest()
	d.add(")")
}

func (d *drawer) repeat(least, most int, item func()) {
	for range rapid.IntRange(least, most).Draw(d.t, "items") {
		item()
	}
}

func (d *drawer) flip() bool { return rapid.Bool().Draw(d.t, "flip") }

func (d *drawer) oneOf(choices ...func()) {
	choices[rapid.IntRange(0, len(choices)-1).Draw(d.t, "choice")]()
}

func (d *drawer) pick(words ...string) { d.add(rapid.SampledFrom(words).Draw(d.t, "word")) }

// name adds an identifier that may be declared.
func (d *drawer) name() {
	d.pick("x", "y'", "in_stock", "a-b", "été", "変数", "item",
		"a_name_of_more_than_24_columns_in_width", "z!?")
}

// anyName adds an identifier for a place where keywords are names like
// others.
func (d *drawer) anyName() {
	d.oneOf(d.name, func() {
		d.pick("model", "transition", "pre", "post", "params", "const", "or", "case", "checks", "init", "goal", "call")
	})
}

func (d *drawer) text() {
	d.pick(`""`, `"a"`, `"; no comment"`, `"(\"quoted\")"`, `"\u00e9\n"`, `"全角"`,
		`"a text that is long enough to make the line that it stands on break somewhere before it"`)
}

func (d *drawer) number() { d.pick("0", "-1", "2.50", "1e3", "-0.5E-7", "12345678901234567890") }

func (d *drawer) literal() {
	d.oneOf(d.text, d.number, func() { d.pick("true", "false") })
}

// value adds a JSON value, nested no deeper than depth.
func (d *drawer) value(depth int) {
	if depth == 0 {
		d.oneOf(d.literal, func() { d.add("null") })
		return
	}
	inner := func() { d.value(depth - 1) }
	d.oneOf(inner,
		func() { d.list("array", func() { d.repeat(0, 4, inner) }) },
		func() { d.list("record", func() { d.repeat(1, 4, func() { d.pin(inner) }) }) })
}

// pin adds a name and a value in parentheses.
func (d *drawer) pin(value func()) { d.pair(d.anyName, value) }

func (d *drawer) pair(name, value func()) {
	d.add("(")
	name()
	value()
	d.add(")")
}
