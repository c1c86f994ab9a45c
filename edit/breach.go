package edit

import "github.com/mantrac/mantrac/lang/source"

// A Breach is what is locked and not as the lock says.
type Breach struct {
	Lock  Lock
	State LockState   // Changed, Redefined or Gone
	At    source.Span // of what is there; of a declaration, where that has changed; else the start of the file
	Was   string      // of a declaration that has changed, what it was; "" if there was none
	Whole string      // what is to be at At to restore it
}

// Breaches returns the locks on files of a set that do not hold. Files with
// errors of lexis or grammar are left out: what they hold cannot be told.
func Breaches(s *Set, locks []Lock) ([]Breach, error) {
	sound := &Set{}
	for _, m := range s.Models {
		if !m.File.Broken() {
			sound.Models = append(sound.Models, m)
		}
	}
	for _, k := range s.Suites {
		if !k.File.Broken() {
			sound.Suites = append(sound.Suites, k)
		}
	}
	t, err := readable(sound.withModels(), nil)
	if err != nil {
		return nil, err
	}
	var list []Breach
	for _, l := range locks {
		for _, d := range t.docs {
			if d.name != l.At.File {
				continue
			}
			state, x := t.state(l)
			b := Breach{Lock: l, State: state, At: d.file.Tree.File.Span(0, 0)}
			switch state {
			case Held:
				continue
			case Changed:
				b.At = x.span()
			case Redefined:
				was, y := t.redefined(l, x)
				b.Was, b.At, b.Whole = was, y.span(), was
				if len(y.tokens) == 0 { // an owner that is gone, after the name of its tool
					b.Whole = b.At.Text() + " " + was
				}
			}
			list = append(list, b)
		}
	}
	return list, nil
}
