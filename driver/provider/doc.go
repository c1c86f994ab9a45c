// Package provider asks language models: one small interface, the errors that every
// provider reports in the same way, and the names of models.
//
// A [Request] is a conversation, and perhaps the JSON schema of the answer. A
// [Provider] sends it to a model and returns the [Answer]. Each provider has its own
// package, so that only the program that needs them compiles the SDKs of hosted
// models. A model is named by its provider and the provider's name for it:
// `openai/gpt-5.4`, `exec/codex` ([Parse]).
//
// Providers ask once: they do not repeat, limit, remember or count. Package client
// does that, around any of them.
//
// This package is not part of the supported API, and may change.
package provider
