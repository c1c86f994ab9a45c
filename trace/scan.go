package trace

import (
	"time"
	"unicode/utf8"

	"github.com/mantrac/mantrac/lang/document"
)

// A scanner reads events in one pass over the line, if all members are known
// and what they should be, and their names have no escapes: as [Writer] and the
// json.dumps of Python write them. It refuses anything else, which is then read
// in the general way.
type scanner struct {
	s    string
	at   int
	args document.Reader
	f    *fields
	had  uint32 // the members that have been read
}

// scan reads an event.
func (c *scanner) scan(line string, into *fields) bool {
	c.s, c.at, c.f, c.had = line, 0, into, 0
	// The strings are read as UTF-8; the general way reports what is not.
	if c.next() != '{' || !utf8.ValidString(line) {
		return false
	}
	*into = fields{}
	for more := true; more; {
		if c.at++; !c.member() {
			return false
		}
		end := c.next()
		if more = end == ','; !more && end != '}' {
			return false
		}
	}
	c.at++
	// A zero byte in the line looks like its end; the offset tells them apart.
	if c.next() != 0 || c.at < len(line) || into.Kind == "" && into.Tool == "" {
		return false
	}
	into.finish()
	return true
}

// next passes over white space and returns the byte after it, 0 at the end.
func (c *scanner) next() byte {
	for ; c.at < len(c.s); c.at++ {
		// The first comparison decides for nearly all bytes.
		if x := c.s[c.at]; x > ' ' || x != ' ' && x != '\t' && x != '\r' && x != '\n' {
			return x
		}
	}
	return 0
}

// member reads a member.
func (c *scanner) member() bool {
	name, ok := c.name()
	if !ok {
		return false
	}
	f := c.f
	// Which of two members of one name counts is for the general way to say.
	switch name {
	case "seq":
		return c.first(1<<0) && c.int(&f.Seq)
	case "turn":
		return c.first(1<<1) && c.int(&f.Turn)
	case "group":
		return c.first(1<<2) && c.int(&f.Group)
	case "step":
		return c.first(1<<3) && c.int(&f.Step)
	case "agent":
		return c.first(1<<4) && c.text(&f.Agent)
	case "requestor":
		return c.first(1<<5) && c.text(&f.Requestor)
	case "id":
		return c.first(1<<6) && c.text(&f.CallID)
	case "tool":
		return c.first(1<<7) && c.text(&f.Tool)
	case "text":
		return c.first(1<<8) && c.text(&f.Text)
	case "kind":
		return c.first(1<<9) && word(c, &f.Kind, Call, Result, Message, Approval)
	case "status":
		return c.first(1<<10) && word(c, &f.Status, OK, Failed, Rejected, Pending)
	case "start":
		return c.first(1<<11) && c.time(&f.Start)
	case "end":
		return c.first(1<<12) && c.time(&f.End)
	case "args":
		return c.first(1<<13) && c.object()
	case "at":
		return c.first(1<<14) && c.pointer()
	}
	return false
}

// first reports whether a member, which has a bit of its own, has not been read before.
func (c *scanner) first(bit uint32) bool {
	again := c.had&bit != 0
	c.had |= bit
	return !again
}

// name reads the name of a member, the colon, and the white space around them.
func (c *scanner) name() (string, bool) {
	if c.next() != '"' {
		return "", false
	}
	from := c.at + 1
	to := from
	for to < len(c.s) && c.s[to] != '"' { // a name is short
		to++
	}
	if to == len(c.s) {
		return "", false
	}
	name := c.s[from:to]
	c.at = to + 1
	if c.next() != ':' {
		return "", false
	}
	c.at++
	c.next()
	return name, true
}

// int reads a whole number of up to nine digits.
func (c *scanner) int(into *int) bool {
	from, n := c.at, 0
	// The subtraction wraps around below '0', so that one comparison is enough.
	for c.at < len(c.s) && c.s[c.at]-'0' <= 9 {
		n = n*10 + int(c.s[c.at]-'0')
		c.at++
	}
	size := c.at - from
	*into = n
	// JSON has no leading zeros.
	return size > 0 && size < 10 && (size == 1 || c.s[from] != '0')
}

func (c *scanner) text(into *string) bool {
	s, size := document.ScanString(c.s[c.at:])
	*into = s
	c.at += size
	return size > 0
}

// word reads one of the words given.
func word[T ~string](c *scanner, into *T, words ...T) bool {
	var s string
	if !c.text(&s) {
		return false
	}
	for _, w := range words {
		if string(w) == s {
			*into = w
			return true
		}
	}
	return false
}

func (c *scanner) time(into *time.Time) bool {
	var s string
	if !c.text(&s) {
		return false
	}
	t, err := time.Parse(time.RFC3339Nano, s)
	*into = t
	return err == nil
}

// object reads the arguments.
func (c *scanner) object() bool {
	from := c.at
	args, size, err := c.args.Object(c.s[from:])
	c.at += size
	c.f.args, c.f.argText = args, c.s[from:c.at]
	return err == nil
}

// pointer reads the place of the event in the file that it is from.
func (c *scanner) pointer() bool {
	if c.next() != '{' {
		return false
	}
	c.f.At, c.f.placed = Pointer{}, true
	c.at++
	if c.next() == '}' {
		c.at++
		return true
	}
	for {
		name, ok := c.name()
		switch {
		case !ok:
			return false
		case name == "line":
			ok = c.first(1<<15) && c.int(&c.f.At.Line)
		case name == "path":
			ok = c.first(1<<16) && c.text(&c.f.At.Path)
		default:
			return false
		}
		end := c.next()
		c.at++
		if !ok || end != ',' {
			return ok && end == '}'
		}
	}
}
