// Package prompt writes the requests to language models: one small template for each
// stage, with the version that it has.
//
// # What a prompt may hold
//
// Each stage has its own type of [Data], and a template sees nothing but its fields.
// What a stage must not see has no field: the data of check_generation has no model,
// and those of smt_schema_prepass and smt_full_pass no checks (seed 000 §3.2: two
// artifacts that are generated independently).
//
// # Text that others wrote
//
// Manuals, tool schemas, scenarios and answers of models are put between two lines
// that name a token made from the text itself ([Fence]). The text cannot have the
// closing line, since it cannot have the token. The system prompt says that what is
// between such lines is data, whatever it asks for.
//
// This package is not part of the supported API, and may change.
package prompt
