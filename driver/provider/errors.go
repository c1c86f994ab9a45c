package provider

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Kind says why a request has no answer.
type Kind string

// The kinds. Those of the first group say something of the answer, the others say
// that there is none.
const (
	Refused   Kind = "refused"           // the model declined to answer
	Filtered  Kind = "content filter"    // the provider withheld the answer, or did not ask the model
	Truncated Kind = "answer cut off"    // the answer reached the largest number of tokens
	TooLong   Kind = "request too long"  // the request exceeds the model's context
	Invalid   Kind = "not accepted"      // the provider does not accept the request: a model or an option that it does not know
	NoKey     Kind = "no valid key"      // the key is missing, or the provider does not accept it
	Quota     Kind = "quota exhausted"   // the account has no money or tokens left
	RateLimit Kind = "too many requests" // at the moment
	Server    Kind = "provider failed"   // an error of the provider, or a temporary overload
	Garbled   Kind = "unreadable answer" // what the provider sent cannot be read
	Network   Kind = "network"           // no connection, or a connection that broke
	TimedOut  Kind = "time-out"          // no answer in the time that is set
	Unknown   Kind = "not recorded"      // a recording lacks the request
	Command   Kind = "command failed"    // the command of the provider exec cannot be run, or failed
)

// ways says what to do about errors of each kind.
var ways = map[Kind]string{
	Truncated: "use a model that answers more briefly, or ask for less",
	TooLong:   "use a model with a larger context, or smaller chunks",
	Quota:     "see the billing page of the provider; a later run goes on where this one ended",
	RateLimit: "ask fewer things at a time, or later; a later run goes on where this one ended",
	Network:   "check the network and the base URL; a later run goes on where this one ended",
	TimedOut:  "use a faster model, or ask later; a later run goes on where this one ended",
}

// An Error says why a request has no answer.
type Error struct {
	Kind   Kind
	Name   string // of the model, with its provider
	Stage  string
	Detail string // what the provider said
	Help   string // what to do; by default what is usual for the kind

	// RetryAfter is how long the provider asked to wait, or 0.
	RetryAfter time.Duration

	Err error // the cause, or nil
}

// Error says which model failed in which stage, why, and what to do.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Name != "" {
		b.WriteString(e.Name + ": ")
	}
	if e.Stage != "" {
		b.WriteString(e.Stage + ": ")
	}
	b.WriteString(string(e.Kind))
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	help := cmp.Or(e.Help, ways[e.Kind])
	if help != "" {
		b.WriteString("; " + help)
	}
	return b.String()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Temporary reports whether the same request may be answered later.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case RateLimit, Server, Garbled, Network, TimedOut:
		return true
	}
	return false
}

// Answered reports whether the model has answered, although not with what was asked
// for: the same request would get the same answer.
func (e *Error) Answered() bool {
	switch e.Kind {
	case Refused, Filtered, Truncated:
		return true
	}
	return false
}

// Errorf returns an error of a kind.
func Errorf(k Kind, format string, args ...any) *Error {
	return &Error{Kind: k, Detail: fmt.Sprintf(format, args...)}
}

// KindOf returns the kind of the *[Error] in a chain of errors, or "".
func KindOf(err error) Kind {
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return ""
}
