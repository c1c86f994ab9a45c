package lsp

import (
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
)

// A specimen is a model. It can be inspected if neither it nor a suite about it
// has an error.
type specimen struct {
	path, text string
	suites     []string
	wrong      bool // there are errors; text is "" then
}

// specimens returns the models of a project. They are the same until the
// settings change, and nobody changes the list: no request has to hash the files
// of a project again.
func (v *view) specimens(o settings) []specimen {
	v.specimensMu.Lock()
	defer v.specimensMu.Unlock()
	if v.specimensOf == nil || *v.specimensOf != o {
		v.specimensOf, v.specimenList = &o, nil
		for _, m := range v.result.Models {
			v.specimenList = append(v.specimenList, v.newSpecimen(m, o))
		}
	}
	return v.specimenList
}

// specimen returns one of them.
func (v *view) specimen(m *checker.Model, o settings) specimen {
	for _, s := range v.specimens(o) {
		if s.path == modelPath(m) {
			return s
		}
	}
	return specimen{path: modelPath(m), wrong: true}
}

func (v *view) newSpecimen(m *checker.Model, o settings) specimen {
	s := specimen{path: modelPath(m), wrong: diag.Tally(m.Diagnostics).Errors > 0}
	d := newDigest()
	d.add(v.worldOf(m, o))
	for _, suite := range v.result.Suites {
		if suite.Model != m {
			continue
		}
		s.wrong = s.wrong || diag.Tally(suite.Diagnostics).Errors > 0
		s.suites = append(s.suites, suitePath(suite))
		d.add(suitePath(suite))
		for _, k := range suite.Cases {
			d.add(v.meaning(k.Decl.Header))
			d.add(v.textOf("", k))
		}
	}
	if !s.wrong {
		s.text = d.sum()
	}
	return s
}
