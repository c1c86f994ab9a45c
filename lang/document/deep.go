package document

// deepSize measures the list or object that a text begins with, however deeply
// it is nested, in memory of one byte a level. It returns a fault, and its
// offset, if the value is not JSON.
func deepSize(text string) (size int, fault string) {
	d := deep{text: text}
	d.open()
	for d.fault == "" && len(d.closing) > 0 {
		d.element()
	}
	return d.at, d.fault
}

// A deep passes over a value without recursion.
type deep struct {
	text    string
	at      int
	closing []byte // of the open lists and objects
	first   bool   // the innermost has no value yet
	fault   string
}

// next returns the next character after white space, 0 at the end.
func (d *deep) next() byte {
	for d.at < len(d.text) {
		switch c := d.text[d.at]; c {
		case ' ', '\t', '\n', '\r':
			d.at++
		default:
			return c
		}
	}
	return 0
}

func (d *deep) open() {
	d.closing = append(d.closing, d.text[d.at]+2) // of both kinds of brackets
	d.first = true
	d.at++
}

// element passes over the end of the innermost list or object, or its next value.
func (d *deep) element() {
	end := d.closing[len(d.closing)-1]
	c := d.next()
	if c == end {
		d.at++
		d.closing, d.first = d.closing[:len(d.closing)-1], false
		return
	}
	if !d.first {
		if c != ',' {
			d.fault = "expected a comma, or the end of the list or object"
			return
		}
		d.at++
		d.next()
	}
	if end == '}' {
		d.name()
	}
	d.first = false
	d.value()
}

func (d *deep) name() {
	if d.fault = d.string(); d.fault != "" {
		return
	}
	if d.next() != ':' {
		d.fault = "expected a colon"
		return
	}
	d.at++
}

func (d *deep) string() string {
	if d.next() != '"' {
		return "expected a string"
	}
	size, _, _, fault := scanString(d.text[d.at:])
	d.at += size
	return fault
}

func (d *deep) value() {
	if d.fault != "" {
		return
	}
	switch d.next() {
	case '{', '[':
		d.open()
		return
	case '"':
		d.fault = d.string()
		return
	}
	rest := d.text[d.at:]
	size := numberSize(rest)
	if size == 0 {
		size = notANumber(rest)
	}
	for _, w := range []string{"true", "false", "null"} {
		if size == 0 && len(rest) >= len(w) && rest[:len(w)] == w {
			size = len(w)
		}
	}
	if size == 0 {
		d.fault = "expected a value"
	}
	d.at += size
}
