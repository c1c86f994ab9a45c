package main

import (
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/validate"
	"github.com/mantrac/mantrac/validate/behaviour"
)

// same tells whether two versions of a project accept the same runs of the model, with
// models that allow the same ones from the starts of the cases.
func (b *bench) same(old, new *edit.Set) (bool, error) {
	if old.Models[0] != new.Models[0] && modelText(old) != modelText(new) {
		c, err := behaviour.Compare(b.ctx, versionOf(old), versionOf(new), behaviour.Options{Options: b.options})
		if err != nil {
			return false, err
		}
		if c.Whole.Class() != behaviour.Equal {
			return false, nil
		}
	}
	for _, p := range behaviour.MatchCases(old.Suites, new.Suites, nil) {
		if p.Old == nil || p.New == nil {
			return false, nil
		}
		if p.Old.Case == p.New.Case {
			continue
		}
		if initText(p.Old.Case) != initText(p.New.Case) {
			return false, nil
		}
		// Equal acceptance is implication both ways.
		for _, way := range [][2]*behaviour.CaseRef{{p.Old, p.New}, {p.New, p.Old}} {
			if same, err := b.implied(way[0], way[1]); err != nil || !same {
				return false, err
			}
		}
	}
	return true, nil
}

// implied reports whether every run of the model that one version of a case accepts
// passes the checks of the other version.
func (b *bench) implied(of, by *behaviour.CaseRef) (bool, error) {
	had := make(map[string]bool)
	for _, c := range of.Case.Checks {
		had[of.Suite.TextOf(of.Case, c.Form)] = true
	}
	var edits []edit.Edit
	for i, c := range by.Case.Checks {
		// A check that both versions have is implied.
		if text := by.Suite.TextOf(by.Case, c.Form); !had[text] {
			name := fmt.Sprintf("other_%d", i)
			edits = append(edits, edit.Edit{Op: edit.Add, At: edit.At("case", of.Name(), "check", name), Text: "(" + name + " " + text + ")"})
		}
	}
	session := validate.NewSession(b.options)
	for _, e := range edits {
		r, err := edit.Apply(&edit.Set{Suites: []*checker.Suite{of.Suite}}, []edit.Edit{e}, edit.ApplyOptions{Brief: true})
		if err != nil {
			return false, err
		}
		s := r.Set.Suites[0]
		for _, k := range s.Cases {
			if k.Decl.Name().Name != of.Name() {
				continue
			}
			check := k.Checks[len(k.Checks)-1]
			for _, c := range k.Checks {
				if strings.HasPrefix(c.Name.Name, "other_") {
					check = c
				}
			}
			// An omission is a run that passes all other checks and fails this one.
			f, err := session.Ask(b.ctx, system.NewScenario(s, k), system.Query{Kind: system.Omission, Check: check})
			if err != nil {
				return false, err
			}
			if f.Answer != validate.None {
				return false, nil
			}
		}
	}
	return true, nil
}

func versionOf(s *edit.Set) behaviour.Version {
	return behaviour.Version{Model: s.Models[0], Suites: s.Suites}
}

func modelText(s *edit.Set) string { return s.Models[0].File.Tree.File.Text() }

func initText(k *checker.Case) string {
	var b strings.Builder
	for _, i := range k.Init {
		fmt.Fprintf(&b, "%s %s\n", i.Var.Name(), i.Value)
	}
	return b.String()
}
