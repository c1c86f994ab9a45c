package compiler

import (
	"math/big"
	"testing"

	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/lang/like"
)

// Numbers after those of all classes are of the first class, however large they are.
func TestClassesOfNumbers(t *testing.T) {
	n := &names{}
	n.divide(&system.Texts{Classes: make([]like.Class, 3)})
	for _, c := range []struct {
		id   *big.Int
		want int
	}{
		{big.NewInt(0), 1},
		{big.NewInt(perClass), 2},
		{big.NewInt(2 * perClass), 0},
		{new(big.Int).Lsh(big.NewInt(1), 64), 0}, // whose lower 64 bits are those of 0
	} {
		if got := n.classOf(c.id); got != c.want {
			t.Errorf("%v is of the class %d, expected %d", c.id, got, c.want)
		}
	}
}
