package process_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/process"
)

// TestTail: the end of what is written is kept, however it is cut.
func TestTail(t *testing.T) {
	text := strings.Repeat("0123456789", 7)
	for size := 1; size <= len(text); size++ {
		tail := process.NewTail(15)
		for rest := text; rest != ""; rest = rest[min(size, len(rest)):] {
			part := rest[:min(size, len(rest))]
			if n, err := tail.Write([]byte(part)); n != len(part) || err != nil {
				t.Fatalf("%d, %v", n, err)
			}
		}
		if got := tail.String(); got != text[len(text)-15:] {
			t.Errorf("in parts of %d: %q", size, got)
		}
	}
	tail := process.NewTail(4)
	if got := tail.Quoted(); got != "" {
		t.Errorf("nothing is quoted as %q", got)
	}
	if tail.Write([]byte("an é \n")); tail.Quoted() != ": é" {
		t.Errorf("it is quoted as %q", tail.Quoted())
	}
}
