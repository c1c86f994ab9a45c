package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

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
	return each(list, func(d diag.Diagnostic) string {
		k := key{hash: lineHash(d)}
		if !d.Primary.IsZero() {
			k.file = d.Primary.File.Name()
		}
		seen[k]++
		return fmt.Sprintf("%s:%d", k.hash, seen[k])
	})
}

func lineHash(d diag.Diagnostic) string {
	line := ""
	if !d.Primary.IsZero() {
		line = strings.TrimSpace(d.Primary.File.Line(d.Primary.From(source.Bytes).Line))
	}
	sum := sha256.Sum256([]byte(strings.Join([]string{string(d.Code), d.Message, line}, "\x00")))
	return hex.EncodeToString(sum[:8])
}
