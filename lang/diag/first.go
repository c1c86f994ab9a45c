package diag

// FirstError returns the first error of a list; nil if it has none.
func FirstError(list []Diagnostic) *Diagnostic {
	for i := range list {
		if list[i].Severity == Error {
			return &list[i]
		}
	}
	return nil
}
