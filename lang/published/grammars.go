package published

import (
	"errors"
	"sync"

	"github.com/alecthomas/participle/v2"

	"github.com/mantrac/mantrac/lang/syntax"
)

// The grammars are built when they are first needed: that takes milliseconds, and
// most runs of mantrac do without.
var (
	models = sync.OnceValue(build[Model])
	suites = sync.OnceValue(build[Suite])
)

func build[G any]() *participle.Parser[G] {
	return participle.MustBuild[G](participle.Lexer(syntax.Definition{}), participle.Elide("Comment", "Space"))
}

// ReadModel reads a file of a model in the published grammar.
func ReadModel(text string) (*Model, error) { return models().ParseString("", text) }

// ReadSuite reads a file of checks in the published grammar.
func ReadSuite(text string) (*Suite, error) { return suites().ParseString("", text) }

// A production returns the offset in a text of the first token that it has no
// place for, or -1 if the text is an instance of it.
type production func(text string) int

var (
	modelFile  = of[Model](models)
	clauseText = of[Clause](models)
	exprText   = of[Expr](models)
	typeText   = of[TypeExpr](models)
	valueOf    = of[Literal](models) // of a constant

	suiteFile    = of[Suite](suites)
	partText     = of[Part](suites)
	checkText    = of[Check](suites)
	formText     = of[Form](suites)
	disjunctText = of[Disjunct](suites)
	atomText     = of[Atom](suites)
	argText      = of[Arg](suites)
	valueText    = of[Value](suites)
)

// of returns the production of P in a grammar.
func of[P, G any](grammar func() *participle.Parser[G]) production {
	// Most productions are never asked for, so that their parsers are made on demand.
	parser := sync.OnceValue(func() *participle.Parser[P] {
		p, err := participle.ParserForProduction[P](grammar())
		if err != nil {
			panic(err) // the grammar has no P, whatever the text
		}
		return p
	})
	return func(text string) int {
		_, err := parser().ParseString("", text)
		var refused participle.Error
		if errors.As(err, &refused) {
			return refused.Position().Offset
		}
		return -1
	}
}

// nowhere is the production of what the published grammar has in no place.
func nowhere(string) int { return 0 }
