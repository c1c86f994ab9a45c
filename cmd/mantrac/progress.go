package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A bar shows on a line of a terminal how far cases are: how many are done, how
// many conflicts there are, how long it may take, and one that is being
// validated. It is wiped out at the end. A nil bar shows nothing.
type bar struct {
	mu      sync.Mutex
	out     io.Writer
	columns func() int
	now     func() time.Time
	color   bool

	total, done, conflicts int
	began                  time.Time
	current                []string // cases that are begun and not done
	ended                  chan struct{}
}

// newBar returns a bar on standard error, where that is a terminal that can
// wipe out a line.
func newBar(total int) *bar {
	if !term.IsTerminal(int(os.Stderr.Fd())) || os.Getenv("TERM") == "dumb" || total == 0 {
		return nil
	}
	b := &bar{out: os.Stderr, columns: terminalColumns, now: time.Now, color: colored("auto", os.Stderr), total: total, ended: make(chan struct{})}
	b.began = b.now()
	go b.refresh()
	return b
}

func terminalColumns() int {
	if n, _, err := term.GetSize(int(os.Stderr.Fd())); err == nil && n > 0 {
		return n
	}
	return 80
}

// refresh lets the time go on where no case begins or ends for a while.
func (b *bar) refresh() {
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

func (b *bar) begin(name string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.current = append(b.current, name)
	b.show()
}

func (b *bar) end(name string, conflict bool) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := slices.Index(b.current, name); i >= 0 {
		b.current = slices.Delete(b.current, i, i+1)
	}
	b.done++
	if conflict {
		b.conflicts++
	}
	b.show()
}

// close wipes the line out. Nothing is shown after that.
func (b *bar) close() {
	if b == nil {
		return
	}
	close(b.ended)
	b.mu.Lock()
	defer b.mu.Unlock()
	fmt.Fprint(b.out, "\r\x1b[K")
	b.out = io.Discard
}

// show replaces the line. The terminal must not break it, for then the rest of
// it could not be wiped out.
func (b *bar) show() {
	plain, painted := b.counts()
	name := ""
	if len(b.current) > 0 {
		name = ", " + project.Shown(b.current[0])
	}
	room := b.columns() - 1 - len(plain)
	for r := []rune(name); source.Len(name, source.Width) > room; name = string(r) {
		if len(r) == 0 {
			break
		}
		r = r[:len(r)-1]
	}
	if room < 0 {
		painted = ""
	}
	fmt.Fprint(b.out, "\r\x1b[K"+painted+name)
}

// counts returns the first part of the line, without and with colour.
func (b *bar) counts() (plain, painted string) {
	done := fmt.Sprintf("[%d/%d] ", b.done, b.total)
	conflicts := number(b.conflicts, "conflict")
	rest := ""
	if left, ok := b.left(); ok {
		rest = ", about " + left.String() + " left"
	}
	plain, painted = done+conflicts+rest, done+conflicts+rest
	if b.color && b.conflicts > 0 {
		painted = done + "\x1b[91m" + conflicts + "\x1b[m" + rest
	}
	return plain, painted
}

// left estimates how long it will take from now on: as long for each case as
// it took so far. It is known once some cases are done and some time is over.
func (b *bar) left() (time.Duration, bool) {
	took := b.now().Sub(b.began)
	if b.done == 0 || b.done == b.total || took < time.Second {
		return 0, false
	}
	left := took / time.Duration(b.done) * time.Duration(b.total-b.done)
	return max(left.Round(time.Second), time.Second), true
}
