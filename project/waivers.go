package project

import (
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
)

// MalformedWaiverCode is the code of malformedWaiver.
const MalformedWaiverCode diag.Code = "MC0810"

// malformedWaiver is a comment `@allow …` that allows nothing: a gate refuses it.
type malformedWaiver struct{ Waiver ast.Waiver }

// Diagnose implements [diag.Problem].
func (p malformedWaiver) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0810", p.Waiver.Span, "this `@allow` comment is not a waiver: %s", p.Waiver.Fault)
	d.Notef("the form is `@allow CLASS REASON -- AUTHOR` or `@allow CLASS(KEY) REASON -- AUTHOR`; CLASS is looser, stricter or unknown")
	return d
}

// malformed returns the findings in the waivers of a file, no more than are shown.
func malformed(list []ast.Waiver) []diag.Diagnostic {
	list = slices.DeleteFunc(list, func(w ast.Waiver) bool { return w.Fault == "" })
	found := lists.Map(list[:min(len(list), maxShown)], func(w ast.Waiver) diag.Diagnostic { return diag.Of(malformedWaiver{w}) })
	if len(list) > maxShown {
		file := list[0].Span.File
		found = append(found, diag.Of(checker.TooMany{At: file.Span(0, 0), Shown: maxShown, All: len(list), Worst: diag.Error}))
	}
	return found
}
