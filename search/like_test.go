package search_test

import (
	"testing"

	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestSearchAgreesOnPatterns holds the search of models that ask what strings are like
// against the paper's encoding.
func TestSearchAgreesOnPatterns(t *testing.T) {
	t.Run("tiny", func(t *testing.T) { agreeOn(t, modeltest.Likened(true), 25, 3) })
	t.Run("strings", func(t *testing.T) { agreeOn(t, modeltest.Likened(false), 25, 3) })
}
