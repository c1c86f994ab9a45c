package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/term"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A Bar shows on a line of a terminal how far a list of things is: how many are done,
// how many of them are bad, how long it may take, and one that is under way. Rows of a
// table may be above it ([Bar.Rows]). It is wiped out at the end. A nil Bar shows nothing.
type Bar struct {
	mu     sync.Mutex
	out    io.Writer
	size   func() (columns, rows int)
	now    func() time.Time
	color  bool
	noun   string
	above  []string // the rows
	height int      // of the rows that are on the terminal

	total, done, bad int
	began            time.Time
	current          []string // names that are begun and not done
	ended            chan struct{}
	closed           bool
}

// NewBar returns a bar on standard error, where that is a terminal that can wipe out a
// line. What is bad is counted as noun, as in conflict.
func NewBar(total int, noun string) *Bar {
	if !replacesLine() || total == 0 {
		return nil
	}
	b := &Bar{out: os.Stderr, size: terminalSize, now: time.Now, color: Colored("auto", os.Stderr), noun: noun, total: total, ended: make(chan struct{})}
	b.began = b.now()
	onTerminal.Store(b)
	go b.refresh()
	return b
}

// onTerminal is the bar that is on the terminal; nil if there is none.
var onTerminal atomic.Pointer[Bar]

// Say writes a line to standard error, above the bar if there is one.
func Say(line string) {
	if b := onTerminal.Load(); b != nil {
		b.say(line)
	} else {
		fmt.Fprintln(os.Stderr, line)
	}
}

func (b *Bar) say(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wipe()
	fmt.Fprintln(b.out, line)
	b.show()
}

func terminalSize() (columns, rows int) {
	if columns, rows, err := term.GetSize(int(os.Stderr.Fd())); err == nil && columns > 0 && rows > 0 {
		return columns, rows
	}
	return 80, 24
}

// Rows shows the rows of a table above the bar, from now on; as many of them as the
// terminal has room for.
func (b *Bar) Rows(rows []string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.above = rows
	b.show()
}

// refresh lets the time go on where no case begins or ends for a while.
func (b *Bar) refresh() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for {
		select {
		case <-b.ended:
			return
		case <-tick.C:
			b.mu.Lock()
			b.show()
			b.mu.Unlock()
		}
	}
}

// Begin shows what is under way.
func (b *Bar) Begin(name string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.current = append(b.current, name)
	b.show()
}

// End counts what is done.
func (b *Bar) End(name string, bad bool) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.current, name); i >= 0 {
		b.current = slices.Delete(b.current, i, i+1)
	}
	b.done++
	if bad {
		b.bad++
	}
	b.show()
}

// Close wipes everything out. Nothing is shown after that.
func (b *Bar) Close() {
	if b == nil {
		return
	}
	// Another bar may have taken the place.
	onTerminal.CompareAndSwap(b, nil)
	close(b.ended)
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wipe()
	b.closed = true
}

// wipe leaves the cursor where the first row began, with nothing after it.
func (b *Bar) wipe() {
	switch {
	case b.closed:
	case b.height > 0:
		fmt.Fprintf(b.out, "\x1b[%dA\r\x1b[J", b.height)
		b.height = 0
	default:
		fmt.Fprint(b.out, clear)
	}
}

// show replaces what is shown. The terminal must not break a line, for then the rest of
// it could not be wiped out.
func (b *Bar) show() {
	if b.closed {
		return
	}
	columns, rows := b.size()
	b.wipe()
	// One line is kept free for the bar itself.
	for _, row := range b.above[:max(0, min(len(b.above), rows-1))] {
		fmt.Fprintln(b.out, fitting(row, columns-1))
		b.height++
	}
	plain, painted := b.counts()
	name := ""
	if len(b.current) > 0 {
		name = ", " + project.Shown(b.current[0])
	}
	room := columns - 1 - len(plain)
	if room < 0 {
		// The terminal is too narrow even for the counts.
		painted = ""
	}
	fmt.Fprint(b.out, painted+fitting(name, room))
}

// fitting returns as much of the beginning of a text as is no wider than some columns.
func fitting(text string, columns int) string {
	r := []rune(text)
	for len(r) > 0 && source.Len(string(r), source.Width) > columns {
		r = r[:len(r)-1]
	}
	return string(r)
}

// counts returns the first part of the line, without and with colour.
func (b *Bar) counts() (plain, painted string) {
	done := fmt.Sprintf("[%d/%d] ", b.done, b.total)
	bad := report.Count(b.bad, b.noun)
	rest := ""
	if left, ok := b.left(); ok {
		rest = ", about " + left.String() + " left"
	}
	// The width is measured without the escape sequences of colours.
	plain, painted = done+bad+rest, done+bad+rest
	if b.color && b.bad > 0 {
		painted = done + "\x1b[91m" + bad + "\x1b[m" + rest
	}
	return plain, painted
}

// left estimates how long it will take from now on: as long for each thing as
// it took so far. It is known once some are done and some time is over.
func (b *Bar) left() (time.Duration, bool) {
	took := b.now().Sub(b.began)
	if b.done == 0 || b.done == b.total || took < time.Second {
		return 0, false
	}
	left := took / time.Duration(b.done) * time.Duration(b.total-b.done)
	return max(left.Round(time.Second), time.Second), true
}
