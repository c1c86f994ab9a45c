package keywords_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
)

func TestEachRowIsComplete(t *testing.T) {
	seen := make(map[string]keywords.Place)
	for _, k := range keywords.All() {
		i := k.Info()
		if i.Word == "" || i.Place == 0 || i.Doc == "" || i.Page == "" || seen[i.Word] == i.Place {
			t.Errorf("row %d lacks a part, or its word occurs twice in one place: %+v", k, i)
		}
		seen[i.Word] = i.Place
		if keywords.LookupIn(k.String(), i.Place) != k {
			t.Errorf("%s is not found by its word", k)
		}
		if !strings.HasPrefix(strings.TrimPrefix(i.Signature, "("), i.Word) || k.IsList() != strings.HasSuffix(i.Signature, ")") {
			t.Errorf("%s has the signature %s", k, i.Signature)
		}
		if k != keywords.By && (ops.Lookup(i.Word) != ops.None || forms.Lookup(i.Word) != forms.None) {
			t.Errorf("%s is the word of an operator or a form, too", k)
		}
	}
	if got := strings.Join(keywords.Words(keywords.InCase), " "); got != "prompt init checks goal" {
		t.Errorf("the parts of a case: %s", got)
	}
}
