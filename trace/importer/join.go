package importer

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/trace"
)

// join numbers the events, and says of each call how it ended.
//
// A result belongs to the call of its id. Ids that are used again are common:
// some programs count from one in each message. So a result belongs to the
// first call without a result in the last message before it that has calls of
// that id, and calls get ids of their own where they share one. It takes time
// linear in the number of events.
func (t *trail) join() {
	t.queue, t.early, t.last = make(map[string][]int), make(map[string][]int), make(map[string]int)
	t.next = make(map[string]int)
	t.taken, t.ofTool, t.done = make(map[string]bool), make(map[string][]int), make([]bool, len(t.events))
	// Ids that calls have of their own are taken first, so that made ones never collide with a later call.
	for i := range t.events {
		if e := &t.events[i]; e.Kind == trace.Call && e.CallID != "" {
			t.taken[e.CallID] = true
		}
	}
	for i := range t.events {
		e := &t.events[i]
		e.Seq = i + 1
		switch e.Kind {
		case trace.Call:
			t.joinCall(i, e)
		case trace.Result:
			t.joinResult(i, e)
		}
	}
	// The order of a map is random.
	var without []int
	for _, list := range t.early {
		without = append(without, list...)
	}
	without = append(without, t.unpaired...)
	slices.Sort(without)
	t.lost = lists.Map(without, func(i int) trace.Pointer { return t.events[i].At })
	// Only now it is known that no result came.
	for i := range t.events {
		if e := &t.events[i]; e.Kind == trace.Call && e.Status == "" {
			e.Status = trace.Pending
		}
	}
}

// unused returns an id that nothing has, made from another: the numbers that
// were given out with it are not tried again.
func (t *trail) unused(id string, n int) string {
	for n = max(n, t.next[id]); ; n++ {
		made := id + strconv.Itoa(n)
		if !t.taken[made] {
			t.taken[made] = true
			t.next[id] = n + 1
			return made
		}
	}
}

func (t *trail) joinCall(i int, e *trace.Event) {
	if e.CallID == "" {
		e.CallID = t.unused("@", e.Seq)
		t.note("made-id", e.At)
		t.wait(i, e)
		return
	}
	id := e.CallID
	// The call keeps a place under its old id, so that results that use it are found.
	if _, again := t.last[id]; again {
		e.CallID = t.unused(id+"#", 2)
		t.note("duplicate-id", e.At)
	}
	t.last[id] = i
	if list := t.early[id]; len(list) > 0 {
		t.note("result-before-call", t.events[list[0]].At)
		t.early[id] = list[1:]
		t.answer(i, list[0])
		return
	}
	queue := t.queue[id]
	// A later message with the same id takes over: results belong to the last message.
	if n := len(queue); n > 0 && t.events[queue[n-1]].Step != e.Step {
		queue = queue[:0]
	}
	t.queue[id] = append(queue, i)
	t.wait(i, e)
}

// wait notes that a call has no result yet.
func (t *trail) wait(i int, e *trace.Event) {
	t.waiting = append(t.waiting, i)
	t.ofTool[e.Tool] = append(t.ofTool[e.Tool], i)
}

func (t *trail) joinResult(i int, e *trace.Event) {
	// Without a status the text has to tell, as far as the log has no marks.
	if e.Status == "" {
		e.Status = trace.OK
		if t.failedByText(e, t.marked) {
			e.Status = trace.Failed
		}
	}
	id := e.CallID
	if id == "" {
		t.joinByOrder(i, e)
		return
	}
	if queue := t.queue[id]; len(queue) > 0 {
		t.queue[id] = queue[1:]
		t.answer(queue[0], i)
		return
	}
	// The call has its result already, so the id leads to it without a queue.
	if call, has := t.last[id]; has {
		t.note("second-result", e.At)
		e.CallID = t.events[call].CallID
		e.Tool = cmp.Or(e.Tool, t.events[call].Tool)
		return
	}
	t.early[id] = append(t.early[id], i)
}

// joinByOrder finds the call of a result that does not name one: the first
// without a result, of the tool that the result names, if it does.
func (t *trail) joinByOrder(i int, e *trace.Event) {
	queue := &t.waiting
	if e.Tool != "" {
		list := t.ofTool[e.Tool]
		queue = &list
		defer func() { t.ofTool[e.Tool] = list }()
	}
	// Calls that were answered by their id are dropped from the queue on the way.
	for len(*queue) > 0 && t.done[(*queue)[0]] {
		*queue = (*queue)[1:]
	}
	if len(*queue) == 0 {
		t.unpaired = append(t.unpaired, i)
		return
	}
	t.note("paired-by-order", e.At)
	t.answer((*queue)[0], i)
}

// answer joins a call and its result.
func (t *trail) answer(call, result int) {
	t.done[call] = true
	c, r := &t.events[call], &t.events[result]
	r.CallID = c.CallID
	r.Tool = cmp.Or(r.Tool, c.Tool)
	r.Requestor = cmp.Or(r.Requestor, c.Requestor)
	c.Status = cmp.Or(c.Status, r.Status)
}
