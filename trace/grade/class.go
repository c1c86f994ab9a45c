package grade

import "github.com/mantrac/mantrac/internal/lists"

// Classes of failed checks. The first five are those of seed 000, App. 0.D.2.
const (
	MissingRequiredCall Class = "missing-required-call"
	MissingAnchor       Class = "missing-anchor"
	ForbiddenCall       Class = "forbidden-call"
	Ordering            Class = "ordering"
	CompoundOr          Class = "compound-or"
	Goal                Class = "goal"
)

// Precondition is the class of a trace that is no run of the model.
const Precondition Class = "precondition"

// Attempted is the class of a failed call that the model does not allow.
const Attempted Class = "attempted"

// Classes of findings.
const (
	Crash              Class = "crash"
	EmptyTrace         Class = "empty-trace"
	UnknownTool        Class = "unknown-tool"
	InvalidArguments   Class = "invalid-arguments"
	MissingArgument    Class = "missing-argument"
	ExtraArgument      Class = "extra-argument"
	WrongArgument      Class = "wrong-argument"
	PrematureWrite     Class = "premature-write"
	ForbiddenEdge      Class = "forbidden-edge"
	ParallelCalls      Class = "parallel-calls"
	BlindWrite         Class = "blind-write"
	RepeatedCall       Class = "repeated-call"
	Unreadable         Class = "unreadable"
	TextAndCall        Class = "text-and-call"
	UngroundedArgument Class = "ungrounded-argument"
	EarlyUse           Class = "early-use"
	ContradictsModel   Class = "contradicts-model"
	ActedBeforeKnown   Class = "acted-before-known"
)

// Modes of failed traces, of seed 001, App. J.
const (
	PrematureTermination Class = "R1a"
	PartialCompletion    Class = "R1b"
	IncorrectSequence    Class = "R2"
	ErroneousParameter   Class = "R3"
	UnauthorizedTool     Class = "R4"
)

// A Family says what the classes of a table row are given to.
type Family string

// The families of classes.
const (
	OfCheck   Family = "check"   // a check that failed
	OfFinding Family = "finding" // something that no check asked for
	OfTrace   Family = "trace"   // a failed trace as a whole
)

// A ClassInfo is a row of the table of classes.
type ClassInfo struct {
	Class  Class
	Family Family
	Noisy  bool   // a finding that is looked for only where it is asked for
	Error  Class  // the error of seed 004 that it is an instance of; "" where that cannot be told
	About  string // when a failure or a finding is of this class
	Source string // where the class is from
}

const (
	seed000 = "seed 000, App. 0.D.2"
	seed001 = "seed 001, App. J"
	seed002 = "seed 002, section 3"
	seed004 = "seed 004, Fig. 32"
)

// Classes is the table of classes, in the order in which they are listed. The
// errors of seed 004 are a column of it: E1, that a step does not serve the
// goal, takes a reader and is never given.
var Classes = []ClassInfo{
	{MissingRequiredCall, OfCheck, false, "E2", "a call, or an answer, that is required never happens, or not often enough: of `call`, `answered` and `at_least`, and of `follows` and `precedes` whose anchor does", seed000},
	{MissingAnchor, OfCheck, false, "E2", "the anchor of an ordering form never happens", seed000},
	{ForbiddenCall, OfCheck, false, "E3", "a call happens that a `no_call` forbids, that is not as an `every_call` says, or that is one too many for an `at_most`", seed000},
	{Ordering, OfCheck, false, "E3", "the calls of an ordering form happen, in an order that it does not allow", seed000},
	{CompoundOr, OfCheck, false, "E2", "every alternative of an `or` fails; E3 if one of them forbade a call", seed000},
	{Goal, OfCheck, false, "", "a clause of the goal is false in the final state", "grammar/spec.md, 4.14"},
	{Precondition, OfCheck, false, "E3", "a call breaks a precondition of the model", "grammar/spec.md, 4"},
	{Attempted, OfCheck, false, "E3", "a failed call breaks a precondition of the model (--attempts=judge)", "mantrac"},

	{Crash, OfFinding, false, "", "the run ended with an error", seed000},
	{Unreadable, OfFinding, false, "", "a record of the trace, the value of an argument, or an answer that is read, could not be read, or the call of a result is missing, so that what it may change is inconclusive", "mantrac"},
	{EmptyTrace, OfFinding, false, "E2", "no tool is called", seed000},
	{UnknownTool, OfFinding, false, "E6", "the tool is not in the schemas; without schemas, and with --model, not in the model", seed004},
	{InvalidArguments, OfFinding, false, "E5", "the arguments are not JSON, or not an object", seed004},
	{MissingArgument, OfFinding, false, "E5", "a required argument is missing", seed004},
	{ExtraArgument, OfFinding, false, "E5", "the schema has no such argument, and does not say that others are allowed", seed004},
	{WrongArgument, OfFinding, false, "E5", "an argument is not what its schema accepts: type, enum, bounds, format", seed004},
	{PrematureWrite, OfFinding, false, "E4", "a writing tool is called before any reading one; needs labels of effects", seed000},
	{ForbiddenEdge, OfFinding, false, "E3", "a call directly follows one after which it is forbidden (--edges)", seed002},
	{ParallelCalls, OfFinding, false, "E3", "calls are made side by side (--parallel=forbid, or the rule no_parallel)", "mantrac"},
	{ContradictsModel, OfFinding, false, "", "an answer is not what the model has; nothing is known of the leaf from its last confirmation to this answer", "mantrac"},
	{ActedBeforeKnown, OfFinding, false, "E4", "a call is made before an answer shows that the model allows it", "mantrac"},
	{BlindWrite, OfFinding, true, "E4", "a writing tool gets the id of something that no reading call asked for or returned", seed000},
	{RepeatedCall, OfFinding, true, "E4", "a call is made again with equal arguments, nothing having been written since", seed004},
	{TextAndCall, OfFinding, true, "", "a message to the user and a call are made in one step", seed002},
	{UngroundedArgument, OfFinding, true, "E6", "the value of an argument occurs in no earlier message or result", seed002},
	{EarlyUse, OfFinding, true, "E4", "the value of an argument occurs in a later result only", seed004},

	{UnauthorizedTool, OfTrace, false, "", "unauthorized tool invocation: a check is of class forbidden-call; or a precondition is broken, and no failed check fits another mode but R3 by the goal", seed001},
	{PrematureTermination, OfTrace, false, "", "premature termination: a required writing tool is never called, and no other is", seed001},
	{PartialCompletion, OfTrace, false, "", "partial completion: a required writing tool is never called, and another is", seed001},
	{IncorrectSequence, OfTrace, false, "", "incorrect tool sequence: an order or an anchor is missed, or a required reading call is missing", seed001},
	{ErroneousParameter, OfTrace, false, "", "erroneous parameter: required writing tools are called with other arguments, or only the goal is missed", seed001},
}

// infoOf are the rows by class.
var infoOf = lists.IndexBy(Classes, func(c ClassInfo) Class { return c.Class })

// About says in words when a failure or a finding is of a class; "" for one that
// there is not.
func About(c Class) string { return infoOf[c].About }

// DefaultFindings returns the classes of findings that are looked for unless
// others are asked for.
func DefaultFindings() []Class { return findings(func(c ClassInfo) bool { return !c.Noisy }) }

// AllFindings returns the classes of all findings.
func AllFindings() []Class { return findings(func(ClassInfo) bool { return true }) }

// SchemaFindings returns the classes of findings about the schema of a call.
func SchemaFindings() []Class {
	return []Class{UnknownTool, InvalidArguments, MissingArgument, ExtraArgument, WrongArgument}
}

func findings(wanted func(ClassInfo) bool) []Class {
	var list []Class
	for _, c := range Classes {
		if c.Family == OfFinding && wanted(c) {
			list = append(list, c.Class)
		}
	}
	return list
}
