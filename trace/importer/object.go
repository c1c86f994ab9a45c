package importer

import (
	"errors"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// An objectReader reads a document that is an object, member by member, from a
// stream. What it has read is kept until it comes to a list that the format of
// the document streams; the elements of that list are records, and not kept.
type objectReader struct {
	*reading
	s     *document.Stream
	line  int // where the object begins
	kept  strings.Builder
	lines int  // line ends in kept
	over  bool // what had to be kept was too much
	taken bool // a list has been streamed
}

// keep copies what has been read, with line ends for those before it, so that
// lines can be counted in the copy.
func (o *objectReader) keep(text string) {
	// After a list was streamed, or once too much had to be kept, nothing more is needed.
	if o.over || o.taken {
		return
	}
	if o.kept.Len()+len(text) > o.s.Limit() {
		o.over = true
		o.kept.Reset()
		return
	}
	// Line ends before the text are kept, so that places of syntax errors are right.
	if before := o.s.LineNumber() - o.line - strings.Count(text, "\n") - o.lines; before > 0 {
		o.kept.WriteString(strings.Repeat("\n", before))
		o.lines += before
	}
	o.lines += strings.Count(text, "\n")
	o.kept.WriteString(text)
}

// read reads the object.
func (o *objectReader) read() error {
	o.s.Skip(1)
	o.keep("{")
	for n := 0; ; n++ {
		c, ok := o.s.Next()
		if ok && c == '}' {
			o.s.Skip(1)
			o.keep("}")
			return o.whole()
		}
		if ok && n > 0 {
			if c != ',' {
				return o.lost(o.s, "a comma or `}` between the members of an object")
			}
			o.s.Skip(1)
			o.keep(",")
			c, ok = o.s.Next()
		}
		if !ok {
			return o.cut()
		}
		if c != '"' {
			return o.lost(o.s, "the name of a member")
		}
		if end, err := o.member(); err != nil || end {
			return err
		}
	}
}

// cut reports that the file ends inside the object.
func (o *objectReader) cut() error {
	return o.cutOff(o.s, trace.Pointer{Line: o.reading.line, Path: o.base("")})
}

// member reads a member; end says that nothing can be read after it.
func (o *objectReader) member() (end bool, err error) {
	key, err := o.s.Value()
	if err != nil {
		return true, o.failed(err)
	}
	o.keep(key)
	c, ok := o.s.Next()
	if !ok {
		return true, o.cut()
	}
	if c != ':' {
		return true, o.lost(o.s, "a colon")
	}
	o.s.Skip(1)
	o.keep(":")
	if c, ok = o.s.Next(); !ok {
		return true, o.cut()
	}
	// A large list is only streamed if the document so far is complete.
	if name, _ := document.ScanString(key); c == '[' && name != "" && !o.taken && !o.over && o.streamed(name) {
		return o.list(name)
	}
	text, err := o.s.Value()
	if errors.Is(err, document.ErrTooLarge) {
		// The value was skipped, and the next member can be read.
		o.over = true
		return false, nil
	}
	if err != nil {
		return true, o.failed(err)
	}
	o.keep(text)
	return false, nil
}

// failed reports why a value ends too early.
func (o *objectReader) failed(err error) error {
	if errors.Is(err, document.ErrTooLarge) {
		return o.problem(trace.Pointer{Line: o.reading.line, Path: o.base("")}, "the name of a member is %v", err)
	}
	return o.cut()
}

// streamed reports whether a format that may be that of the document streams
// this member.
func (o *objectReader) streamed(name string) bool {
	// With a fixed format no other can stream.
	if o.fixed != nil {
		return o.fixed.streams == name
	}
	return slices.ContainsFunc(formats, func(f *format) bool { return f.streams == name })
}

// list reads a list that may be streamed.
func (o *objectReader) list(name string) (end bool, err error) {
	o.s.Skip(1)
	var h streamer
	count := 0
	err = o.elements(o.s, "/"+name, func(text, place string, line int) error {
		count++
		// The first element decides whether the list is streamed.
		if count == 1 {
			var err error
			if h, err = o.openStream(name, text); err != nil {
				return err
			}
		}
		if h == nil {
			// The list belongs to a document that is kept, so its brackets are kept as well.
			if count == 1 {
				o.keep("[" + text)
			} else {
				o.keep("," + text)
			}
			return nil
		}
		v, err := o.parse(text, place, line)
		// What is wrong with the element has been reported.
		if err != nil || v == (document.Value{}) {
			return err
		}
		return h.element(v)
	})
	switch {
	case count == 0:
		o.keep("[]")
	case h == nil:
		o.keep("]")
	}
	return o.ended, err
}

// openStream opens a handler for the elements of a list, of which the first is
// given; nil if the document is of a format that does not stream it.
func (o *objectReader) openStream(name, first string) (streamer, error) {
	var d document.Document
	d.Base = o.base("")
	// The first element may be broken by itself.
	if d.Parse(o.kept.String()+"["+first+"]}") != nil && d.Parse(o.kept.String()+"[]}") != nil {
		return nil, nil
	}
	f := o.fixed
	if f == nil {
		f = recognise(d.Root())
	}
	if f == nil || f.streams != name {
		return nil, nil
	}
	o.taken = true
	if err := o.closeHandler(); err != nil {
		return nil, err
	}
	// The handler is chosen by the document as far as it is.
	if _, err := o.choose(d.Root()); err != nil {
		return nil, err
	}
	h := o.h.(streamer)
	h.head(d.Root())
	return h, nil
}

// whole reads the object as one record, if it has not been streamed.
func (o *objectReader) whole() error {
	switch {
	case o.taken:
		return nil
	case o.over:
		return o.problem(trace.Pointer{Line: o.reading.line, Path: o.base("")}, "the document is %v: more than %d bytes", document.ErrTooLarge, o.s.Limit())
	}
	return o.parsed(o.kept.String(), "", o.line)
}
