package tool

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/source"
)

// BenchmarkRead reads a file of 1,000 tools of the size that real ones have.
func BenchmarkRead(b *testing.B) {
	var text strings.Builder
	text.WriteString("[")
	for i := range 1000 {
		if i > 0 {
			text.WriteString(",\n")
		}
		fmt.Fprintf(&text, `{"type": "function", "function": {"name": "tool_%d", "description": "Books what has been chosen.",
  "parameters": {"type": "object", "properties": {
    "user_id": {"type": "string", "description": "The ID of the user, such as 'sara_doe_496'."},
    "cabin": {"type": "string", "enum": ["basic_economy", "economy", "business"]},
    "flights": {"type": "array", "items": {"type": "object", "properties": {
      "number": {"type": "string"}, "date": {"type": "string"}}, "required": ["number", "date"]}},
    "bags": {"type": "integer", "minimum": 0, "default": 0}
  }, "required": ["user_id", "cabin"]}}}`, i)
	}
	text.WriteString("]")
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, problems := Read(source.NewFile("tools.json", text.String()), Auto); len(problems) > 0 {
			b.Fatal(problems)
		}
	}
}
