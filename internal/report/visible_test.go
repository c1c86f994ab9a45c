package report

import "testing"

func TestVisible(t *testing.T) {
	for _, c := range [][2]string{
		{"", ""},
		{"plain `code` 漢 👩‍👩‍👧 e\u0301 %", "plain `code` 漢 👩‍👩‍👧 e\u0301 %"},
		{"a\nb\r\tc", `a\nb\r\tc`},
		{"\x00\x1b[2J\x7f", `\x00\x1b[2J\x7f`},
		{"\u0085\u009b", `\u0085\u009b`},
		{"\u202e\u2066\u200f", `\u202e\u2066\u200f`},
		{"\u2028\u2029", `\u2028\u2029`},
		{"\xff\xc3", `\xff\xc3`},
		{"\uFFFD", "\uFFFD"},
		{`"\`, `"\`},
	} {
		if got := Visible(c[0]); got != c[1] {
			t.Errorf("Visible(%q) = %s, want %s", c[0], got, c[1])
		}
	}
	if got, want := Quoted("a\"\\\n"), `"a\"\\\n"`; got != want {
		t.Errorf("quoted = %s, want %s", got, want)
	}
}
