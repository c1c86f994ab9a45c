// Package config reads the settings of the generator from mantra.yaml (seed 000, App.
// 0.C.4).
//
// [Load] checks the file as package project does, but for the generator each finding
// about a key is an error: a misspelt `n_rounds` must not cost a run. Then it replaces
// ${NAME} and ${NAME:-default} by the environment, and holds the results against the
// same schema. What is left out has the value of the paper, where it says one.
//
// Keys of providers come from the environment only. A key that is written into the
// file is refused, and [Config.Public] leaves keys out.
//
// This package is not part of the supported API, and may change.
package config
