package z3

// stepsKey is how Z3's statistics name the steps that a context has taken, modulo 2^32.
const stepsKey = "rlimit count"

// counted returns the steps that statistics have; 0 if they have none.
func (h *handle) counted(s z3Stats) uint {
	if h.errorCode(h.c) != 0 || s == 0 {
		return 0
	}
	h.statsIncRef(h.c, s)
	defer h.statsDecRef(h.c, s)
	for i := h.statsSize(h.c, s); i > 0; i-- {
		if h.statsKey(h.c, s, i-1) == stepsKey && h.statsIsUint(h.c, s, i-1) {
			return uint(h.statsUint(h.c, s, i-1))
		}
	}
	return 0
}

// Steps implements [smt.Solver]. Those of all solvers of the context are counted together.
func (s *Solver) Steps() uint {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed() {
		return 0
	}
	return s.counted(s.solverStats(s.c, s.solver))
}

// Steps implements [smt.Fixedpoint].
func (f *Fixedpoint) Steps() uint {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.steps
}
