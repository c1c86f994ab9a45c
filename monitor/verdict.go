package monitor

// A Verdict is what a trace so far says of a check, from bad to good.
type Verdict int

// The verdicts. Failing and Holding are the two halves of the third truth
// value of LTL3: the trace may still go either way.
const (
	Violated  Verdict = iota // the check is broken, whatever follows
	Failing                  // it does not hold if the trace ends here
	Unknown                  // its variables had too many values to tell
	Holding                  // it holds if the trace ends here
	Satisfied                // it holds, whatever follows
)

// Holds reports whether the check holds on the trace as it is.
func (v Verdict) Holds() bool { return v >= Holding }

// Final reports whether no continuation changes the verdict.
func (v Verdict) Final() bool { return v == Violated || v == Satisfied }

// String returns the verdict in lower case.
func (v Verdict) String() string {
	return [...]string{"violated", "failing", "unknown", "holding", "satisfied"}[v]
}
