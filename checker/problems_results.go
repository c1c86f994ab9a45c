package checker

import (
	"cmp"
	"strings"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
)

// resultOutsidePost is (result r) where there is no answer.
type resultOutsidePost struct {
	At    source.Span
	Place place
}

// Diagnose implements [diag.Problem].
func (p resultOutsidePost) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0450", p.At, "`result` is allowed in `post`, not in %s", placeNames[p.Place])
	if p.Place == inPre {
		d.Notef("a precondition is about the state before the call, and the answer comes after it")
	} else {
		d.Notef("a goal is about the final state, which has no answer")
	}
	d.Helpf("keep what the answer says in a state variable: `(= (next v) (result r))` in `post`; or ask with `(seen v)` whether an answer gave it")
	return d
}

// unknownResult is (result x) of a name that `results` does not bind.
type unknownResult struct {
	At, Form   source.Span
	Name, Near string
	Known      []string
	Argument   bool // it is the name of an argument
}

// Diagnose implements [diag.Problem].
func (p unknownResult) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0451", p.At, "the transition binds no part of the answer to `%s`", p.Name)
	// The name that the tool gives the part is surer than a name that is spelt alike.
	near := cmp.Or(p.Near, spell.Nearest(p.Name, p.Known))
	switch {
	case near != "":
		d.Replace("did you mean `"+near+"`?", near)
	case p.Argument:
		d.Fix("read the argument", diag.Edit{Span: p.Form, New: "(param " + p.Name + ")"})
	default:
		d.Helpf("bind it in `(results (PATH %s))`, after `params`", p.Name)
	}
	return d
}

// resultsOverlap is two results of which one is the other or a part of it.
type resultsOverlap struct {
	At, First source.Span
	Same      bool
}

// Diagnose implements [diag.Problem].
func (p resultsOverlap) Diagnose() diag.Diagnostic {
	if p.Same {
		d := diag.Errorf("MC0452", p.At, "the part %s of the answer is bound twice", p.At.Text())
		d.Also(p.First, "the first one")
		return d
	}
	d := diag.Errorf("MC0452", p.At, "the parts %s and %s of the answer overlap", p.First.Text(), p.At.Text())
	d.Also(p.First, "the other one")
	d.Helpf("bind the smaller parts, each by its path")
	return d
}

// untypedResult is a result of which nothing tells the type.
type untypedResult struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p untypedResult) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0453", p.At, "cannot infer the type of the result `%s`", p.Name)
	d.Helpf("write its type after its name, as in `(status s String)`, or give the tool an `outputSchema`")
	return d
}

// unlistedResult is a result that the output schema of the tool does not list.
type unlistedResult struct {
	At         source.Span
	Tool, Name string
	Listed     []string // what there is instead
}

// Diagnose implements [diag.Problem].
func (p unlistedResult) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0457", p.At, "the output schema of `%s` lists no `%s`", p.Tool, p.Name)
	switch {
	case strings.HasPrefix(p.Name, "/"):
		d.Replace("write a JSON Pointer in quotes", `"`+p.Name+`"`)
		return d
	case p.At.Text() == p.Name:
		known(&d, p.Name, p.Listed, "it lists")
		return d
	}
	d.Notef("it lists %s", quotedNames(p.Listed))
	if near := spell.Nearest(p.Name, p.Listed); near != "" {
		d.Helpf("did you mean `%s`?", near)
	}
	return d
}

// tiedTwice is a second tie of one result.
type tiedTwice struct {
	At, First source.Span
	Name      string
}

// Diagnose implements [diag.Problem].
func (p tiedTwice) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0454", p.At, "the result `%s` is tied twice", p.Name)
	d.Also(p.First, "the first tie")
	d.Notef("a tie says what the answer gives, and an answer gives one value")
	d.Helpf("if it is one or the other, tie it to `(if CONDITION A B)`")
	return d
}

// lateEffect is an effect of a result that is tied to the state after the call.
type lateEffect struct {
	At, Tie source.Span
	Value   string
}

// Diagnose implements [diag.Problem].
func (p lateEffect) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0455", p.At, "an assignment cannot use a result that is tied to the state after the call")
	d.Also(p.Tie, "tied here")
	d.Helpf("write what the call assigns in place of `%s`", diag.Excerpt(p.At.Text()))
	return d
}

// staleTie is a tie to a leaf that the call changes, without next.
type staleTie struct {
	At, Ref      source.Span
	Tool, Result string
}

// Diagnose implements [diag.Problem].
func (p staleTie) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0850", p.At, "`%s` is tied to `%s` as it is before the call, and the call changes it", p.Result, p.At.Text())
	d.Notef("what a tie reads is the state before the call; `(next …)` is the state after it")
	d.Fix("tie it to the next value", diag.Edit{Span: p.Ref, New: "(next " + p.Ref.Text() + ")"})
	return d
}

// emptyAnswer is a relation over results all of which are tied.
type emptyAnswer struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p emptyAnswer) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0851", p.At, "if the tied values break this, no answer is possible, and the call cannot happen")
	d.Notef("every result in it is tied, so that it restricts the state without being a precondition")
	d.Helpf("write it about the state in `pre`, or remove the tie")
	return d
}

// seenOfOther is (seen …) of something that no tie gives a value of.
type seenOfOther struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p seenOfOther) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0456", p.At, "`seen` takes a state variable, a field of one, or the value of a key of a map")
	d.Notef("a record is seen field by field; anything else is not a value of the state")
	return d
}

// neverSeen is (seen …) of what no answer gives.
type neverSeen struct {
	At   source.Span
	Name string
}

// Diagnose implements [diag.Problem].
func (p neverSeen) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0852", p.At, "`%s` is never true, since no transition ties a result to it", p.Name)
	d.Helpf("tie a result of the tool that shows it: `(= (result r) …)`")
	return d
}

// seenByElement is (seen (get m k)) of a map that answers give for the elements of
// lists only.
type seenByElement struct {
	At, Tie   source.Span
	Name, Map string
}

// Diagnose implements [diag.Problem].
func (p seenByElement) Diagnose() diag.Diagnostic {
	d := diag.Lintf("MC0853", p.At, "`%s` is never true, since `%s` is tied for the elements of a list only", p.Name, p.Map)
	d.Also(p.Tie, "tied for each element")
	d.Notef("`seen` remembers the key of a result that is tied by itself, and no keys of elements")
	d.Helpf("tie a result of a tool that shows one key: `(= (result r) (get %s (param k)))`; or ask whether the list was looked at, with a variable that this call sets", p.Map)
	return d
}
