// Package smt defines many-sorted first-order terms without quantifiers,
// prints them as SMT-LIB 2.6, and defines the interface of a solver.
//
// Terms are made by a [Builder], which shares equal terms, folds constants
// and flattens conjunctions. They are over Bool, Int, Real and arrays of
// these; that is all that models need (see package compiler), and it is what
// Z3 and cvc5 both read.
//
// A [Solver] decides sets of terms, and a [Fixedpoint] what follows from rules
// made of them. Package z3 has both; another solver that has assertions,
// assumptions and models, or one of constrained Horn clauses, could be added beside
// it.
//
// This package is not part of the supported API, and may change.
package smt
