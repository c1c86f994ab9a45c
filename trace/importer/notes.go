package importer

import (
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// notes are what was guessed in a file: one of each code.
type notes struct {
	file  string
	list  []Note
	place map[string]int
}

// add notes something at a place.
func (n *notes) add(code, message string, at trace.Pointer) {
	i, has := n.place[code]
	if !has {
		if n.place == nil {
			n.place = make(map[string]int)
		}
		i = len(n.list)
		n.place[code] = i
		n.list = append(n.list, Note{File: n.file, Code: code, Message: message, First: at})
	}
	n.list[i].Count++
}

// has reports whether something was noted.
func (n *notes) has(code string) bool {
	_, has := n.place[code]
	return has
}

// What is noted, by code.
var noteMessages = map[string]string{
	"made-id":            "a call without an id was given one from its position",
	"duplicate-id":       "calls have the same id; the later ones got ids of their own, and results belong to the last call before them",
	"paired-by-order":    "a result names no call; it was assigned to the first earlier call without a result",
	"result-before-call": "a result precedes its call",
	"many-calls":         "a trace has so many calls that results whose calls are not in it are not found",
	"second-result":      "a call has several results; the first says how it ended",
	"no-mark":            "results lack the mark of failure that their format has",
	"error-by-text":      "a call was taken to have failed because of how its result begins",
	"unknown-role":       "a message has an unknown role",
	"absent-args":        "a call has no arguments in the log",
	"invalid-args":       "the arguments of a call are not a JSON object",
	"redacted-args":      "arguments were taken to be redacted",
	"not-text":           "a part of a message is not text (an image, a thought); it was left out",
	"not-a-number":       "NaN or an infinity in place of a number",
	"half-pair":          "an unpaired surrogate in a string; it was read as U+FFFD",
	"duplicate-trace":    "traces have the same id; the later ones got ids of their own",
	"merged-span":        "a call occurs in several spans; it was read once",
	"no-order":           "the log gives no order of events; the order of the file was used",
	"switched-format":    "a record is of another format than those before it",
	"history-elsewhere":  "an answer continues another one, whose items are not in the record",
	"bad-reference":      "a reference to a message or an attachment that the log does not contain, or that was skipped because there are too many",
	"left-out":           "a record contains no part of a trace; it was skipped",
}

// unreadCodes are the codes of notes on arguments whose values cannot be read.
var unreadCodes = map[document.Cause]string{
	document.LargeNumber: "large-argument", document.DeepNesting: "deep-argument", document.NotANumber: "nan-argument",
	document.HalfPair: "half-pair-argument", document.DuplicateName: "duplicate-name",
}

// noteUnread notes the arguments of a call whose values cannot be read.
func (r *reading) noteUnread(e *trace.Event) {
	for _, u := range e.Unread {
		r.notes.add(unreadCodes[u.Why], "the value of an argument is unknown: "+string(u.Why), e.At)
	}
}

// note notes something by its code.
func (r *reading) note(code string, at trace.Pointer) {
	r.notes.add(code, noteMessages[code], at)
}
