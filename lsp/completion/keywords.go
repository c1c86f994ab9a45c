package completion

import (
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lsp/cursor"
)

// A Word is what the language knows about a word at the head of a list, or of
// a type: how it is applied, where what is in capitals is to be replaced, and
// what it means, in a sentence.
type Word struct{ text, Shape, Meaning string }

// wordOf returns what the tables say of a word at a place: the file, a model, or a
// part of one. Of those that a check shares with others it is that of a check where
// inCheck says so. It is zero for other words.
func wordOf(text string, inCheck bool, p keywords.Place) Word {
	f := forms.Lookup(text)
	// Some words are a form of a check, an operator and a keyword. The place decides between them.
	if f != forms.None && inCheck {
		return wordOfForm(f)
	}
	if o := ops.Lookup(text); o != ops.None {
		return wordOfOp(o)
	}
	if i := keywords.LookupIn(text, p).Info(); i.Word != "" || f == forms.None {
		return Word{i.Word, i.Signature, i.Doc}
	}
	return wordOfForm(f)
}

// WordAt returns what is known of the word that the cursor touches, which is zero
// where it is no word of the language: by itself a type, an owner or a test, and
// any word at the head of a list.
func WordAt(p cursor.Place, s Scope) Word {
	text := p.Atom.Text
	w := ExpectedAt(p, s, p.List, p.Index)
	head := p.List == nil || p.Index == 0 // a piece that opens a container has no list
	switch {
	case w.tests && forms.LookupTest(text).Bare() && !head:
		return wordOfTest(forms.LookupTest(text))
	case w.What == expectOwner && ownerMeaning(text) != "":
		return Word{text, "(by " + text + " …)", "Whose calls are meant: " + ownerMeaning(text) + "."}
	case w.What == expectEntry && text == ast.OpenWord:
		return Word{text, "(map (KEY VALUE) … open)", "Keys that are not listed are free."}
	}
	if head {
		return w.HeadOf(text, p)
	}
	// Apart from the head of a list, only words whose shape is no list have a meaning.
	if k := wordOf(text, w.What == ExpectForm, placeOf(p.Container)); k == (Word{}) || k.Shape[0] != '(' {
		return k
	}
	return Word{}
}

// HeadOf returns what is known of a word at the head of what is expected.
func (w expectation) HeadOf(text string, p cursor.Place) Word {
	if t := forms.LookupTest(text); w.tests && t != forms.NoTest && !t.Bare() {
		return wordOfTest(t)
	}
	return wordOf(text, w.What == ExpectForm, placeOf(p.Container))
}

// placeOf returns where the words of a container belong.
func placeOf(container string) keywords.Place {
	if container == keywords.Model.String() {
		return keywords.InModel
	}
	return keywords.InFile
}

func wordOfTest(t forms.Test) Word { return Word{t.String(), t.Info().Signature, t.Info().Doc} }

func wordOfForm(f forms.Form) Word { return Word{f.String(), f.Signature(), f.Info().Doc} }

func wordOfOp(o ops.Op) Word { return Word{o.String(), o.Signature(), o.Info().Doc} }
