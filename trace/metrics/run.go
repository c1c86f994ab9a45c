package metrics

import (
	"encoding/binary"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/trace/grade"
)

// A Run is the graded traces of a run, as far as statistics need them. Traces
// are added one after the other, in any number: what a run keeps of them in
// memory has a bound, and the rest is in a temporary file until [Run.Close].
type Run struct {
	by     []Dimension
	trials spool.Sorter // by unit
	groups []group
	number map[groupKey]int // of a group
	record []byte

	classes classCounter
	clauses grade.ClauseCounts
	rewards Agreement
	tiers   *Tiers
	scores  sample
	tables  tableCounter

	ungraded Ungraded
	settings []grade.Settings // of the documents, each once
}

// group numbers are given in the order in which the groups occur; that of all
// traces is 0.
type groupKey struct {
	by  Dimension
	key string
}

// A group is the units that have something in common.
type group struct {
	groupKey
	units unitSample
}

// NewRun returns a run without traces, whose results are grouped by some
// dimensions, and scored by tiers.
func NewRun(by []Dimension, t *Tiers) *Run {
	// The dimensions are those of the caller, which sorting would change.
	by = slices.Clone(by)
	slices.Sort(by)
	r := &Run{by: slices.Compact(by), number: make(map[groupKey]int), clauses: make(grade.ClauseCounts), tiers: t, tables: newTableCounter()}
	// The group of all traces is 0.
	r.group(groupKey{})
	return r
}

// group returns the number of a group.
func (r *Run) group(k groupKey) int {
	n, has := r.number[k]
	if !has {
		n = len(r.groups)
		// The key belongs to a result, which may point into a block of a file.
		k.key = strings.Clone(k.key)
		r.number[k] = n
		r.groups = append(r.groups, group{groupKey: k})
	}
	return n
}

// Add adds a graded trace. The error is one of the temporary file.
func (r *Run) Add(x *grade.Result) error {
	r.classes.add(x)
	r.clauses.Add(x.Replay)
	r.rewards.add(x)
	r.scores.add(r.tiers.Score(x))
	r.tables.add(x)
	r.record = r.record[:0]
	r.trial(groupKey{}, x.Verdict)
	for _, d := range r.by {
		eachKey(x, d, func(key string, v grade.Verdict) { r.trial(groupKey{d, key}, v) })
	}
	// A trace is one record with all of its groups, so that it is sorted once.
	return r.trials.Add(unitOf(x).appendKey(nil), r.record)
}

// Graded tells the run how its traces were graded.
func (r *Run) Graded(s grade.Settings) {
	if !slices.Contains(r.settings, s) {
		r.settings = append(r.settings, s)
	}
}

// OtherSettings lists how the settings of a run differ from those of a baseline. Settings
// that a document does not tell are not compared.
func OtherSettings(old, now *Run) (texts []string) {
	for _, was := range old.settings {
		for _, is := range now.settings {
			for _, text := range is.Differences(was) {
				if !slices.Contains(texts, text) {
					texts = append(texts, text)
				}
			}
		}
	}
	return texts
}

// trial appends that the trace is a trial of a group. A verdict is kept as its
// first letter.
func (r *Run) trial(k groupKey, v grade.Verdict) {
	r.record = append(binary.AppendUvarint(r.record, uint64(r.group(k))), v[0])
}

// tallied calls yield with each unit, in their order, and its tallies: by group,
// and the groups that have one, that of all traces first.
func (r *Run) tallied(yield func(u Unit, by []Tally, groups []int) bool) {
	var last []byte
	by := make([]Tally, len(r.groups))
	var groups []int
	end := func() bool {
		// Before the first unit there is nothing to hand over.
		goesOn := len(groups) == 0 || yield(unitOfKey(last), by, groups)
		// Only the tallies that were used are cleared: there may be many groups.
		for _, n := range groups {
			by[n] = Tally{}
		}
		groups = groups[:0]
		return goesOn
	}
	goesOn := true
	r.trials.All(func(key, record []byte) bool {
		if string(key) != string(last) {
			goesOn = end()
		}
		// The key is only valid until the next one.
		last = append(last[:0], key...)
		for len(record) > 0 && goesOn {
			n, k := binary.Uvarint(record)
			// The first trial in a group shows that the unit is in it.
			if by[n].Trials == 0 {
				groups = append(groups, int(n))
			}
			by[n].add(verdictOf(record[k]))
			record = record[k+1:]
		}
		return goesOn
	})
	// The last unit has no next one that would end it.
	if goesOn {
		end()
	}
}

// verdictOf returns the verdict that begins with a letter.
func verdictOf(first byte) grade.Verdict {
	switch first {
	case grade.Pass[0]:
		return grade.Pass
	case grade.Fail[0]:
		return grade.Fail
	}
	return grade.Inconclusive
}

// Units are the units of the run, in their order, with the tally of each.
func (r *Run) Units() iter.Seq[Tally] {
	return func(yield func(Tally) bool) {
		r.tallied(func(u Unit, by []Tally, _ []int) bool {
			t := by[0]
			t.Unit = u
			return yield(t)
		})
	}
}

// measured fills the groups.
func (r *Run) measured() {
	// The groups are filled anew, since traces may have been added.
	for i := range r.groups {
		r.groups[i].units = unitSample{}
	}
	r.tallied(func(_ Unit, by []Tally, groups []int) bool {
		for _, n := range groups {
			r.groups[n].units.add(by[n])
		}
		return true
	})
}

// Summary computes everything over the traces so far; the metrics are those
// that are worth a look if the list is nil.
func (r *Run) Summary(list []Metric) (*Summary, error) {
	r.measured()
	if list == nil {
		list = defaultMetrics(r.groups[0].units.most)
	}
	s := &Summary{
		Overall: r.groups[0].summary(list), Groups: make(map[Dimension][]Group),
		Classes: r.classes.list(), Clauses: r.clauses.List(), Score: r.scores.estimate("score"), Rewards: r.rewards.given(), Ungraded: r.ungraded.given(),
	}
	for _, d := range r.by {
		s.Groups[d] = []Group{}
		for i := range r.groups[1:] {
			if g := &r.groups[1+i]; g.by == d {
				s.Groups[d] = append(s.Groups[d], g.summary(list))
			}
		}
		slices.SortFunc(s.Groups[d], func(a, b Group) int { return strings.Compare(a.Key, b.Key) })
		// A single group without a key would say what the total says.
		if len(s.Groups[d]) == 1 && s.Groups[d][0].Key == "" {
			s.Groups[d] = []Group{} // what has no key is left out if everything is so
		}
	}
	return s, r.err()
}

func (r *Run) err() error { return r.trials.Err() }

// Close gives the temporary file back.
func (r *Run) Close() error { return r.trials.Close() }

// Judge judges a gate; see [Gate]. As long as a trace is not graded, no gate is decided: the
// trace may be one of any task, and with any verdict.
func (r *Run) Judge(g Gate) (grade.Verdict, string) {
	var units unitSample
	// The gate is about all traces, whatever the groups are.
	for t := range r.Units() {
		units.add(t)
	}
	if err := r.err(); err != nil {
		return grade.Inconclusive, fmt.Sprint(err)
	}
	verdict, message := g.judge(&units)
	if r.ungraded.any() {
		return grade.Inconclusive, message + "; not graded: " + r.ungraded.String()
	}
	return verdict, message
}
