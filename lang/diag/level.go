package diag

// A Level says who may apply a fix. The zero value is [Suggestion], so a fix
// is never applied by itself unless its author has decided that it may be.
type Level int

const (
	// Certain: the file means the same before and after, or the text has no
	// meaning before and only one reading. `check --fix` and an editor's "fix
	// all" apply it.
	Certain Level = iota - 1
	// Suggestion: probably what the author meant. A person or
	// `check --fix=suggestions` applies it.
	Suggestion
	// Placeholder: the new text has a part that the author must fill in. Only a
	// person applies it.
	Placeholder
)

// String returns "certain", "suggestion" or "placeholder".
func (l Level) String() string { return [...]string{"certain", "suggestion", "placeholder"}[l-Certain] }

// Label returns the word in front of a fix of the level where people read it:
// "fix", "suggestion" or "placeholder".
func (l Level) Label() string {
	if l == Certain {
		return "fix"
	}
	return l.String()
}

// As sets the level of a fix.
func (f *Fix) As(l Level) { f.Level = l }
