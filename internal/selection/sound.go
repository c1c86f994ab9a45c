package selection

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/project"
)

// Sound returns the models and suites that arguments name. A model with an error
// in a suite about it is left out: it is not known what its cases reach. The error
// is about the arguments.
func Sound(o *Checked) (*Selection, error) {
	all, errs := o.Asked, o.Errs
	s := &Selection{Unreadable: errs}
	if len(all)+len(o.Models) == 0 && len(errs) == 0 {
		return s, errors.New("no models (*.wm) and no suites (*.checks) found")
	}
	s.Blocked = o.blockers(all, o.Diagnostics)
	for _, d := range o.Diagnostics {
		if d.Severity == diag.Error && slices.ContainsFunc(o.Models, func(m *checker.Model) bool { return inModel(m, d) }) {
			s.Blocked = append(s.Blocked, d)
		}
	}
	// Both sources may list the same error.
	s.Blocked = diag.Canonical(s.Blocked)
	models, suites, left := o.sound(o.Models, all, o.Diagnostics)
	for _, name := range left {
		s.Left = append(s.Left, fmt.Errorf("%s: skipped: it has errors, or a suite about it has", project.Shown(name)))
	}
	s.Models, s.Suites, s.Bad = models, suites, len(errs) > 0 || len(left) > 0
	return s, nil
}

// sound returns the models without errors all suites about which have none
// either, with these suites, and the names of what is left out: of a model
// with a suite that cannot be read it is not known what its cases reach.
func (o *Options) sound(asked []*checker.Model, all []*checker.Suite, list []diag.Diagnostic) (models []*checker.Model, suites []*checker.Suite, left []string) {
	wrong := make(map[*checker.Model]bool)
	for _, s := range all {
		if s.Model == nil {
			left = append(left, s.File.Tree.File.Name())
			continue
		}
		wrong[s.Model.Plain()] = wrong[s.Model.Plain()] || !o.usable(s, list)
		if !slices.ContainsFunc(asked, s.IsAbout) {
			asked = append(asked[:len(asked):len(asked)], s.Model.Plain())
		}
	}
	for _, m := range asked {
		if wrong[m.Plain()] || slices.ContainsFunc(list, func(d diag.Diagnostic) bool { return d.Severity == diag.Error && inModel(m, d) }) {
			left = append(left, m.File.Tree.File.Name())
			wrong[m.Plain()] = true
			continue
		}
		models = append(models, m)
	}
	suites = lists.Filter(all, func(s *checker.Suite) bool { return s.Model != nil && !wrong[s.Model.Plain()] })
	return models, suites, left
}

// inModel reports whether a finding is in a model's file.
func inModel(m *checker.Model, d diag.Diagnostic) bool {
	return !d.Primary.IsZero() && d.Primary.File.Name() == m.File.Tree.File.Name()
}
