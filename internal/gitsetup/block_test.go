package gitsetup

import (
	"strings"
	"testing"
)

// What is added is found again, once, and taken away without a trace.
func TestBlock(t *testing.T) {
	for _, text := range []string{"", "*.go text\n", "*.go text", "\n", "*.go text\r\n*.c text\r\n", "*.go text\r\n*.c text", last + "\n", "\n\n\n"} {
		with, said := withBlock(text)
		if len(said) != len(attributes) || !strings.Contains(with, attributes[0]) || strings.Contains(text, "\r\n") && strings.Count(with, "\n") != strings.Count(with, "\r\n") {
			t.Errorf("%q becomes %q, which says %q", text, with, said)
		}
		if again, said := withBlock(with); again != with || said != nil {
			t.Errorf("%q becomes %q, which says %q", with, again, said)
		}
		for _, more := range []string{"", "*.md text\n"} {
			if more != "" && !strings.HasSuffix(with, "\n") {
				continue
			}
			if out, _ := withoutBlock(with + more); out != text+more {
				t.Errorf("%q becomes %q, and not %q", with+more, out, text+more)
			}
		}
	}
}

// A merge of two branches may leave the lines twice: all go.
func TestBlockTwice(t *testing.T) {
	one, _ := withBlock("*.go text\n")
	two, _ := withBlock("*.md text\n")
	if out, _ := withoutBlock(one + two); out != "*.go text\n*.md text\n" {
		t.Errorf("%q", out)
	}
}

// Lines that somebody has changed are written again, in their place.
func TestBlockChanged(t *testing.T) {
	with, _ := withBlock("*.go text\n")
	want := with + "*.md text\n"
	for _, line := range attributes {
		out, said := withBlock(strings.Replace(want, line+"\n", "", 1))
		if out != want || len(said) == 0 {
			t.Errorf("%q, which says %q", out, said)
		}
	}
}
