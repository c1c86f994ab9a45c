package edit

// Assignment and MergeLists are for tests.
var (
	Assignment = assignment
	MergeLists = mergeLists
)

// Cost returns the cost of the edits that [Diff] finds between two sets.
func Cost(old, new *Set) int {
	pairs, _ := pairsOf(old, new, DiffOptions{})
	d := differ{renames: findRenames(pairs), out: &script{}}
	d.whole(pairs)
	return d.out.cost
}

// LeastCost returns the least cost of edits between two sets, whatever
// variables, constants and names of enums have been renamed, or false where
// there are too many to try. Other things are renamed as [Diff] does.
func LeastCost(old, new *Set) (int, bool) {
	pairs, _ := pairsOf(old, new, DiffOptions{})
	found := findRenames(pairs)
	f := &renamer{pairs: pairs, renames: make(renames), gone: make(map[symbol]bool), come: make(map[symbol]bool)}
	f.changedNames()
	f.both(f.enums)
	f.renames = found
	f.both(f.enums) // of variables that have been renamed
	f.renames = make(renames)
	for s, to := range found {
		if s.role != valueRole && s.role != enumRole {
			f.renames[s] = to
		}
	}
	var gone, come []symbol
	for s := range f.gone {
		if s.role == valueRole || s.role == enumRole {
			gone = append(gone, s)
		}
	}
	for s := range f.come {
		if s.role == valueRole || s.role == enumRole {
			come = append(come, s)
		}
	}
	if len(gone)*len(come) > 9 {
		return 0, false
	}
	best := impossible
	var try func(i int, taken map[symbol]bool)
	try = func(i int, taken map[symbol]bool) {
		if i == len(gone) {
			best = min(best, f.cost(f.renames))
			return
		}
		try(i+1, taken)
		for _, to := range come {
			if !taken[to] && to.role == gone[i].role {
				taken[to], f.renames[gone[i]] = true, to.name
				try(i+1, taken)
				delete(taken, to)
				delete(f.renames, gone[i])
			}
		}
	}
	try(0, make(map[symbol]bool))
	return best, true
}
