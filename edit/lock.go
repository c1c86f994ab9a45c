package edit

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/mantrac/mantrac/internal/jsontext"
)

// A Lock says that a thing is as a person decided: no automated edit may touch
// it. What is locked is named by its address and by its content.
//
// A lock covers what the thing means: its text, and the declarations of the
// constants, variables, parameters and groups that it reads. Who calls the tools of
// its patterns, or the tool whose precondition it is, belongs to it: a pattern sees the
// calls of the owner, and a precondition of the user's tool is nothing that an agent
// can break. An edit touches what is
// locked if it removes or replaces it, something that it is in, or something in
// it, adds something to it, or gives it another name; and if it removes, replaces
// or adds to a declaration that it reads. It may be moved or laid out anew, and
// names that it uses may be renamed: the lock goes along.
type Lock struct {
	At     Address   // with the file
	Text   string    // the source on one line
	Author string    // who decided
	Time   time.Time // when
	Reason string    // why
	// Uses are the declarations that the thing reads, by their addresses without
	// the file, as they were; "" for who calls a tool of whose owner nothing is said.
	Uses map[string]string
}

// A Record says that a person changed what is locked.
type Record struct {
	At     Address // of the lock, with the file
	Before string  // what was locked
	After  string  // what is there since; "" if it was removed
	Author string
	Time   time.Time
	Reason string
}

// A lockDocument is a file of locks.
type lockDocument struct {
	Version int           `json:"version"`
	Locks   []lockEntry   `json:"locks"`
	ByHand  []recordEntry `json:"by_hand,omitempty"`
}

type lockEntry struct {
	At     string    `json:"at"`
	Text   string    `json:"text"`
	Author string    `json:"author"`
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`

	Uses map[string]string `json:"uses,omitempty"`
}

type recordEntry struct {
	At     string    `json:"at"`
	Before string    `json:"before"`
	After  string    `json:"after"`
	Author string    `json:"author"`
	Time   time.Time `json:"time"`
	Reason string    `json:"reason"`
}

// WriteLocks returns locks and records as a document that locks.schema.json
// describes: locks by address, records as they come.
func WriteLocks(locks []Lock, records []Record) ([]byte, error) {
	doc := lockDocument{Version: version, Locks: []lockEntry{}}
	for _, l := range locks {
		doc.Locks = append(doc.Locks, lockEntry{l.At.String(), l.Text, l.Author, l.Time.UTC().Truncate(time.Second), l.Reason, l.Uses})
	}
	for _, r := range records {
		doc.ByHand = append(doc.ByHand, recordEntry{r.At.String(), r.Before, r.After, r.Author, r.Time.UTC().Truncate(time.Second), r.Reason})
	}
	slices.SortFunc(doc.Locks, func(a, b lockEntry) int { return strings.Compare(a.At, b.At) })
	return jsontext.Indented(doc)
}

// ReadLocks reads a document that locks.schema.json describes.
func ReadLocks(data []byte) ([]Lock, []Record, error) {
	var doc lockDocument
	d := json.NewDecoder(strings.NewReader(string(data)))
	d.DisallowUnknownFields()
	if err := d.Decode(&doc); err != nil {
		return nil, nil, fmt.Errorf("expected a document of locks: line %d: %s", jsontext.FaultLine(data, err), jsontext.Fault(err))
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, nil, errors.New("data after the top-level value")
	}
	if doc.Version != version {
		return nil, nil, fmt.Errorf("the member `version` is not %d", version)
	}
	if doc.Locks == nil {
		return nil, nil, errors.New("the member `locks` is not a list")
	}
	var list []Lock
	for i, l := range doc.Locks {
		at, err := ParseAddress(l.At)
		switch {
		case err != nil:
			return nil, nil, fmt.Errorf("lock %d: %w", i+1, err)
		case at.File == "":
			return nil, nil, fmt.Errorf("lock %d: the address names no file", i+1)
		case l.Text == "" || l.Reason == "":
			return nil, nil, fmt.Errorf("lock %d: `text` or `reason` is missing", i+1)
		}
		list = append(list, Lock{at, Compact(l.Text), l.Author, l.Time, l.Reason, l.Uses})
	}
	var records []Record
	for i, r := range doc.ByHand {
		at, err := ParseAddress(r.At)
		if err != nil || at.File == "" || r.Reason == "" {
			return nil, nil, fmt.Errorf("entry %d of `by_hand`: `at` or `reason` is missing or wrong", i+1)
		}
		records = append(records, Record{at, Compact(r.Before), Compact(r.After), r.Author, r.Time, r.Reason})
	}
	return list, records, nil
}

// NewLock returns a lock on what an address names in a set. A set of several
// files may need the file in the address.
func NewLock(s *Set, at Address, author, reason string, now time.Time) (Lock, error) {
	t, err := readable(s.withModels(), nil)
	if err != nil {
		return Lock{}, err
	}
	// The resolver finds the file as it does for an edit; its faults are the error.
	r := &resolver{tree: t}
	d := r.document(0, &Edit{At: at})
	if d == nil {
		return Lock{}, &Refused{r.faults}
	}
	x := d.nodes[At(at.Path...).String()]
	if x == nil {
		r.absent(&target{edit: &Edit{At: at}, kind: at.Kind(), doc: d})
		return Lock{}, &Refused{r.faults}
	}
	return Lock{At: at.In(d.name), Text: x.text(nil), Author: author, Time: now, Reason: reason, Uses: t.uses(x)}, nil
}

// Located returns locks with the addresses that what they are on has now, where
// it is as they say: a clause may have another index since.
func Located(s *Set, locks []Lock) ([]Lock, error) {
	t, err := readable(s, nil)
	if err != nil {
		return nil, err
	}
	list := slices.Clone(locks)
	for i, l := range list {
		if x := t.locked(l); x != nil && x.text(nil) == l.Text {
			list[i].At.Path = x.path
		}
	}
	return list, nil
}

// A LockState is what has become of what is locked.
type LockState string

// The states.
const (
	Held      LockState = "held"      // it is there, perhaps at another index
	Changed   LockState = "changed"   // there is something else
	Redefined LockState = "redefined" // it is there, and a name in it is declared otherwise
	Gone      LockState = "gone"      // there is nothing
)

// States returns what has become of what locks are on, in a set.
func States(s *Set, locks []Lock) ([]LockState, error) {
	t, err := readable(s.withModels(), nil)
	if err != nil {
		return nil, err
	}
	list := make([]LockState, len(locks))
	for i, l := range locks {
		list[i], _ = t.state(l)
	}
	return list, nil
}

// state returns what has become of what a lock is on, and that.
func (t *tree) state(l Lock) (LockState, *node) {
	x := t.locked(l)
	switch {
	case x == nil:
		return Gone, nil
	case x.text(nil) != l.Text:
		return Changed, x
	}
	if _, y := t.redefined(l, x); y != nil {
		return Redefined, x
	}
	return Held, x
}

// locked returns what a lock is on: for a clause the one with its text, if
// that is in the list, else what is at the address; or nil.
func (t *tree) locked(l Lock) *node {
	for _, d := range t.docs {
		if d.name != l.At.File {
			continue
		}
		x := d.nodes[At(l.At.Path...).String()]
		if l.At.Kind().indexed() && (x == nil || x.text(nil) != l.Text) {
			if list := d.listAt(l.At); list != nil {
				if i := slices.IndexFunc(list.items, func(y *node) bool { return y.text(nil) == l.Text }); i >= 0 {
					return list.items[i]
				}
			}
		}
		return x
	}
	return nil
}

// refuseLocked reports the edits that touch what is locked.
func (p *plan) refuseLocked(locks []Lock) {
	for _, l := range locks {
		c, ok := p.tree.covered(l)
		// The text of the lock is gone, so there is nothing to protect; see [States].
		if !ok {
			continue
		}
		for _, t := range p.targets {
			switch {
			case !p.breaks(t, c):
				continue
			case t.redefines(c.read):
				p.fault(t.index, "at", "`%s` is locked, and reads this: %s", l.At, l.Reason)
			default:
				p.fault(t.index, "at", "`%s` is locked: %s", l.At, l.Reason)
			}
			p.faults[len(p.faults)-1].Locked = true
			p.note("locked by %s on %s", l.Author, l.Time.UTC().Format(time.DateOnly))
			p.note("it is `%s`", brief(l.Text))
		}
	}
	slices.SortStableFunc(p.faults, func(a, b Fault) int { return a.Edit - b.Edit })
}

// overridden returns the locks that the edits touch, with what is there after
// them.
func (p *plan) overridden(locks []Lock, after *Set) []Record {
	var list []Record
	for _, l := range locks {
		c, ok := p.tree.covered(l)
		if !ok || !slices.ContainsFunc(p.targets, func(t *target) bool { return p.breaks(t, c) }) {
			continue
		}
		r := Record{At: l.At, Before: l.Text}
		// If what is locked is removed there is no such lock, and After stays empty.
		for _, now := range p.relocked([]Lock{l}, after) {
			r.After = now.Text
		}
		list = append(list, r)
	}
	return list
}

// touches reports whether an edit touches what is locked at a place.
func (t *target) touches(place string) bool {
	around, inside := strings.HasPrefix(place, t.place()), strings.HasPrefix(t.place(), place)
	switch t.edit.Op {
	case Remove, Replace:
		return around || inside
	case Add:
		return inside
	case Rename:
		// A new local name leaves the key of a parameter as it is.
		return inside && !t.kind.local()
	}
	return false
}

// renamesIn reports whether a renaming of a name of an enum, which is one in
// every declaration of that enum, is one of something in a place.
func (p *plan) renamesIn(t *target, place string) bool {
	if t.edit.Op != Rename || t.kind != EnumName {
		return false
	}
	for _, d := range p.tree.docs {
		for _, x := range d.nodes {
			if x.kind == EnumName && x.sym == t.node.sym && strings.HasPrefix(x.place(), place) {
				return true
			}
		}
	}
	return false
}

// relocked returns the locks as they are after the edits: what they are on may
// be at another index, and use other names. Locks on what an edit by hand
// has removed are gone.
func (p *plan) relocked(locks []Lock, after *Set) []Lock {
	if len(locks) == 0 {
		return nil
	}
	now := newTree(after.withModels(), nil)
	var list []Lock
	for _, l := range locks {
		c, ok := p.tree.covered(l)
		// A lock that does not hold stays as it is. One on a file elsewhere gets its declarations anew.
		if !ok || c.place == "" {
			if ok {
				l.Uses = now.usedElsewhere(l.Uses)
			}
			list = append(list, l)
			continue
		}
		x := p.tree.locked(l)
		// This is what it becomes; locked finds a clause with that text at whatever index.
		l.At.Path, l.Text = p.pathAfter(x), x.text(p.renames)
		if t := p.replaced[x]; t != nil {
			l.Text = t.text.compact
		}
		if y := now.locked(l); y != nil {
			l.At.Path, l.Text, l.Uses = y.path, y.text(nil), now.uses(y)
			list = append(list, l)
		}
	}
	return list
}

// pathAfter returns the path of a node with the names that things have after
// the edits.
func (p *plan) pathAfter(x *node) []string {
	path := slices.Clone(x.path)
	for n := 2; n <= len(path); n++ {
		// The segment of a parameter is the tool's name for it, which no edit renames.
		if y := x.doc.nodes[At(x.path[:n]...).String()]; y != nil && !y.kind.local() && y.sym.role != noRole {
			path[n-1] = p.renames.of(y.sym)
		}
	}
	return path
}
