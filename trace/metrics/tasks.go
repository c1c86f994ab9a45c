package metrics

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/spool"
)

// Tables computes the tables over the traces so far. The metrics are those of Table 4;
// nil are those that are worth a look.
func (r *Run) Tables(list []Metric) (*Tables, error) {
	n := newTaskCounter()
	// Units come sorted by model first, which the counters below rely on.
	for u := range r.Units() {
		n.unit(u)
	}
	if err := r.byTask(n.task); err != nil {
		return nil, err
	}
	if list == nil {
		list = defaultMetrics(n.most)
	}
	t := &Tables{}
	r.tables.given(t)
	n.given(t, list, r.tables)
	return t, r.err()
}

// byTask calls f with each task, whose model is "", and the tallies of the models that
// tried it, in the order of the models.
func (r *Run) byTask(f func(task Unit, by []Tally)) error {
	var tasks spool.Sorter
	defer tasks.Close()
	for t := range r.Units() {
		var record []byte
		for _, n := range []int{t.Trials, t.Passed, t.Inconclusive} {
			record = binary.AppendUvarint(record, uint64(n))
		}
		record = append(record, t.Model...)
		// Without the model, the units of a task have the same key.
		t.Model = ""
		if err := tasks.Add(t.appendKey(nil), record); err != nil {
			return err
		}
	}
	var last []byte
	var by []Tally
	tasks.All(func(key, record []byte) bool {
		// A new key ends the task before.
		if string(key) != string(last) && len(by) > 0 {
			f(unitOfKey(last), by)
			by = by[:0]
		}
		last = append(last[:0], key...)
		by = append(by, tallyOf(record))
		return true
	})
	if len(by) > 0 {
		f(unitOfKey(last), by)
	}
	return tasks.Err()
}

// tallyOf reads a record of byTask.
func tallyOf(record []byte) (t Tally) {
	for _, n := range []*int{&t.Trials, &t.Passed, &t.Inconclusive} {
		v, k := binary.Uvarint(record)
		*n, record = int(v), record[k:]
	}
	t.Model = string(record)
	return t
}

// A taskCounter counts what rests on the tallies of tasks.
type taskCounter struct {
	most    int // trials of a unit
	rates   map[By]*unitSample
	domains map[string]*unitSample
	alone   map[By]*AloneRow
	noise   noiseCounter
}

func newTaskCounter() *taskCounter {
	return &taskCounter{rates: make(map[By]*unitSample), domains: make(map[string]*unitSample), alone: make(map[By]*AloneRow), noise: newNoiseCounter()}
}

// unit takes how one model did on a task.
func (n *taskCounter) unit(t Tally) {
	n.most = max(n.most, t.Trials)
	by := By{t.Model, t.Domain}
	if n.rates[by] == nil {
		n.rates[by] = &unitSample{}
	}
	n.rates[by].add(t)
	if n.domains[t.Domain] == nil {
		n.domains[t.Domain] = &unitSample{}
	}
	n.domains[t.Domain].add(t)
	n.noise.unit(t)
}

// task takes how the models did on a task.
func (n *taskCounter) task(task Unit, by []Tally) {
	n.noise.task(by)
	// A model that passes no attempt has not solved the task.
	solved := slices.DeleteFunc(slices.Clone(by), func(t Tally) bool { return t.Passed == 0 })
	if len(by) < 2 || len(solved) != 1 {
		return
	}
	key := By{solved[0].Model, task.Domain}
	row := n.alone[key]
	if row == nil {
		row = &AloneRow{By: key, First: []string{}}
		n.alone[key] = row
	}
	if row.Tasks++; row.Tasks <= listedAlone {
		row.First = append(row.First, task.name())
	}
}

// name returns the name of the case, and that of the task where it is another.
func (u Unit) name() string {
	if u.Task == u.Case {
		return u.Case
	}
	return strings.TrimSpace(u.Case + " " + u.Task)
}

// given fills in what was counted.
func (n *taskCounter) given(t *Tables, list []Metric, c tableCounter) {
	t.Rates, t.Complexity = []RateRow{}, []ComplexityRow{}
	for _, by := range slices.SortedFunc(maps.Keys(n.rates), By.compare) {
		s := n.rates[by]
		row := RateRow{By: by, Tasks: s.n, Trials: s.all.Trials, Metrics: []Estimate{}}
		for _, m := range list {
			if e, ok := s.measure(m); ok {
				row.Metrics = append(row.Metrics, e)
			}
		}
		t.Rates = append(t.Rates, row)
	}
	for _, domain := range slices.Sorted(maps.Keys(n.domains)) {
		e, _ := n.domains[domain].measure(Metric{K: 1})
		row := ComplexityRow{Domain: domain, Rate: e}
		// A set without tools marks that several sets were seen.
		if x := c.tools[domain]; x != nil && x.Tools > 0 {
			row.Tools = x
		}
		t.Complexity = append(t.Complexity, row)
	}
	t.Alone = sortedRows(n.alone)
	t.Noise = n.noise.given()
}
