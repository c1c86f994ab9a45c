package importer

import "github.com/mantrac/mantrac/trace"

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
	"made-id":             "a call without an id was given one from its position",
	"duplicate-id":        "calls have the same id; the later ones got ids of their own, and results belong to the last call before them",
	"paired-by-order":     "a result does not say which call it answers; it was taken for that of the first call before it that has none",
	"result-before-call":  "a result stands before its call",
	"result-without-call": "a result answers a call that is not in the trace",
	"second-result":       "a call has several results; the first says how it ended",
	"no-mark":             "results lack the mark of failure that their format has",
	"error-by-text":       "a call was taken to have failed because of how its result begins",
	"unknown-role":        "somebody speaks whose role is unknown",
	"duplicate-name":      "a name stands twice in the arguments of a call; the last value was taken",
	"absent-args":         "a call has no arguments in the log",
	"invalid-args":        "the arguments of a call are no JSON object",
	"partial-args":        "an argument is beyond the limits of numbers or nesting, NaN, or half a surrogate pair; its value is taken as not known",
	"redacted-args":       "arguments were taken to be redacted",
	"not-text":            "a part of a message is no text and was left out: an image, a thought",
	"not-a-number":        "NaN or an infinity stands where JSON has a number",
	"half-pair":           "half a surrogate pair stands in a string; it was read as U+FFFD",
	"duplicate-trace":     "traces have the same id; the later ones got ids of their own",
	"merged-span":         "a call stands in several spans; it was taken once",
	"no-order":            "nothing says in which order events happened; that of the file was taken",
	"switched-format":     "a record is of another format than those before it",
	"history-elsewhere":   "an answer continues another one, whose items are not in the record",
	"bad-reference":       "a message or an attachment is named that is not in the log, or not taken from it because there are too many",
	"left-out":            "a record has nothing that belongs to a trace and was passed over",
}

// note notes something by its code.
func (r *reading) note(code string, at trace.Pointer) {
	r.notes.add(code, noteMessages[code], at)
}
