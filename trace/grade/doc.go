// Package grade judges traces by the checks of a case, and says what proves
// each verdict and in which way a trace failed. It needs no language model.
package grade
