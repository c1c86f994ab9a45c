package completion

import (
	"strings"

	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// Files of tools in YAML are completed as those in JSON are: their lines are
// read into the same frames, by indentation. Flow collections are read as far as
// lists of words on one line.

var yamlLine = lazyregexp.New(`^(?:"([^"]*)"|([\w$.-]+)):(?:[ \t]+(.*))?$`)

// A yamlReader reads the lines of a text.
type yamlReader struct {
	stack []yamlLevel // innermost last
	place jsonPlace
}

// A yamlLevel is a collection that is not closed yet, at its column.
type yamlLevel struct {
	column int
	frame  *jsonFrame
}

// yamlToolPlace finds out where an offset is in a file of tools. It needs no
// text that is well formed, and reads all of it, so that keys after the cursor
// are known.
func yamlToolPlace(text string, offset int) jsonPlace {
	r := yamlReader{place: jsonPlace{from: offset, to: offset}}
	start := 0
	for line := range strings.SplitSeq(text, "\n") {
		end := start + len(line)
		content := strings.TrimRight(line, " \t\r")
		// The line of the cursor is read only up to the cursor.
		if start <= offset && offset <= end {
			r.cursor(text[start:offset], offset)
		} else if trimmed := strings.TrimLeft(content, " "); trimmed != "" && trimmed[0] != '#' {
			// All other lines are read, also those after the cursor: their keys are taken.
			r.line(content)
		}
		start = end + 1
	}
	return r.place
}

// line reads a line.
func (r *yamlReader) line(content string) {
	column, rest := r.items(content)
	if m := yamlLine.FindStringSubmatch(rest); m != nil {
		f := r.mapping(column)
		// One of the two groups is empty: the key is quoted or not.
		key := m[1] + m[2]
		f.keys = append(f.keys, key)
		f.current = key
		if value := strings.Trim(m[3], `"'`); value != "" {
			f.texts[key] = value
		}
	}
}

// items opens the list items that a line begins with, and returns what follows
// them, with its column.
func (r *yamlReader) items(content string) (column int, rest string) {
	rest = strings.TrimLeft(content, " ")
	column = len(content) - len(rest)
	for rest == "-" || strings.HasPrefix(rest, "- ") {
		// Deeper collections end here. A list at this column goes on with its next item.
		r.close(func(l yamlLevel) bool { return l.column > column })
		if top := r.top(); top == nil || !top.list || r.stack[len(r.stack)-1].column < column {
			r.open(column, true)
		}
		after := strings.TrimLeft(rest[1:], " ")
		// What follows the dash is at its own column, so items can nest on one line.
		column += len(rest) - len(after)
		rest = after
	}
	return column, rest
}

// mapping returns the mapping at a column, which is opened if it is not there.
func (r *yamlReader) mapping(column int) *jsonFrame {
	// A list at the column of a key ends before the key.
	r.close(func(l yamlLevel) bool { return l.column > column || l.column == column && l.frame.list })
	if top := r.top(); top == nil || top.list || r.stack[len(r.stack)-1].column < column {
		r.open(column, false)
	}
	return r.top()
}

func (r *yamlReader) top() *jsonFrame {
	if len(r.stack) == 0 {
		return nil
	}
	return r.stack[len(r.stack)-1].frame
}

func (r *yamlReader) close(done func(yamlLevel) bool) {
	for len(r.stack) > 0 && done(r.stack[len(r.stack)-1]) {
		r.stack = r.stack[:len(r.stack)-1]
	}
}

func (r *yamlReader) open(column int, list bool) {
	r.stack = append(r.stack, yamlLevel{column, newFrame(r.top(), list)})
}

// cursor notes where the cursor is, after the given part of its line.
func (r *yamlReader) cursor(before string, offset int) {
	column, rest := r.items(before)
	if yamlWord.MatchString(rest) {
		r.place.from = offset - len(rest)
		// An item of these lists is a word, not the first key of a mapping.
		if top := r.top(); top != nil && top.list && (top.key == "required" || top.key == "enum") {
			r.place.frame = top
			return
		}
		r.place.frame, r.place.isKey = r.mapping(column), true
		return
	}
	// The added blank lets the pattern match a key with an empty value.
	m := yamlLine.FindStringSubmatch(strings.TrimRight(rest, " ") + " ")
	if m == nil || strings.Contains(rest, " #") {
		return
	}
	f := r.mapping(column)
	f.keys, f.current = append(f.keys, m[1]+m[2]), m[1]+m[2]
	value := strings.TrimLeft(rest[strings.Index(rest, ":")+1:], " ")
	r.place.frame, r.place.key = f, f.current
	if words, ok := strings.CutPrefix(value, "["); ok {
		// A flow list: the word after the last comma is being typed.
		r.place.frame = newFrame(f, true)
		value = strings.TrimLeft(words[strings.LastIndexByte(words, ',')+1:], " ")
	}
	r.place.from = offset - len(value)
}

var yamlWord = lazyregexp.New(`^[\w-]*$`)
