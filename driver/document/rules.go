package document

import "github.com/mantrac/mantrac/internal/lazyregexp"

// obligation are the words by which English text states rules.
var obligation = lazyregexp.New(`(?i)\b(must|shall|should|may|can|cannot|only|never|always|not|no|before|after|until|first|then|if|when|unless|except|require[sd]?|needs?|ha(?:s|ve) to|ensure|at (?:least|most)|prohibited|forbidden|allowed|mandatory to)\b`)

// StatesRule reports whether a chunk has a word by which rules are stated. One without, such as
// an introduction, makes trivial tasks (seed 000, App. 0.E). It knows English alone.
func (c *Chunk) StatesRule() bool { return obligation.MatchString(c.Text) }
