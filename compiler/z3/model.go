package z3

import (
	"fmt"
	"math/big"

	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/lazyregexp"
)

// Truth implements [smt.Solver].
func (s *Solver) Truth(t *smt.Term) (bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t != nil && t.Sort() != smt.Bool {
		return false, fmt.Errorf("z3: the truth of a term of sort %v", t.Sort())
	}
	var value int32
	err := s.value(t, func(a z3AST) error {
		value = s.boolValue(s.c, a)
		return s.check("value")
	})
	// Z3 returns 0 where the value is neither true nor false.
	if err == nil && value == 0 {
		err = ErrNoValue
	}
	return value > 0, err
}

// Number implements [smt.Solver].
func (s *Solver) Number(t *smt.Term) (*big.Rat, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t != nil && t.Sort() != smt.Int && t.Sort() != smt.Real {
		return nil, fmt.Errorf("z3: the number of a term of sort %v", t.Sort())
	}
	var value *big.Rat
	err := s.value(t, func(a z3AST) (err error) {
		if numeral := s.isNumeral(s.c, a); !numeral {
			return ErrNoValue
		}
		text := s.numeralString(s.c, a)
		if err := s.check("value"); err != nil {
			return err
		}
		value, err = rational(text)
		return err
	})
	return value, err
}

// value calls read with the value of t in the model, while it is referenced.
func (s *Solver) value(t *smt.Term, read func(z3AST) error) error {
	switch {
	case s.closed():
		return errClosed
	case s.last != smt.Sat:
		return errNoModel
	}
	a, err := s.term(t)
	if err != nil {
		return err
	}
	if s.doubtful[t] {
		return ErrDoubtful
	}
	m, err := s.currentModel()
	if err != nil {
		return err
	}
	var v z3AST
	done := s.modelEval(s.c, m, a, true, &v)
	if err := s.check("value"); err != nil {
		return err
	}
	if !done || v == 0 {
		return fmt.Errorf("z3: the model has no value for the term")
	}
	s.incRef(s.c, v)
	defer s.decRef(s.c, v)
	return read(v)
}

// currentModel returns the model of the last Check, which Z3 makes only when
// it is asked for.
func (s *Solver) currentModel() (z3Model, error) {
	if s.model != 0 {
		return s.model, nil
	}
	m := s.solverModel(s.c, s.solver)
	if err := s.check("model"); err != nil {
		return 0, err
	}
	if m == 0 {
		return 0, errNoModel
	}
	s.modelIncRef(s.c, m)
	s.model = m
	return m, nil
}

var numeral = lazyregexp.New(`^-?[0-9]+(/[0-9]+)?$`)

// rational reads what Z3 writes for a rational number, and nothing else:
// big.Rat would take more, such as the rounded 1.41 of an algebraic number.
func rational(text string) (*big.Rat, error) {
	if numeral.MatchString(text) {
		if r, ok := new(big.Rat).SetString(text); ok {
			return r, nil
		}
	}
	return nil, fmt.Errorf("z3: %q is not a rational number", text)
}
