package ast

import (
	"slices"
	"strings"

	"github.com/mantrac/mantrac/lang/source"
)

// A Waiver is a comment `@allow CLASS(TARGET) REASON -- AUTHOR`: a person takes
// responsibility for a change that a gate forbids (see mantrac help diff).
// Without a target it is about the form below it.
type Waiver struct {
	Span   source.Span // of the comment
	Class  string      // looser, stricter or unknown
	Target string      // the address of what changes; "" for the form below
	Reason string
	Author string

	// Fault is what is wrong with the comment; "" if nothing is.
	Fault string
}

// waiverMarker is what the comment begins with.
const waiverMarker = "@allow"

// WaiverClasses are the classes of changes that a waiver can allow.
var WaiverClasses = []string{"looser", "stricter", "unknown"}

// Waivers returns the waivers of the file, in order.
func (f *File) Waivers() []Waiver {
	var list []Waiver
	for comment := range f.commentsWith(waiverMarker) {
		if w, ok := ReadWaiver(comment); ok {
			list = append(list, w)
		}
	}
	return list
}

// YAMLWaivers returns the waivers in the comment lines of a YAML file.
func YAMLWaivers(f *source.File) []Waiver {
	var list []Waiver
	start := 0
	for line := range strings.Lines(f.Text()) {
		text := strings.TrimRight(line, "\r\n")
		if indent := len(text) - len(strings.TrimLeft(text, " \t")); strings.HasPrefix(text[indent:], "#") {
			if w, ok := ReadWaiver(f.Span(start+indent, start+len(text))); ok {
				if w.Target == "" && w.Fault == "" {
					w.Fault = "in this file it has to name what changes, as in @allow looser(case/NAME)"
				}
				list = append(list, w)
			}
		}
		start += len(line)
	}
	return list
}

// ReadWaiver reads a comment as a waiver: `; @allow …`, or in YAML `# @allow …`.
func ReadWaiver(comment source.Span) (Waiver, bool) {
	body := strings.TrimSpace(strings.TrimLeft(comment.Text(), ";# \t"))
	rest, ok := strings.CutPrefix(body, waiverMarker)
	// A longer word, such as @allowed, is no waiver.
	if !ok || rest != "" && !strings.ContainsAny(rest[:1], " \t(") {
		return Waiver{}, false
	}
	w := Waiver{Span: comment}
	rest = strings.TrimSpace(rest)
	end := strings.IndexAny(rest, " \t(")
	if end < 0 {
		end = len(rest)
	}
	w.Class, rest = rest[:end], strings.TrimSpace(rest[end:])
	if inner, ok := strings.CutPrefix(rest, "("); ok {
		target, after, closed := strings.Cut(inner, ")")
		if !closed {
			w.Fault = "the parenthesis after the class is not closed"
			return w, true
		}
		w.Target, rest = strings.TrimSpace(target), after
	}
	w.Reason, w.Author = signed(rest)
	switch {
	case !slices.Contains(WaiverClasses, w.Class):
		w.Fault = "expected looser, stricter or unknown after @allow"
	case w.Reason == "":
		w.Fault = "it gives no reason"
	case w.Author == "":
		w.Fault = "it names no author"
	}
	return w, true
}

// signed splits `REASON -- AUTHOR`; a dash may be long.
func signed(text string) (reason, author string) {
	for _, dash := range []string{" -- ", " — ", " – "} {
		// With blanks around the text, a dash at either end is found, too.
		if i := strings.LastIndex(" "+text+" ", dash); i >= 0 {
			padded := " " + text + " "
			return strings.TrimSpace(padded[:i]), strings.TrimSpace(padded[i+len(dash):])
		}
	}
	return strings.TrimSpace(text), ""
}

// Below returns the form that follows the comment and those right after it; the
// zero span where there is none.
func (w Waiver) Below() source.Span {
	text, at := w.Span.File.Text(), w.Span.End
	for at < len(text) {
		switch c := text[at]; {
		case c == ';':
			at = lineEnd(text, at)
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case c == '(':
			return w.Span.File.Span(at, FormEnd(text, at))
		default:
			return source.Span{}
		}
	}
	return source.Span{}
}

func lineEnd(text string, at int) int {
	if i := strings.IndexByte(text[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(text)
}

// FormEnd returns where the form that begins with a parenthesis at a place of a
// text ends.
func FormEnd(text string, at int) int {
	depth := 0
	for at < len(text) {
		switch text[at] {
		case ';':
			at = lineEnd(text, at)
			continue
		case '"':
			// A string ends with its line at the latest.
			for at++; at < len(text) && text[at] != '"' && text[at] != '\n'; at++ {
				if text[at] == '\\' {
					at++
				}
			}
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return at + 1
			}
		}
		at++
	}
	return len(text)
}
