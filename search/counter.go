package search

import (
	"slices"

	"github.com/mantrac/mantrac/lang/types"
)

const (
	far        = 1 << 62 // from all numbers that counters meet, which are less than far/4
	mostSpan   = 200     // between the constants of a counter, and of a step
	mostStarts = 2000    // values of a counter that are tried when it is settled
)

// A counter that the case leaves free may start arbitrarily far from the
// constants that it is compared with, so that no finite list of numbers is
// complete. While it is below all of them it behaves the same wherever it is;
// where it gets to the least it may come out at any number that a call can raise
// it to from below. So below the constants a free counter is far, which is one
// value, and a call that raises a far counter leaves it far, or takes it to one of
// these numbers. Above the constants it is the other way round.
//
// No run is lost by that. If calls only raise the counter none is made up either:
// it is far only from where it was free, and the number at which it comes out,
// less all that the calls raised it by, is where it started; up to the call that
// takes it to the constant it was below. The same holds for one that calls only
// lower. A counter that goes both ways may come out where it cannot, so that an
// answer counts only if values are found for it.
//
// Only the search needs that. When values are settled, the number of calls is
// known, and so is from how far away the constants can be reached.
type counter struct {
	least, most cell // that it is compared with
	step        cell // the most that a call raises or lowers it by
	up, down    bool // some call raises it, lowers it
}

// bothWays reports whether calls raise the counter and lower it.
func (k *counter) bothWays() bool { return k.up && k.down }

// start returns the values that a free counter is searched with.
func (k *counter) start() []cell {
	var list []cell
	for c := k.least; c <= k.most; c++ {
		list = append(list, c)
	}
	if k.up {
		list = append(list, -far)
	} else {
		list = append(list, k.least-1)
	}
	if k.down {
		return append(list, far)
	}
	return append(list, k.most+1)
}

// starts returns the values of which a witness of some calls has the first that
// will do: a value that is not among them behaves like one that is and that
// comes before it. They are nil where they are many.
func (k *counter) starts(calls int) []cell {
	low, high := k.least-1, k.most+1
	if reach := k.step * cell(calls); k.up {
		low -= reach
	} else {
		high += reach
	}
	if k.bothWays() {
		high += k.step * cell(calls)
	}
	// Numbers between the constants and zero behave alike, and those nearest to zero come first.
	low, high = min(low, 0), max(high, 0)
	if high-low > mostStarts {
		return nil
	}
	var list []cell
	for c := low; c <= high; c++ {
		list = append(list, c)
	}
	slices.SortFunc(list, func(a, b cell) int { return nearer(types.NewInt(a), types.NewInt(b)) })
	return list
}

// nearer reports whether a counter, from what a call computed, was far and came
// nearer.
func (k *counter) nearer(c cell) bool {
	return c < -far/2 && c > -far || c > far/2 && c < far
}

// after returns where a counter may be that was far and came nearer.
func (k *counter) after(c cell) []cell {
	if c < 0 {
		list := []cell{-far}
		// The counter was below least, and c+far is what the call raised it by.
		for n := k.least; n < k.least+c+far; n++ {
			list = append(list, n)
		}
		return list
	}
	list := []cell{far}
	for n := k.most; n > k.most+c-far; n-- {
		list = append(list, n)
	}
	return list
}

// tidy returns the value that stands for all values that are like one.
func (k *counter) tidy(c cell) cell {
	switch {
	case k.bothWays() && c < k.least:
		return -far
	case k.bothWays() && c > k.most:
		return far
	}
	return c
}

// counter returns the values of a free counter, if a leaf is one.
func (q *question) counter(leaf int) (list []cell, ok bool) {
	k := q.bearings.counters[leaf]
	if k == nil {
		return nil, false
	}
	if !q.settling {
		return k.start(), true
	}
	list = k.starts(q.calls)
	return list, list != nil
}

// assumes reports whether the search may come to an answer that is none: values
// are vague, entries of a map were told apart, a check is not followed, or some free
// counter goes both ways.
func (q *question) assumes() bool {
	return q.approximate || q.entered || q.unfollowed != nil || slices.ContainsFunc(q.bearings.counting, func(l int) bool { return q.bearings.counters[l].bothWays() })
}

// arrive takes up the state that the expander came to, with the far counters
// from the i-th on where they may be now.
func (s *search) arrive(i int) {
	for ; i < len(s.bearings.counting); i++ {
		at := s.at[s.bearings.counting[i]]
		if k := s.bearings.counters[s.bearings.counting[i]]; k.nearer(s.expand.out[at]) {
			had := s.expand.out[at]
			for _, c := range k.after(had) {
				s.expand.out[at] = c
				s.arrive(i + 1)
			}
			s.expand.out[at] = had // a counter before this one comes out in another way too
			return
		}
	}
	s.take()
}

// moved reports whether the call at work moved a far counter.
func (s *search) moved() bool {
	return slices.ContainsFunc(s.bearings.counting, func(l int) bool {
		return s.bearings.counters[l].nearer(s.expand.out[s.at[l]])
	})
}
