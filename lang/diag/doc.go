// Package diag defines the diagnostic: the value in which every tool reports a
// finding.
//
// # From a broken rule to a diagnostic
//
// Each kind of error, warning or lint is a Go type of its own, next to the
// code that detects it. The type has the facts as fields (the name that was
// used, the declaration it collides with) and one method, Diagnose, that
// turns them into words. So a rule has the same wording wherever it is
// broken, and its code is in exactly one place.
//
// # How to write one
//
//   - The message is one lower-case line without a full stop. It names the
//     broken rule and the actual values, in backquotes where they are source
//     text: "`itm` is a tool argument, not a state variable". Never "illegal",
//     never "invalid" without saying what would be valid, no first person.
//   - The primary span is the smallest text that is wrong. Other places that
//     take part are secondary spans, each with a role ("declared here").
//   - A note is a fact. Help is an action, and where the action is certain
//     enough to be taken by a machine it is a [Fix], shown as its result.
//     Its [Level] says who may apply it.
//   - One root cause is reported once; see [Canonical].
//   - The code never changes its meaning. Its page is docs/errors/CODE.md.
//
// # How to choose the level of a fix
//
// A fix is a [Suggestion] unless its author says otherwise with [Fix.As].
//
//   - [Certain] for a file that means something: it means the same afterwards.
//     `mantrac diff --behaviour` finds every tool and case equal.
//   - [Certain] for text without a meaning: every reader takes it for the new
//     text, also one who knows neither the model nor the manual. `(param itm)`
//     for a bare `itm` that is bound two lines above; a comma between two
//     forms. A near name is not certain: `did you mean` is a guess. Neither is
//     anything that adds, drops or moves a `not`, a `no_call`, a clause, a
//     check or a pin, that chooses between `and` and `or` or between `pre` and
//     `post`, or that makes a string of a bare word.
//   - [Placeholder] where the new text has a part that only the author knows,
//     such as a TYPE.
//   - [Suggestion] everything else, and in doubt. A certain fix has no
//     alternatives: where there are two readings, both are suggestions.
//
// Certain fixes of errors are applied without a person looking, also by agents
// that read only the exit code. A wrong one is worse than none.
//
// # Projections
//
// Text, plain text, JSON, SARIF and GitHub annotations are projections of
// the same list. None may lose a code, a span, a note or a fix; a test holds
// them against each other.
package diag
