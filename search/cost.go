package search

// A Cost says on what a question was spent. It depends on nothing but the question.
type Cost struct {
	Work  int // steps of calls, values tried, and questions to the interpreter, which count for more
	Asked int // questions to the interpreter, each of which was new

	Tool     Share // that took the most of the work
	Variable Share // that had the most values in the states visited, of those that are no constants
	Argument Share // that was tried with the most values at a time

	// Instead is what to write so that the search need not give up; "" where it
	// did not, or nothing is known.
	Instead string
}

// A Share is how much of something has a name.
type Share struct {
	Name  string
	Count int
}

// most keeps the larger share.
func (s *Share) most(name string, count int) {
	if count > s.Count {
		*s = Share{name, count}
	}
}

// account adds what a search that has ended did, where anybody wants to know.
func (s *search) account() {
	c := s.question.search.cost
	if c == nil {
		return
	}
	for _, a := range s.actions {
		c.Work += a.work
		c.tools[a.tool.Name] += a.work
		c.Tool.most(a.tool.Name, c.tools[a.tool.Name])
		if a.widest != nil {
			c.Argument.most(a.widest.called(), a.most)
		}
	}
	for i, l := range s.leaves {
		seen := make(map[cell]bool)
		for n := range int32(s.count()) {
			seen[s.state(n)[i]] = true
		}
		if len(seen) > 1 {
			c.Variable.most(s.question.search.model.leaves[l].Name(), len(seen))
		}
	}
	if o, ok := s.err.(obstacle); ok && c.Instead == "" {
		c.Instead = o.instead
	}
}

// A costs is a cost in the making.
type costs struct {
	Cost
	tools map[string]int // work, by tool
}

// result returns the cost; nil of nil.
func (c *costs) result(asked int) *Cost {
	if c == nil {
		return nil
	}
	c.Asked = asked
	return &c.Cost
}
