package syntax

import (
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/source"
)

// newFragment reads the text of a piece. Of a unit, col is the number of
// bytes before it on its line.
func newFragment(file, text string, kind PieceKind, col int) *Fragment {
	f := &Fragment{Source: source.NewFile(file, text), col: col}
	if (kind == Unit || kind == Stray) && !f.withinLimits() {
		return f
	}
	// Only a gap can be at the start of a file, where a byte order mark is white space.
	if kind == Gap {
		f.Tokens = lex(text)
	} else {
		f.Tokens = lexInside(text)
	}
	// Whether there is a problem is enough here; see problems.
	f.unclean = len(checkCharacters(f, 1)) > 0
	if kind != Unit {
		return f
	}
	tokens, problems := balance(f)
	f.faults = append(f.faults, problems...)
	forms, err := read(text, tokens)
	if err != nil { // balanced tokens always make a form
		panic("syntax: " + err.Error())
	}
	f.Forms = forms
	return f
}

// withinLimits reports whether a form, or text beside forms, is small and
// flat enough to be looked at.
func (f *Fragment) withinLimits() bool {
	text := f.Source.Text()
	if len(text) > MaxUnitSize {
		f.faults = append(f.faults, diag.Of(tooLarge{At: f.Source.Span(0, 1), What: "this part of the file", Unit: "bytes", Size: len(text), Max: MaxUnitSize}))
		return false
	}
	depth := 0
	// Count without making tokens, which would take memory before the limit is known.
	for i := 0; i < len(text); {
		kind, end := next(text, i)
		switch kind {
		case LParen:
			depth++
		case RParen:
			depth--
		}
		if depth > MaxDepth {
			f.faults = append(f.faults, diag.Of(tooDeep{At: f.Source.Span(i, end)}))
			return false
		}
		i = end
	}
	return true
}

// misplaced reports whether the form of a unit is not allowed at its place,
// or contains a form that cannot: the shapes that unbalanced parentheses
// leave behind when their number is right by accident. It is false of every
// unit that the grammar admits.
func misplaced(f *Fragment, inContainer bool) bool {
	form := f.Form()
	if form == nil || !form.IsList() {
		return true
	}
	head := f.Head(form)
	switch {
	case !inContainer:
		return !slices.Contains(topLevel, head)
	case head == "transition":
		return len(form.Items)-f.owners(form)-f.optional(form) != 2+required || f.contains(form.Items, f.isTransition)
	}
	return f.contains(form.Items, f.isTransition) || f.contains(form.Items, f.isChecks)
}

// owners returns how many parts of a transition say who calls its tool: one at
// most, after its name.
func (f *Fragment) owners(form *Form) int {
	if len(form.Items) > 2 && f.Head(form.Items[2]) == "by" {
		return 1
	}
	return 0
}

// optional returns how many sections a transition has that it may lack.
func (f *Fragment) optional(form *Form) int {
	if slices.ContainsFunc(form.Items, func(part *Form) bool { return f.Head(part) == "results" }) {
		return 1
	}
	return 0
}

// isTransition reports whether a list is a transition with at least one
// section. An argument or a field of that name has values and tests.
func (f *Fragment) isTransition(form *Form) bool {
	return f.Head(form) == "transition" && len(form.Items) > 2 &&
		slices.ContainsFunc(form.Items[2:], func(part *Form) bool { return slices.Contains(sections, f.Head(part)) })
}

// isChecks reports whether a list is `checks` with a check to begin with. A
// field of that name can hold something like a call only as another field, of
// a record or of the type of one, and a check of that name only as an operand
// of its `or`, or of another form that may have one operand.
func (f *Fragment) isChecks(form *Form) bool {
	if f.Head(form) != "checks" || len(form.Items) < 2 {
		return false
	}
	check := form.Items[1]
	head := f.Head(check)
	if shape := forms.Lookup(head).Shape(); shape == forms.Combination || shape == forms.Answer {
		return false
	}
	return head != "record" && head != "Record" && len(check.Items) == 2 && f.beginsWithCall(check.Items[1])
}

// beginsWithCall reports whether a form is that of a check with the call of a
// tool in it.
func (f *Fragment) beginsWithCall(form *Form) bool {
	if len(form.Items) < 2 {
		return false
	}
	switch first := form.Items[1]; forms.Lookup(f.Head(form)).Shape() {
	case forms.Pattern:
		return first.Kind == Ident
	case forms.Combination, forms.Ordering:
		return f.beginsWithCall(first)
	case forms.Owned:
		return len(form.Items) > 2 && f.beginsWithCall(form.Items[2])
	}
	return false
}

// Head returns the word at the head of a list, or "".
func (f *Fragment) Head(form *Form) string {
	if form == nil || len(form.Items) == 0 || form.Items[0].Kind != Ident {
		return ""
	}
	return f.Text(form.Items[0].Start, form.Items[0].End)
}

// contains reports whether a list of the given kind is among the forms or in
// one of them.
func (f *Fragment) contains(forms []*Form, kind func(*Form) bool) bool {
	return slices.ContainsFunc(forms, func(g *Form) bool {
		return g.IsList() && (kind(g) || f.contains(g.Items, kind))
	})
}
