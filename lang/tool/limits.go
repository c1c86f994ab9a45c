package tool

import (
	"fmt"
	"math"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
)

// What is read is bounded, so that no file takes more than a few seconds.
const (
	maxBytes  = 16 << 20 // of a file
	maxDepth  = 512      // of nested values, and of nested schemas with references followed
	maxValues = 1 << 20  // of a YAML file with its aliases written out
	maxSchema = 1 << 17  // of the nested schemas of one schema, with references followed
	maxMerged = 1 << 19  // of the properties, names and values copied to merge schemas
)

// tooMuch is MC0511: the file goes beyond a limit.
type tooMuch struct {
	at   source.Span
	what string // what goes beyond which limit
	help string
}

// Diagnose implements [diag.Problem].
func (p tooMuch) Diagnose() diag.Diagnostic {
	d := diag.Diagnostic{Code: "MC0511", Message: p.what, Primary: p.at}
	if p.help != "" {
		d.Helpf("%s", p.help)
	}
	return d
}

func tooLarge(at source.Span, bytes int) tooMuch {
	return tooMuch{
		at:   at,
		what: fmt.Sprintf("the file has %d bytes, more than the %d (16 MiB) that are read", bytes, maxBytes),
		help: "keep the tools that the model is about, and leave out the others",
	}
}

func tooDeep(at source.Span) tooMuch {
	return tooMuch{at: at, what: fmt.Sprintf("nested more than %d levels deep", maxDepth)}
}

func schemaTooLarge(at source.Span) tooMuch {
	return tooMuch{at: at, what: fmt.Sprintf("with its references followed, this schema has more than %d parts", maxSchema)}
}

func tooMuchMerging(at source.Span) tooMuch {
	return tooMuch{at: at, what: fmt.Sprintf("merging the schemas of this file by `allOf` and `$ref` copies more than %d parts", maxMerged)}
}

func badNumber(at source.Span, err error) tooMuch {
	return tooMuch{at: at, what: "a number is too large to be computed with: " + err.Error()}
}

// A measure is how large a value or a schema is, with references followed.
type measure struct{ size, height int }

// over reports whether there is more than limit, or nested too deeply.
func (m measure) over(limit int) bool { return m.size > limit || m.height > maxDepth }

// add counts a part.
func (m *measure) add(part measure) {
	m.size = min(m.size+part.size, math.MaxInt32)
	m.height = max(m.height, part.height+1)
}
