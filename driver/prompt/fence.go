package prompt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
)

// Fence returns a text between two lines that it cannot contain:
//
//	<<<manual 3f2a9c81
//	…
//	3f2a9c81 manual>>>
//
// The token is made from the text, so that the same text has the same fence.
func Fence(name, text string) string {
	token := ""
	// The hash is taken again if the text happens to contain it.
	for n := 0; token == "" || strings.Contains(text, token); n++ {
		sum := sha256.Sum256(fmt.Appendf(nil, "%d %s %s", n, name, text))
		token = hex.EncodeToString(sum[:6])
	}
	// The line end before the closing fence must not be doubled.
	return fmt.Sprintf("<<<%s %s\n%s\n%s %s>>>", name, token, strings.TrimRight(text, "\n"), token, name)
}
