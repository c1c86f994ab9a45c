package server

import (
	"sync"
	"time"
)

// pauseTimer runs something after a pause without edits.
type pauseTimer struct {
	mu    sync.Mutex
	timer *time.Timer
}

func (p *pauseTimer) after(d time.Duration, f func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
	p.timer = time.AfterFunc(d, f)
}

func (p *pauseTimer) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.timer != nil {
		p.timer.Stop()
	}
}
