package monitor

// refine returns the class of each state of an automaton, and their number.
// States are in one class if they have the same future. It is the algorithm of
// Hopcroft.
func refine(accepts []bool, steps []int, letters int) (of []int, classes int) {
	p := newPartition(len(accepts))
	before := backwards(steps, letters)
	for i, yes := range accepts {
		if yes {
			p.mark(i)
		}
	}
	p.split()
	p.wait(0)
	for len(p.queue) > 0 {
		// The states are copied, since splitting moves them.
		splitter := p.next()
		for l := range letters {
			for _, to := range splitter {
				for _, from := range before.to(to*letters + l) {
					p.mark(from)
				}
			}
			p.split()
		}
	}
	return p.of, len(p.first)
}

// reversed has the steps of an automaton by where they lead to.
type reversed struct {
	states []int // where the steps come from
	first  []int // by target and letter: the place of the first of them in states
}

func backwards(steps []int, letters int) reversed {
	r := reversed{make([]int, len(steps)), make([]int, len(steps)+1)}
	for at, to := range steps {
		r.first[to*letters+at%letters]++
	}
	// The counts become places: of each target and letter the end, which then moves to its beginning.
	for i := range steps {
		r.first[i+1] += r.first[i]
	}
	for at, to := range steps {
		i := to*letters + at%letters
		r.first[i]--
		r.states[r.first[i]] = at / letters
	}
	return r
}

// to returns the states from which a letter leads to a state, which i names.
func (r reversed) to(i int) []int { return r.states[r.first[i]:r.first[i+1]] }

// A partition divides states into classes. Those of a class are next to each
// other, the marked ones first.
type partition struct {
	states, place []int // by place, and the reverse
	of            []int // by state: its class

	first, end, marked []int // by class: its places, and how many are marked
	touched            []int // classes with marks
	waiting            []bool
	queue              []int // classes by which others are still to be split
}

func newPartition(n int) *partition {
	p := &partition{states: make([]int, n), place: make([]int, n), of: make([]int, n)}
	for i := range n {
		p.states[i], p.place[i] = i, i
	}
	p.add(0, n)
	return p
}

func (p *partition) add(first, end int) int {
	p.first, p.end = append(p.first, first), append(p.end, end)
	p.marked, p.waiting = append(p.marked, 0), append(p.waiting, false)
	return len(p.first) - 1
}

func (p *partition) mark(state int) {
	c := p.of[state]
	from, to := p.place[state], p.first[c]+p.marked[c]
	// Marked states come first in their class, so this one is marked already.
	if from < to {
		return
	}
	if p.marked[c] == 0 {
		p.touched = append(p.touched, c)
	}
	other := p.states[to]
	p.states[to], p.states[from] = state, other
	p.place[state], p.place[other] = to, from
	p.marked[c]++
}

// split makes the marked states of each class a class of their own.
func (p *partition) split() {
	for _, c := range p.touched {
		n := p.marked[c]
		p.marked[c] = 0
		rest := p.end[c] - p.first[c] - n
		if rest == 0 {
			// All states of the class are marked, so it stays whole.
			continue
		}
		added := p.add(p.first[c], p.first[c]+n)
		p.first[c] += n
		for _, s := range p.states[p.first[added]:p.end[added]] {
			p.of[s] = added
		}
		// Of a class that waits both parts have to. Of any other the smaller part is enough.
		if p.waiting[c] || n <= rest {
			p.wait(added)
		} else {
			p.wait(c)
		}
	}
	p.touched = p.touched[:0]
}

func (p *partition) wait(class int) {
	if !p.waiting[class] {
		p.waiting[class] = true
		p.queue = append(p.queue, class)
	}
}

// next takes a class from the queue, and returns its states.
func (p *partition) next() []int {
	c := p.queue[len(p.queue)-1]
	p.queue = p.queue[:len(p.queue)-1]
	p.waiting[c] = false
	return append([]int(nil), p.states[p.first[c]:p.end[c]]...)
}
