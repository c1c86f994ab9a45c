// Package types defines the types and values of both languages.
//
// The types are those of seed 000, App. 0.B.2: Bool, Int, Real, String, and
// enums, records and arrays of them, the last two nesting; and maps. Values are the
// JSON values that a tool call carries, with exact numbers, plus the typed
// view that a model has of them.
//
// Both are immutable once made. Types are compared structurally with
// [Identical]; values with [Equal], which is JSON's equality as the checks
// use it.
package types
