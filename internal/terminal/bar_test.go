package terminal

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/lang/source"
)

// A barTest is a bar whose time and terminal are the test's.
type barTest struct {
	*Bar
	text bytes.Buffer
	time time.Time
	wide int
}

func testBar(total int, color bool) *barTest {
	x := &barTest{wide: 80, time: time.Unix(0, 0)}
	x.Bar = &Bar{
		out: &x.text, now: func() time.Time { return x.time }, columns: func() int { return x.wide },
		began: x.time, color: color, total: total, ended: make(chan struct{}),
	}
	return x
}

// line returns what stands on the line of the terminal.
func (x *barTest) line(t *testing.T) string {
	t.Helper()
	text := x.text.String()
	if strings.Contains(text, "\n") {
		t.Errorf("there is more than one line: %q", text)
	}
	return text[strings.LastIndex(text, "\r\x1b[K")+len("\r\x1b[K"):]
}

func (x *barTest) want(t *testing.T, line string) {
	t.Helper()
	if got := x.line(t); got != line {
		t.Errorf("the line is %q, not %q", got, line)
	}
}

func TestBar(t *testing.T) {
	x := testBar(10, false)
	x.Bar.Begin("one")
	x.want(t, "[0/10] 0 conflicts, one")
	x.Bar.Begin("two")
	x.want(t, "[0/10] 0 conflicts, one")
	x.time = x.time.Add(3 * time.Second)
	x.Bar.End("one", true)
	x.want(t, "[1/10] 1 conflict, about 27s left, two")
	x.Bar.Begin("three\x1b[2J")
	x.time = x.time.Add(7 * time.Second)
	x.Bar.End("two", false)
	x.want(t, `[2/10] 1 conflict, about 40s left, "three\x1b[2J"`)
	x.Bar.End("three\x1b[2J", true)
	x.want(t, "[3/10] 2 conflicts, about 23s left")
	x.Bar.Close()
	x.want(t, "")
	x.Bar.show() // as it may be called once more
	x.want(t, "")
	if strings.Contains(x.text.String(), "\x1b[9") {
		t.Error("there is colour")
	}
}

func TestBarHasColour(t *testing.T) {
	x := testBar(10, true)
	x.Bar.Begin("one")
	x.Bar.End("one", true)
	x.want(t, "[1/10] \x1b[91m1 conflict\x1b[m")
}

// The line is never as wide as the terminal, which would break it.
func TestBarFits(t *testing.T) {
	for wide := range 70 {
		x := testBar(1000, false)
		x.wide = wide
		x.Bar.Begin("漢字漢字漢字 a long name " + strings.Repeat("x", 60))
		x.time = x.time.Add(time.Hour)
		x.Bar.End("none", true)
		if got := source.Len(x.line(t), source.Width); got >= max(wide, 1) {
			t.Errorf("%d columns of %d: %q", got, wide, x.line(t))
		}
	}
}

// Where there is no terminal there is no bar, and nobody has to look.
func TestNoBar(t *testing.T) {
	var b *Bar
	b.Begin("one")
	b.End("one", true)
	b.Close()
}
