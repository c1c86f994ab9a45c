package document_test

import (
	"testing"

	"github.com/mantrac/mantrac/driver/document"
)

// The introduction that seed 000, App. 0.E calls trivial states no rule.
func TestStatesRule(t *testing.T) {
	for text, want := range map[string]bool{
		"This document outlines the procedures for all personnel regarding the acquisition of digital assets. Failure to adhere to these requirements will result in a rejection of the ticket.": false,
		"Look the item up before you order it.":                  true,
		"Orders over $2,000 require an approval.":                true,
		"Business class is allowed on long flights.":             true,
		"Welcome to the knowledge base, a notable page of ours.": false,
	} {
		if got := (&document.Chunk{Text: text}).StatesRule(); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
