package behaviour

import (
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/validate"
)

// A Class says how the new version of something relates to the old one.
type Class string

// The classes.
const (
	Equal    Class = "equal"    // the same traces are allowed
	Stricter Class = "stricter" // some trace is no longer allowed
	Looser   Class = "looser"   // some trace is now allowed
	Both     Class = "both"     // some is no longer, and another one now is
	Unknown  Class = "unknown"  // no difference is known, and that there is none is not known either
)

// A Comparison is what was found out about two versions of a model.
type Comparison struct {
	Bound int  // traces of so many calls were looked at
	Any   bool // from any state, and not from those that cases start in
	Cases []string
	// Beyond says that traces start in any state as well. A witness that names a
	// case starts there, and is a shortest one of those from cases.
	Beyond bool

	// Whole is about all tools together, Tools about each, in the order of the
	// new version, then those that it lacks.
	Whole Difference
	Tools []Tool

	// Goals are about the goals of cases that both versions have.
	Goals []Goal

	// Doubts are what keeps the versions, or parts of them, from being compared.
	Doubts []error
	Stats  Stats
}

// Stats says what a comparison cost. It is the same on every machine.
type Stats struct {
	Questions int // that were asked of the engines
	Shared    int // variables that no call can tell apart
	Apart     int // all others, of either version
}

// A Tool is what was found out about the calls of a tool.
type Tool struct {
	Name string
	// Old and New say whether a version knows the tool.
	Old, New bool
	Difference
}

// A Difference holds the answers to both questions.
type Difference struct {
	Stricter Side // is there a trace that is allowed by the old version alone
	Looser   Side // is there one that is allowed by the new version alone
}

// NoTrace is the answer that there is no such trace of any length.
func NoTrace() Side { return Side{Answer: validate.None, Proved: true} }

// NoDifference is that of two versions that are equal.
func NoDifference() Difference { return Difference{NoTrace(), NoTrace()} }

// or puts the answers about two parts together.
func (d Difference) or(e Difference) Difference {
	return Difference{d.Stricter.or(e.Stricter), d.Looser.or(e.Looser)}
}

// Class returns the class that the answers come to. Where one of them is
// unknown, the other one decides; see [Difference.Open].
func (d *Difference) Class() Class {
	stricter, looser := d.Stricter.Answer == validate.Found, d.Looser.Answer == validate.Found
	switch {
	case stricter && looser:
		return Both
	case stricter:
		return Stricter
	case looser:
		return Looser
	case d.Open():
		return Unknown
	}
	return Equal
}

// Open reports whether an answer is unknown.
func (d *Difference) Open() bool {
	return d.Stricter.Answer == validate.Unknown || d.Looser.Answer == validate.Unknown
}

// Proved reports whether whatever there is not is proved for traces of every
// length.
func (d *Difference) Proved() bool {
	settled := func(s Side) bool { return s.Answer == validate.Found || s.Answer == validate.None && s.Proved }
	return settled(d.Stricter) && settled(d.Looser)
}

// A Side is the answer to one question.
type Side struct {
	Answer  validate.Answer
	Proved  bool // None holds for traces of every length
	Witness *Witness
	Reason  error // why the answer is Unknown
}

// A Witness is a trace that one version allows and the other one does not: all
// calls but the last one are allowed by both.
type Witness struct {
	Case     string       // that starts so; "" for a start in any state
	Old, New interp.State // the initial states, canonical
	Calls    []tool.Call
	Refused  Refusal
	Open     []string // the variables that the calls read, and whose values the case leaves open
	Rough    bool     // there may be a shorter one
}

// A Refusal is why a version does not allow a call.
type Refusal struct {
	Broken []interp.Broken // preconditions
	// Gone says that the version does not know the tool, Stuck that the call has
	// no next state, Schema what the tool's schema does not accept.
	Gone, Stuck bool
	Schema      string
}
