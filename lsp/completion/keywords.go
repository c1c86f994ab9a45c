package completion

import (
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
)

// A Word is what the language knows about a word at the head of a list, or of
// a type: how it is applied, where what is in capitals is to be replaced, and
// what it means, in a sentence.
type Word struct{ text, Shape, Meaning string }

// WordOf returns what the tables say of a word. One that expressions and checks
// share is that of a check where inCheck says so. It is zero for other words.
func WordOf(text string, inCheck bool) Word {
	if f := forms.Lookup(text); f != forms.None && (inCheck || ops.Lookup(text) == ops.None) {
		return wordOfForm(f)
	}
	if o := ops.Lookup(text); o != ops.None {
		return wordOfOp(o)
	}
	i := keywords.Lookup(text).Info()
	return Word{i.Word, i.Signature, i.Doc}
}

func wordOfForm(f forms.Form) Word { return Word{f.String(), f.Signature(), f.Info().Doc} }

func wordOfOp(o ops.Op) Word { return Word{o.String(), o.Signature(), o.Info().Doc} }
