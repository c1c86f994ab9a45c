package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// fingerprintName is the one that GitHub's code scanning goes by.
const fingerprintName = "primaryLocationLineHash"

// fingerprints returns for each diagnostic a word that stays the same while
// its line moves in the file or is indented anew: a hash of code, message and
// text of the line. Equal lines have equal hashes, so a count within the file
// follows.
func fingerprints(list []diag.Diagnostic) []string {
	type key struct{ file, hash string }
	seen := make(map[key]int)
	return jsontext.Each(list, func(d diag.Diagnostic) string {
		k := key{hash: lineHash(d)}
		if !d.Primary.IsZero() {
			k.file = d.Primary.File.Name()
		}
		seen[k]++
		return fmt.Sprintf("%s:%d", k.hash, seen[k])
	})
}

func lineHash(d diag.Diagnostic) string {
	words := strings.Join([]string{string(d.Code), d.Message, lineOf(d.Primary)}, "\x00")
	sum := sha256.Sum256([]byte(words))
	return hex.EncodeToString(sum[:8])
}

// lineOf returns the line that a span starts on, without the blanks around
// it, or the neighbourhood in a line that is very long.
func lineOf(s source.Span) string {
	if s.IsZero() {
		return ""
	}
	at := s.From(source.Bytes)
	line := s.File.Line(at.Line)
	from, to := neighbourhood(line, min(at.Column-1, len(line)))
	return strings.TrimSpace(line[from:to])
}
