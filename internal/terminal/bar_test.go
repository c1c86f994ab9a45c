package terminal

import (
	"bytes"
	"fmt"
	"slices"
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
	high int
}

func testBar(total int, color bool) *barTest {
	x := &barTest{wide: 80, high: 24, time: time.Unix(0, 0)}
	x.Bar = &Bar{
		out: &x.text, now: func() time.Time { return x.time }, size: func() (int, int) { return x.wide, x.high },
		began: x.time, color: color, noun: "conflict", total: total, ended: make(chan struct{}),
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

// screen returns what a terminal shows after a text, line by line.
func screen(text string) []string {
	lines, row := []string{""}, 0
	for len(text) > 0 {
		up := 0
		switch n, _ := fmt.Sscanf(text, "\x1b[%dA", &up); {
		case n == 1:
			row -= up
			text = text[strings.Index(text, "A")+1:]
		case strings.HasPrefix(text, "\r\x1b[J"):
			lines = append(lines[:row], "")
			text = text[len("\r\x1b[J"):]
		case strings.HasPrefix(text, "\r\x1b[K"):
			lines[row] = ""
			text = text[len("\r\x1b[K"):]
		case text[0] == '\n':
			if row++; row == len(lines) {
				lines = append(lines, "")
			}
			text = text[1:]
		default:
			lines[row] += text[:1]
			text = text[1:]
		}
	}
	return lines
}

// The rows of a table are above the bar, each is replaced by the next, and nothing of
// them is left in the end. Messages are above them, and stay. A terminal that is too small
// shows the first rows.
func TestRows(t *testing.T) {
	x := testBar(2, false)
	want := func(lines ...string) {
		t.Helper()
		if got := screen(x.text.String()); !slices.Equal(got, lines) {
			t.Errorf("the terminal shows %q, not %q", got, lines)
		}
	}
	x.Bar.Begin("one")
	x.Bar.Rows([]string{"agent  done", "oracle  0"})
	want("agent  done", "oracle  0", "[0/2] 0 conflicts, one")
	x.Bar.End("one", false)
	x.Bar.Rows([]string{"agent  done", "oracle  1", "random  0"})
	want("agent  done", "oracle  1", "random  0", "[1/2] 0 conflicts")
	x.Bar.say("a message")
	want("a message", "agent  done", "oracle  1", "random  0", "[1/2] 0 conflicts")
	x.wide, x.high = 9, 3
	x.Bar.Begin("two")
	want("a message", "agent  d", "oracle  ", "")
	x.Bar.Close()
	want("a message", "")
}

// Where there is no terminal there is no bar, and nobody has to look.
func TestNoBar(t *testing.T) {
	var b *Bar
	b.Begin("one")
	b.End("one", true)
	b.Rows(nil)
	b.Close()
}
