package terminal

import (
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"golang.org/x/term"

	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/project"
)

// A Bar shows on a line of a terminal how far cases are: how many are done, how
// many conflicts there are, how long it may take, and one that is being
// validated. It is wiped out at the end. A nil Bar shows nothing.
type Bar struct {
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

// NewBar returns a bar on standard error, where that is a terminal that can
// wipe out a line.
func NewBar(total int) *Bar {
	if !replacesLine() || total == 0 {
		return nil
	}
	b := &Bar{out: os.Stderr, columns: terminalColumns, now: time.Now, color: Colored("auto", os.Stderr), total: total, ended: make(chan struct{})}
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

// Begin shows a case that is being validated.
func (b *Bar) Begin(name string) {
	if b == nil {
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.current = append(b.current, name)
	b.show()
}

// End counts a case that is done.
func (b *Bar) End(name string, conflict bool) {
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

// Close wipes the line out. Nothing is shown after that.
func (b *Bar) Close() {
	if b == nil {
		return
	}
	close(b.ended)
	b.mu.Lock()
	defer b.mu.Unlock()
	fmt.Fprint(b.out, clear)
	b.out = io.Discard
}

// show replaces the line. The terminal must not break it, for then the rest of
// it could not be wiped out.
func (b *Bar) show() {
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
	fmt.Fprint(b.out, clear+painted+name)
}

// counts returns the first part of the line, without and with colour.
func (b *Bar) counts() (plain, painted string) {
	done := fmt.Sprintf("[%d/%d] ", b.done, b.total)
	conflicts := report.Count(b.conflicts, "conflict")
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
func (b *Bar) left() (time.Duration, bool) {
	took := b.now().Sub(b.began)
	if b.done == 0 || b.done == b.total || took < time.Second {
		return 0, false
	}
	left := took / time.Duration(b.done) * time.Duration(b.total-b.done)
	return max(left.Round(time.Second), time.Second), true
}
