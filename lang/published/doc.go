// Package published reads the grammar that the MANTRA paper publishes, and
// reports what a file uses beyond it: the judge of --strict-grammar.
//
// model.go has the listing of App. 0.B.2, "World model DSL", and check.go the
// table of App. 0.B.1, "Check Grammar": one struct for each production, in the
// order of the paper, with the production as its tags of participle. The reader
// shares the lexer with package syntax and nothing else with packages syntax and
// ast, which read the whole languages; laws compare the trees.
//
// participle stops at the first token that a production has no place for. So
// [Extensions] asks for the file first, and only if that is refused for its clauses
// and parts, and for what is in those that are refused: each use of an
// extension is one finding.
package published
