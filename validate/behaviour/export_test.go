package behaviour

// The parts of [Run] that have tests of their own.
var (
	Attribute    = attribute
	CompareCases = compareCases
)
