package edit_test

import (
	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
)

// projects draws projects, among them some with forms beyond the paper's grammar.
func projects(size modeltest.Size) *rapid.Generator[*modeltest.Project] {
	return rapid.OneOf(modeltest.Projects(size), modeltest.Extended(size), modeltest.Everything(min(size, modeltest.Small)))
}
