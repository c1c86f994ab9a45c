package locks

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/edit"
)

// Merge returns the locks and records of a folder of which two versions have
// changed. A lock that a side has taken away or changed is as that side has it,
// and what a side has added is there.
func Merge(base, ours, theirs *File) *File {
	out := &File{dir: ours.dir}
	for _, o := range ours.Locks {
		b, t := same(base.Locks, o), same(theirs.Locks, o)
		switch {
		case b != nil && t == nil:
			continue // they have taken it away
		case b != nil && fmt.Sprint(o) == fmt.Sprint(*b):
			// Ours has not changed it: it is as theirs has it.
			o = *t
		}
		out.Locks = append(out.Locks, o)
	}
	for _, t := range theirs.Locks {
		if same(base.Locks, t) == nil && same(ours.Locks, t) == nil {
			out.Locks = append(out.Locks, t)
		}
	}
	out.Records = slices.Clone(ours.Records)
	for _, t := range theirs.Records {
		if !slices.ContainsFunc(ours.Records, func(o edit.Record) bool { return fmt.Sprint(o) == fmt.Sprint(t) }) {
			out.Records = append(out.Records, t)
		}
	}
	return out
}

// same returns the lock of a list on what another one is on, at whatever index,
// or nil.
func same(list []edit.Lock, l edit.Lock) *edit.Lock {
	// The text tells clauses apart, whose indices may differ on the two sides.
	i := slices.IndexFunc(list, func(o edit.Lock) bool { return o.Text == l.Text && withoutIndex(o.At) == withoutIndex(l.At) })
	if i < 0 {
		return nil
	}
	return &list[i]
}

func withoutIndex(a edit.Address) string {
	if a.Index() >= 0 {
		a.Path = a.Path[:len(a.Path)-1]
	}
	return a.String()
}

// Renamed returns the locks with those on one file of the folder as locks on
// another.
func (f *File) Renamed(from, to string) *File {
	out := &File{dir: f.dir, Locks: slices.Clone(f.Locks), Records: slices.Clone(f.Records)}
	for i, l := range out.Locks {
		if l.At.File == from {
			out.Locks[i].At = l.At.In(to)
		}
	}
	for i, r := range out.Records {
		if r.At.File == from {
			out.Records[i].At = r.At.In(to)
		}
	}
	return out
}
