package importer

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/mantrac/mantrac/lang/document"
)

// vsCodeLog is the format in which VS Code keeps the sessions of its chat: the
// first line has the session as it was, and each line after it a change. The
// session that results is read; pointers lead into it, and not into a line.
var vsCodeLog = &format{
	name:      "vscode-log",
	about:     "chat sessions as VS Code stores them: a snapshot and its changes",
	recognise: isVSCodeLog,
	open:      func(r *reading) handler { return &changes{reading: r} },
}

// The kinds of lines.
const (
	snapshot = 0 // {"v": the session}
	set      = 1 // {"k": path, "v": value}
	push     = 2 // {"k": path of a list, "v": what is added, "i": where it is cut off before}
	remove   = 3 // {"k": path}
)

func isVSCodeLog(v document.Value) int {
	kind, ok := v.Get("kind").Int()
	switch {
	case !ok || kind < snapshot || kind > remove:
		return 0
	case kind == snapshot:
		return isVSCode(v.Get("v"))
	case v.Get("k").IsList():
		return 2
	}
	return 0
}

type changes struct {
	*reading
	session any
	from    int  // the line of the snapshot
	half    bool // a change has half a surrogate pair
}

func (c *changes) gathers() {}

func (c *changes) record(v document.Value) error {
	kind, ok := v.Get("kind").Int()
	if !ok || kind < snapshot || kind > remove {
		return c.problem(c.at(v), "the record is not a change: its kind is not 0, 1, 2 or 3")
	}
	// close overwrites the flag of the record.
	half := c.halves
	// A snapshot begins another session.
	if kind == snapshot {
		if err := c.close(); err != nil {
			return err
		}
		c.half = false
	}
	c.half = c.half || half
	var value any
	if x := v.Get("v"); x.Given() {
		var err error
		if value, err = tree(x.Raw()); err != nil {
			return c.problem(c.at(v), "the change cannot be read: %v", err)
		}
	}
	if kind == snapshot {
		c.session, c.from = value, c.line
		return nil
	}
	if c.session == nil {
		return c.problem(c.at(v), "a change precedes its session")
	}
	path := v.Get("k")
	// Each part of the path is a level of the session, which must be read again later.
	if path.Len() > document.MaxValueDepth {
		return c.problem(c.at(v), "the change cannot be made: its path has more than %d parts", document.MaxValueDepth)
	}
	changed, err := change(c.session, elements(path), func(old any) (any, error) { return changedTo(kind, v, old, value) })
	if err != nil {
		return c.problem(c.at(v), "the change cannot be made: %v", err)
	}
	c.session = changed
	return nil
}

// tree decodes a value so that it can be changed.
func tree(raw string) (x any, err error) {
	d := json.NewDecoder(bytes.NewReader(document.Bytes(raw)))
	d.UseNumber()
	err = d.Decode(&x)
	return x, err
}

// removed stands for a value that is taken out.
type removed struct{}

// changedTo returns what becomes of a value.
func changedTo(kind int, v document.Value, old, value any) (any, error) {
	switch kind {
	case remove:
		return removed{}, nil
	case set:
		return value, nil
	}
	list, is := old.([]any)
	if !is && old != nil {
		return nil, errors.New("expected a list")
	}
	// The list is cut before something is added.
	if at := v.Get("i"); at.Given() {
		n, ok := at.Int()
		if !ok || n < 0 || n > len(list) {
			return nil, fmt.Errorf("the list has no element %s", at.Raw())
		}
		list = list[:n]
	}
	more, _ := value.([]any)
	return append(list, more...), nil
}

// change changes what a path leads to, and returns the whole.
func change(x any, path []document.Value, to func(any) (any, error)) (any, error) {
	if len(path) == 0 {
		return to(x)
	}
	switch x := x.(type) {
	case map[string]any:
		name := scalar(path[0])
		y, err := change(x[name], path[1:], to)
		if err != nil {
			return nil, err
		}
		if _, gone := y.(removed); gone {
			delete(x, name)
		} else {
			x[name] = y
		}
		return x, nil
	case []any:
		i, ok := path[0].Int()
		if !ok || i < 0 || i > len(x) {
			return nil, fmt.Errorf("the list has no element %s", path[0].Raw())
		}
		// An index one past the end adds an element.
		if i == len(x) {
			x = append(x, nil)
		}
		y, err := change(x[i], path[1:], to)
		if err != nil {
			return nil, err
		}
		// Elements after it keep their places.
		if _, gone := y.(removed); gone {
			y = nil
		}
		x[i] = y
		return x, nil
	// A missing member is made, as a path may lead through it.
	case nil:
		return change(make(map[string]any), path, to)
	}
	return nil, fmt.Errorf("%s is not a member of what it changes", path[0].Raw())
}

// close reads the session as it is at the end.
func (c *changes) close() error {
	if c.session == nil {
		return nil
	}
	text, err := json.Marshal(c.session)
	c.session, c.halves = nil, c.half
	// Pointers lead into the session, which is no line.
	d := &document.Document{Base: c.base("")}
	if err == nil {
		err = d.Parse(string(text))
	}
	// A problem is reported at the line of the snapshot.
	c.line = c.from
	if err != nil {
		return c.problem(c.at(d.Root()), "the session cannot be put together: %v", err)
	}
	c.line = 0
	return (&vsChats{c.reading}).record(d.Root())
}
