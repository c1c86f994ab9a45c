// Package stage makes validated cases of a manual: it has a file for each stage of the
// MANTRA paper, section 3. The stages have the names of its App. 0.C.4.
//
//	document_extraction   references between the chunks of the manual
//	(sampling)            package sample
//	tool_relevance        the tools that a sample is about
//	scenario_generation   tasks, with the values of what tools show and of what the prompt says
//	check_generation      the checks of each task
//	smt_schema_prepass    the variables of the model
//	smt_full_pass         its transitions
//	fix_repair            an answer with faults goes back with them
//
// Then there are up to n_rounds rounds over the cases of a sample:
//
//	forward search        validates the cases, and computes repairs (package repair)
//	conflict_resolution   closes the causes of forward conflicts, several with one request
//	check_resolution      repairs the checks of a case of which that is left
//	backward_audit        decides about checks that refuse too much
//	locus_reassessment    decides which side is wrong when a conflict is there again
//
// A case on which checks and model agree is then executed with real tools, if there is a
// command for that (package execute).
//
// A language model only writes text that the checker accepts or refuses, and chooses
// among edits whose effects are known. A case is validated by the solver or not at all.
//
// Samples are independent of each other, and so are the cases of a sample until there
// is a model. What fails for one of them does not end the others.
//
// This package is not part of the supported API, and may change.
package stage
