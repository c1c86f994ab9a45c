package trace

import "strconv"

func itoa(n int) string { return strconv.Itoa(n) }

// InitLabel is the label with the state in which a trace begins, as JSON. Traces of
// simulated tools have it.
const InitLabel = "initial_state"

// CostLabel is the label with what language models have cost in a trace, as $0.0125. A
// trace without it does not tell.
const CostLabel = "cost"

// A Header says what a trace is of. What a file does not tell is zero.
type Header struct {
	File   string            // the name of the file it is from, as it was given
	ID     string            // unique in its file; made from its position where the file has none
	Format string            // the importer's name
	Task   string            // the task or sample that was worked on
	Trial  int               // from 0: one of several runs of the same task
	Model  string            // the language model that acted
	Domain string            // the benchmark's domain
	Reward *float64          // what the benchmark itself gave
	Ended  string            // how it ended, in the words of the file: "max_steps", "error"
	Crash  string            // the error that ended it, if one did
	Labels map[string]string // what else is worth keeping, by name
	Tools  []string          // the names of the tools that were offered
	At     Pointer
}

// A Trace is a trace as a whole.
type Trace struct {
	Header
	Events []Event
}

// A Problem is a record, or a part of one, that could not be read.
type Problem struct {
	File    string
	Trace   string // the trace it is in, if that is known
	Any     bool   // it may have been a part of any trace of the file that is told after it
	At      Pointer
	Message string
	Fatal   bool // nothing after it could be read from the file
	NoCase  bool // the trace was read, and not graded, since nothing assigns a case to it
	Kept    bool // the trace is read in spite of it, without a part that no verdict rests on
	Lost    bool // every record could be read, but a call is missing: a result answers none
}

// Ungraded reports whether there may be a trace that was not graded. A problem within a
// trace is in the verdict of that trace.
func (p Problem) Ungraded() bool { return p.NoCase || p.Fatal || p.Trace == "" && !p.Kept }

// Error returns the problem with its place.
func (p Problem) Error() string {
	s := p.File
	if at := p.At.String(); at != "" {
		s += ": " + at
	}
	return s + ": " + p.Message
}

// A Sink takes what a reader finds, in the order of the file. Between Begin
// and End come the events of one trace; problems may come anywhere, those of a
// trace also before it begins. An error of the sink ends the reading, which
// returns it.
//
// The strings of a header or an event may point into a block of the file, which
// stays in memory as long as one of them does: of what is kept for long while a
// large file is read, keep copies (strings.Clone).
type Sink interface {
	Begin(h *Header) error
	Event(e *Event) error // e is used again; what it refers to may be kept, see below
	End() error
	Problem(p Problem) error
}

// A Collector is a sink that keeps everything.
type Collector struct {
	Traces   []Trace
	Problems []Problem
}

// Begin starts a trace.
func (c *Collector) Begin(h *Header) error {
	c.Traces = append(c.Traces, Trace{Header: *h})
	return nil
}

// Event adds an event to the last trace.
func (c *Collector) Event(e *Event) error {
	t := &c.Traces[len(c.Traces)-1]
	t.Events = append(t.Events, *e)
	return nil
}

// End ends the last trace.
func (c *Collector) End() error { return nil }

// Problem keeps a problem.
func (c *Collector) Problem(p Problem) error {
	c.Problems = append(c.Problems, p)
	return nil
}
