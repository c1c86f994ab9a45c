package mutate

import "github.com/mantrac/mantrac/edit"

// A Cure is what would kill a mutant.
type Cure struct {
	Case  string
	Edits []edit.Edit
}

func (t *trial) cure() {}
