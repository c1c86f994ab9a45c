package z3

import (
	"errors"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/compiler/smt"
)

// An Attempt is a file that could not be loaded, and why.
type Attempt struct {
	Path string
	Err  error
}

// Missing is the error of [Load] where there is no library.
type Missing struct{ Tried []Attempt }

const howToGet = "install it (`apt-get install libz3-4`, `brew install z3`) or name the file by " + variable

// Advice says how to get the library, without what was tried.
func (e *Missing) Advice() string { return howToGet }

func (e *Missing) Error() string {
	var tried []string
	for _, a := range e.Tried {
		why := a.Err.Error()
		if !strings.Contains(why, a.Path) {
			why = a.Path + ": " + why
		}
		tried = append(tried, why)
	}
	return fmt.Sprintf("libz3 cannot be loaded; %s; tried: %s", howToGet, strings.Join(tried, "; "))
}

// TooOld is the error of [Load] where the library is of an old version.
type TooOld struct{ Path, Version string }

func (e *TooOld) Error() string {
	return fmt.Sprintf("libz3 at %s is version %s; version %s or later is required; %s", e.Path, e.Version, oldest, howToGet)
}

// Unfit is the error of [Load] where the file is a library without one of the
// functions that are needed, and so probably not libz3.
type Unfit struct{ Path, Symbol string }

func (e *Unfit) Error() string {
	return fmt.Sprintf("%s is not a libz3 that can be used: it has no %s; %s", e.Path, e.Symbol, howToGet)
}

// Incomplete is the error of a Check that Z3 gave up, with its own reason,
// such as "(incomplete (theory arithmetic))" or "max. resource limit
// exceeded".
type Incomplete struct {
	Reason string
	made   bool // it ran out of the steps that the solver was made with
}

// OutOfSteps reports whether Z3 gave up because of [Options.Rlimit].
func (e *Incomplete) OutOfSteps() bool { return strings.HasPrefix(e.Reason, noSteps) }

// Is reports whether the error is [smt.ErrSteps]: more steps may help, and the caller may allow them.
func (e *Incomplete) Is(target error) bool {
	return target == smt.ErrSteps && e.OutOfSteps() && !e.made
}

func (e *Incomplete) Error() string { return "z3 found no answer: " + e.Reason }

// TooDeep is the error for a term whose nesting might overflow the stack of
// Z3, which would end the process.
type TooDeep struct{ Depth int }

func (e *TooDeep) Error() string {
	return fmt.Sprintf("a term is nested %d deep, and at most %d are given to z3", e.Depth, maxDepth)
}

// errClosed is the error of every method after Close.
var errClosed = errors.New("z3: the solver is closed")

// ErrDoubtful is the error of a value that Z3 may get wrong: one that depends on
// whether two arrays are equal that contain arrays with the index sort Bool. The
// compiler makes such arrays for sets that contain sets of Bool.
var ErrDoubtful = errors.New("z3: the value depends on comparing sets that contain sets of Bool, which Z3 compares wrongly in models")

// ErrNoValue is the error of a truth value or a number that Z3 does not compute from its
// model. That is rare, and known of terms that compare sets of sets, and of numbers that
// are not rational, as the root of 2.
var ErrNoValue = errors.New("z3: the model has no truth value or rational number for the term")

// The errors of questions that the last Check has no answer to.
var (
	errNoModel = errors.New("z3: no model: the last call was not a Check that returned sat")
	errNoCore  = errors.New("z3: no core: the last call was not a Check that returned unsat")
)
