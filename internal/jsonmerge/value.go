package jsonmerge

import (
	"bytes"
	"encoding/json"
	"strings"
)

// A value is a JSON value in its text.
type value struct {
	text    string // the document
	start   int
	end     int
	entries []entry // of an object or array
	keys    []string
}

// An entry is a member of an object, or an element of an array.
type entry struct {
	lead, start int // where the white space before it begins, and the entry
	name        string
	value       *value
}

func (v *value) raw() string       { return v.text[v.start:v.end] }
func (v *value) is(open byte) bool { return v.text[v.start] == open }
func (e entry) raw() string        { return e.value.text[e.start:e.value.end] }
func (e entry) space() string      { return e.value.text[e.lead:e.start] }

// plain returns the value without layout, so that equal values are equal texts.
func (v *value) plain() string {
	var b bytes.Buffer
	if err := json.Compact(&b, []byte(v.raw())); err != nil {
		return v.raw()
	}
	return b.String()
}

// parse reads a document, or returns nil if it is not JSON.
func parse(text string) *value {
	if !json.Valid([]byte(text)) {
		return nil
	}
	p := parser{text: text}
	p.space()
	return p.value()
}

// A parser reads what is known to be JSON.
type parser struct {
	text string
	at   int
}

func (p *parser) space() {
	p.at = len(p.text) - len(strings.TrimLeft(p.text[p.at:], " \t\r\n"))
}

func (p *parser) value() *value {
	v := &value{text: p.text, start: p.at}
	switch p.text[p.at] {
	case '{', '[':
		p.list(v)
	case '"':
		for p.at++; p.text[p.at] != '"'; p.at++ {
			if p.text[p.at] == '\\' {
				p.at++
			}
		}
		p.at++
	default:
		for p.at < len(p.text) && !strings.ContainsRune(",]} \t\r\n", rune(p.text[p.at])) {
			p.at++
		}
	}
	v.end = p.at
	return v
}

// list reads an object or an array, of which the cursor is at the bracket.
func (p *parser) list(v *value) {
	object := p.text[p.at] == '{'
	for {
		p.at++ // behind a bracket or a comma
		e := entry{lead: p.at}
		p.space()
		if e.start = p.at; p.text[p.at] == '}' || p.text[p.at] == ']' {
			break // of an empty list
		}
		if object {
			_ = json.Unmarshal([]byte(p.value().raw()), &e.name)
			p.space()
			p.at++ // the colon
			p.space()
		}
		e.value = p.value()
		v.entries = append(v.entries, e)
		p.space()
		if p.text[p.at] != ',' {
			break
		}
	}
	p.at++
}

// closing returns the white space before the closing bracket.
func (v *value) closing() string {
	inner := v.text[v.start+1 : v.end-1]
	return inner[len(strings.TrimRight(inner, " \t\r\n")):]
}
