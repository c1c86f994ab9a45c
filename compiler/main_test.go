package compiler_test

import (
	"testing"

	"github.com/mantrac/mantrac/compiler/z3"
)

func library(t *testing.T) *z3.Library {
	t.Helper()
	lib, err := z3.Load()
	if err != nil {
		t.Skip("this asks the solver: ", err)
	}
	return lib
}
