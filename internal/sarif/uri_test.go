package sarif

import "testing"

func TestFileURI(t *testing.T) {
	for _, c := range []struct {
		name     string
		windows  bool
		uri      string
		relative bool
	}{
		{"a.wm", false, "a.wm", true},
		{"sub/a.wm", false, "sub/a.wm", true},
		{"../a.wm", false, "../a.wm", true},
		{"my file 100%.wm", false, "my%20file%20100%25.wm", true},
		{"a#b?c.wm", false, "a%23b%3Fc.wm", true},
		{"größe.wm", false, "gr%C3%B6%C3%9Fe.wm", true},
		{"x:y.wm", false, "./x:y.wm", true},
		{"bad\xff\n.wm", false, "bad%FF%0A.wm", true},
		{`a\b.wm`, false, "a%5Cb.wm", true},
		{"/home/a b.wm", false, "file:///home/a%20b.wm", false},
		{`sub\a b.wm`, true, "sub/a%20b.wm", true},
		{`C:\models\a.wm`, true, "file:///C:/models/a.wm", false},
		{`c:/models/a.wm`, true, "file:///c:/models/a.wm", false},
		{`\\server\share\a.wm`, true, "file://server/share/a.wm", false},
		{`\a.wm`, true, "file:///a.wm", false},
	} {
		uri, relative := fileURI(c.name, c.windows)
		if uri != c.uri || relative != c.relative {
			t.Errorf("fileURI(%q, %t) = %q, %t; want %q, %t", c.name, c.windows, uri, relative, c.uri, c.relative)
		}
	}
}
