package interp_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ops"
)

// valuesFor returns literals that the operands of an operator may be.
func valuesFor(o ops.Op) []string {
	operand, _ := o.Operand(0)
	switch operand.Role {
	case ops.Truth:
		return []string{"true", "false"}
	case ops.Number, ops.Comparand:
		return []string{"1", "2", "3"}
	}
	return nil
}

// always reports whether a clause with a, b and c in it holds for all values.
func always(t *testing.T, clause string, values []string) bool {
	t.Helper()
	var all strings.Builder
	for _, a := range values {
		for _, b := range values {
			for _, c := range values {
				all.WriteString(strings.NewReplacer("$a", a, "$b", b, "$c", c).Replace(clause) + "\n")
			}
		}
	}
	m := model(t, "(model (var x Bool) (transition t (params) (pre\n"+all.String()+") (post)))", nil)
	return len(interp.New(m).Pre(state(t, m, `{"x":true}`), call(t, m, `{}`))) == 0
}

// The laws in the table are those of the evaluation: each that a row states
// holds for all values, and each that it does not state fails for some.
func TestLawsOfOperators(t *testing.T) {
	for _, o := range ops.All() {
		values, i := valuesFor(o), o.Info()
		if values == nil || !o.IsOperator() {
			continue
		}
		law := func(name string, stated bool, format string, words ...any) {
			clause := fmt.Sprintf(format, words...)
			if got := always(t, clause, values); got != stated {
				t.Errorf("%s: %s: the table says %t, and %s is always true: %t", o, name, stated, clause, got)
			}
		}
		if !o.Takes(2) {
			continue
		}
		law("commutative", i.Commutative, "(= (%[1]s $a $b) (%[1]s $b $a))", o)
		if i.Result == i.Operands[0].Role {
			law("associative", i.Associative, "(= (%[1]s (%[1]s $a $b) $c) (%[1]s $a (%[1]s $b $c)))", o)
		}
		if o.Compares() {
			law("chained", i.Chained, "(= (%[1]s $a $b $c) (and (%[1]s $a $b) (%[1]s $b $c)))", o)
		}
		if i.Negation != ops.None {
			law("negation", true, "(= (not (%s $a $b)) (%s $a $b))", o, i.Negation)
		}
		if i.Mirror != ops.None {
			law("mirror", true, "(= (%s $a $b) (%s $b $a))", o, i.Mirror)
		}
		if i.Dual != ops.None {
			law("dual", true, "(= (not (%s $a $b)) (%s (not $a) (not $b)))", o, i.Dual)
		}
	}
}

// If an operand of a connective becomes true, its polarity says what the result
// may become.
func TestPolarityOfOperators(t *testing.T) {
	for _, o := range ops.All() {
		for n := range o.Info().Operands {
			operand, _ := o.Operand(n)
			if operand.Role != ops.Truth || o.Info().Result == ops.Number {
				continue
			}
			with := func(value string) string {
				args := []string{"$a", "$b", "$c"}[:max(o.Info().Min, n+1)]
				args[n] = value
				if first, _ := o.Operand(0); first.Role == ops.Binding {
					args[0] = "(m (array 1 2))"
				}
				return "(" + o.String() + " " + strings.Join(args, " ") + ")"
			}
			for polarity, clause := range map[ops.Polarity]string{
				ops.Positive: "(=> " + with("false") + " " + with("true") + ")",
				ops.Negative: "(=> " + with("true") + " " + with("false") + ")",
			} {
				if got := always(t, clause, []string{"true", "false"}); got != (operand.Polarity == polarity) {
					t.Errorf("operand %d of %s has the polarity %d, and %s is always true: %t", n+1, o, operand.Polarity, clause, got)
				}
			}
		}
	}
}
