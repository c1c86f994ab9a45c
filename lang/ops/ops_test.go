package ops_test

import (
	"strings"
	"testing"

	"github.com/mantrac/mantrac/lang/ops"
)

func TestEachRowIsComplete(t *testing.T) {
	seen := make(map[string]ops.Op)
	for _, o := range ops.All() {
		i := o.Info()
		if i.Word == "" || i.Family == 0 || i.Doc == "" || i.Page == "" || len(i.Operands) == 0 {
			t.Errorf("row %d lacks a part: %+v", o, i)
		}
		if was, ok := seen[i.Word]; ok {
			t.Errorf("%s is the word of %d and %d", i.Word, was, o)
		}
		seen[i.Word] = o
		if ops.Lookup(o.String()) != o {
			t.Errorf("%s is not found by its word", o)
		}
		if !strings.HasSuffix(i.Doc, ".") || strings.Contains(strings.TrimSuffix(i.Doc, "."), ". ") {
			t.Errorf("%s: its documentation is not one sentence: %q", o, i.Doc)
		}
	}
	for _, word := range []string{"", "xor", "call"} {
		if o := ops.Lookup(word); o != ops.None {
			t.Errorf("%q is found as %s", word, o)
		}
	}
}

// The operands of a row agree with its arity: an operand that is not there has
// no description, and one that is there has one.
func TestOperandsAgreeWithTheArity(t *testing.T) {
	for _, o := range ops.All() {
		i := o.Info()
		if i.Max > 0 && (len(i.Operands) != i.Max || i.Min > i.Max) {
			t.Errorf("%s takes %d to %d operands and describes %d", o, i.Min, i.Max, len(i.Operands))
		}
		for n := range 6 {
			if _, ok := o.Operand(n - 1); ok && n > 0 && i.Max > 0 && n > i.Max {
				t.Errorf("%s describes operand %d of at most %d", o, n, i.Max)
			} else if n > 0 && !ok && o.Takes(n) {
				t.Errorf("%s takes %d operands and does not describe the last one", o, n)
			}
		}
		if o.Takes(i.Min-1) || !o.Takes(i.Min) || i.Max > 0 && o.Takes(i.Max+1) {
			t.Errorf("%s takes another number of operands than %d to %d", o, i.Min, i.Max)
		}
	}
	if _, ok := ops.None.Operand(0); ok {
		t.Error("no operator has an operand")
	}
}

// A partner has the operator as its own partner.
func TestPartners(t *testing.T) {
	for _, o := range ops.All() {
		i := o.Info()
		for name, partner := range map[string]func(*ops.Info) ops.Op{
			"negation": func(i *ops.Info) ops.Op { return i.Negation },
			"mirror":   func(i *ops.Info) ops.Op { return i.Mirror },
			"dual":     func(i *ops.Info) ops.Op { return i.Dual },
		} {
			if p := partner(i); p != ops.None && partner(p.Info()) != o {
				t.Errorf("the %s of %s is %s, whose %s is %s", name, o, p, name, partner(p.Info()))
			}
		}
		if i.Commutative && i.Mirror != ops.None && i.Mirror != o {
			t.Errorf("%s is commutative and has the mirror %s", o, i.Mirror)
		}
	}
}

func TestSignatures(t *testing.T) {
	for o, want := range map[ops.Op]string{
		ops.And: "(and CLAUSE …)", ops.Implies: "(=> IF THEN)", ops.Less: "(< LEFT RIGHT …)", ops.Sub: "(- NUMBER …)",
		ops.Record: "(record (FIELD VALUE) …)", ops.Field: "(field RECORD FIELD)", ops.Array: "(array VALUE …)",
	} {
		if got := o.Signature(); got != want {
			t.Errorf("%s, expected %s", got, want)
		}
	}
}
