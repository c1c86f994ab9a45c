package edit_test

import (
	"os"

	"pgregory.net/rapid"

	"github.com/mantrac/mantrac/internal/modeltest"
)

// What cannot be judged yet can be edited.
func init() { os.Setenv("MANTRAC_FORMS", "1") }

// projects draws projects, among them some with forms beyond the paper's grammar.
func projects(size modeltest.Size) *rapid.Generator[*modeltest.Project] {
	return rapid.OneOf(modeltest.Projects(size), modeltest.Extended(size))
}
