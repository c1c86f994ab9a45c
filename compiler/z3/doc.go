// Package z3 binds libz3, which it loads when the program runs: nothing of it
// is needed to build, and a program without it works until it asks for it.
// [Load] finds the library, [Library.NewSolver] makes an [smt.Solver],
// [Library.NewFixedpoint] an [smt.Fixedpoint], and that is all there is. Of Z3's
// functions it binds those that this takes, in one table (see functions).
//
// # Promises
//
// Whatever terms it is given, and in whatever order its methods are called,
// the process lives, and no answer is wrong: where Z3 has none, or one that
// cannot be relied on, there is an error. Unknown always comes with its reason.
// A solver may be used by several goroutines, which wait for each other, and
// solvers beside one another do not. A closed solver leaves nothing behind.
// Equal calls of equal libraries with equal [Options.Seed] and without a
// time-out give equal answers.
//
// Not promised: that Z3 looks for an interrupt often enough. It does in its
// search; a Check may be late by what is done between two looks. Assert and
// the reading of values cannot be interrupted. Nor is the memory of a
// solver bounded: Z3's limit is one for all contexts (see LimitMemory), and
// the next solver has no answer. A server that must not go down with a query solves in a
// process of its own.
//
// # Traps
//
// Each of these was met in Z3 4.8.12, and each has a test.
//
//   - Z3's error handler ends the process. Without a handler an error is its
//     code alone (its invoke_error_handler looks for NULL), so the handler is
//     taken away at once, and the code is read after every call that can fail.
//     No Go function is ever called from C.
//   - NULL for a term, a closed context, and an object whose last reference is
//     gone are a SIGSEGV. Nil and closed are errors of Go's; every object,
//     sorts too, is referenced in the call that makes it, and terms are kept
//     until Close.
//   - Deep terms overflow the stack of C. There is a bound to their depth, and
//     they are translated without recursion.
//   - An interrupt that comes before the search is lost. One that comes in the
//     moment in which it begins is too, and Z3_solver_interrupt, which works
//     once per search, is then lost for good. So Z3_interrupt is repeated, from
//     a goroutine that has ended before Check returns.
//   - A check that ends without an answer while Z3 still takes up assertions may lose
//     some of them. So it takes them up before the steps are counted, and a solver
//     that was stopped in any other way begins anew; see takeUp and renew.
//   - An interrupt that comes after the search is kept, and makes the next call
//     fail, which may be that for the model. So it is taken back; see settle.
//   - For the time of a check Z3 puts its own handler of the interrupt key in
//     place of Go's. Its parameter ctrl_c prevents it.
//   - "canceled" is the reason for an interrupt, a time-out and a resource limit
//     alike. Time is therefore kept in Go alone, by which it is also known what
//     ended; Z3's own timer costs a thread and more time than a small check.
//   - An assumption must be a literal. For any other term it is a proxy, a
//     constant that implies the term. Z3 likes to make true again what was true
//     before, so the proxies that are not assumed are assumed to be false.
//   - Z3_mk_solver chooses a tactic by the look of the formula; see newSolver.
//   - In a model, Z3 compares arrays with the index sort Bool wrongly; see equal
//     and doubt.
//   - A zero byte ends a name in C, so that two names could become one. Names
//     stay in Go: constants are numbered.
//   - The loader crashes on a library that was cut off, and waits for a pipe; see
//     loadable. A library that lacks a function, or is no libz3, is an error
//     before any of it is called.
//   - A value need not be a rational number. Only what is written as one is read.
//
// # Fixed points
//
// The same holds for them, and this beside:
//
//   - Spacer has no number of steps among its parameters. The context has, and
//     Spacer keeps to it. See newLimitedHandle.
//   - Slicing of rules (xform.slice) loses conditions in Z3 4.8.12: what does not
//     follow is said to. It is turned off.
//   - With equalities that it propagates (spacer.eq_prop) Z3 4.8.12 may end in a
//     segmentation fault. This is turned off, too.
//   - Equations of arrays of arrays may end the process; see projectable.
//   - Spacer's code is intricate, and an Unsat of it is a claim about all traces
//     that nobody can run. So the condition that it has found is read, and each
//     rule is checked against it by a plain solver; see certify. What does not
//     pass the check is an *[Incomplete].
//   - What Spacer cannot take, such as a division by a variable, is an error of
//     the query and not of the rule, with the rule in the message. The first line
//     of it is the reason of an *[Incomplete].
//   - A query that was interrupted leaves Z3's object in an unknown state, so
//     each Query makes its own.
//   - A query that ran out of memory leaves Spacer's object such that its destruction
//     ends the process (4.8.12). So neither it nor its context is given back.
//
// # Threads and memory
//
// A goroutine may change its thread between two calls. Z3 allows that: its
// contexts, the error code included, know no thread. Memory of Go reaches C
// only as arguments, which purego keeps alive for the call, and C keeps none
// of it. The C library keeps freed memory for each thread, some 17 MB with
// glibc, so that a process seems to grow until all its threads have solved
// something.
//
// This package is not part of the supported API, and may change.
package z3
