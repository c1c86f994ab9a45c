package jobs

import (
	"context"
	"os/exec"
	"sync/atomic"
	"testing"
	"time"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// patience is how long a test waits for what never comes, on a machine that does
// other work too.
const patience = 3 * time.Minute

// A question whose text changes while the worker looks for its answer is given
// up. What else was asked for is answered nevertheless, each text that is still
// the same; and a question that was asked by name, whatever its text is now.
func TestGivenUp(t *testing.T) {
	texts := []map[string]string{{"a": "a1", "b": "b1", "c": "c1"}, {"a": "a2", "b": "b1", "c": "c2"}}
	var now atomic.Pointer[snapshot.Snapshot]
	now.Store(&snapshot.Snapshot{ID: 0})
	begun := make(chan string, 10)
	j := newJob(Host{
		Current: now.Load, News: func() {}, Log: t.Logf,
		Progress: func(string, func()) Shown { return unseen{} },
	}, func() *exec.Cmd { return nil }, spec[string, struct{}, string]{
		verb: "testing", batch: single[question[string, struct{}]],
		questions: func(s *snapshot.Snapshot) (list []question[string, struct{}]) {
			for _, key := range []string{"a", "b", "c"} {
				list = append(list, question[string, struct{}]{Key: key, text: texts[s.ID][key]})
			}
			return list
		},
		ask: func(ctx context.Context, _ *snapshot.Snapshot, batch []question[string, struct{}], answered func(int, *string, string)) error {
			begun <- batch[0].text
			if batch[0].text == "a1" {
				<-ctx.Done()
				return ctx.Err()
			}
			answered(0, &batch[0].text, "")
			return nil
		},
	})
	next := func(want string) {
		t.Helper()
		select {
		case got := <-begun:
			if got != want {
				t.Errorf("asked about %s, want %s", got, want)
			}
		case <-time.After(patience):
			t.Fatalf("nobody asks about %s", want)
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() { j.Run(ctx); close(ended) }()
	j.Follow()
	next("a1")
	now.Store(&snapshot.Snapshot{ID: 1})
	j.Edited(now.Load())
	next("b1")
	j.Request("a")
	next("a2")
	for late := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		if how, known := j.State("a", "a2"); how == Answered && *known.Result == "a2" {
			break
		}
		if time.Now().After(late) {
			t.Fatal("the answer never came")
		}
	}
	if how, _ := j.State("c", "c2"); how != NotAsked {
		t.Errorf("what was typed after all was asked is in state %d", how)
	}
	cancel()
	<-ended
}

// unseen is work that nobody is shown.
type unseen struct{}

func (unseen) Say(string) {}
func (unseen) End()       {}
