package snapshot

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
)

// A Specimen is a model. It can be inspected if neither it nor a suite about it
// has an error.
type Specimen struct {
	Path, Text string
	Suites     []string
	Wrong      bool // there are errors; text is "" then
}

// Specimens returns the models of a project. They are the same until the
// settings change, and nobody changes the list: no request has to hash the files
// of a project again.
func (v *View) Specimens(o Settings) []Specimen {
	v.specimensMu.Lock()
	defer v.specimensMu.Unlock()
	if v.specimensOf == nil || *v.specimensOf != o {
		v.specimensOf, v.specimenList = &o, nil
		for _, m := range v.Result.Models {
			v.specimenList = append(v.specimenList, v.newSpecimen(m, o))
		}
	}
	return v.specimenList
}

// Specimen returns one of them.
func (v *View) Specimen(m *checker.Model, o Settings) Specimen {
	for _, s := range v.Specimens(o) {
		if s.Path == ModelPath(m) {
			return s
		}
	}
	return Specimen{Path: ModelPath(m), Wrong: true}
}

func (v *View) newSpecimen(m *checker.Model, o Settings) Specimen {
	s := Specimen{Path: ModelPath(m), Wrong: diag.Tally(m.Diagnostics).Errors > 0}
	d := NewDigest()
	d.Add(v.worldOf(m, o))
	for _, suite := range v.Result.Suites {
		if !suite.IsAbout(m) {
			continue
		}
		s.Wrong = s.Wrong || diag.Tally(suite.Diagnostics).Errors > 0
		s.Suites = append(s.Suites, SuitePath(suite))
		d.Add(SuitePath(suite))
		for _, k := range suite.Cases {
			d.Add(v.meaning(k.Decl.Header))
			// The world is in the digest already.
			d.Add(v.textOf("", suite, k))
		}
	}
	if !s.Wrong {
		s.Text = d.Sum()
	}
	return s
}
