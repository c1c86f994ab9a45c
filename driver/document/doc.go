// Package document cuts manuals into chunks and relates the chunks: the
// dependence graph that scenarios are sampled from (seed 000 §3.1, App. 0.C.5).
//
// A [Document] is the text of a manual, in sections that partition it. Package
// reader makes one from Markdown, HTML, plain text or PDF. [Build] cuts documents
// into the chunks of a [Graph]:
//
//  1. The sections form a tree by the levels of their headings. Its root is the
//     whole document: the only heading of the highest level, or a chunk without a
//     heading that has the text before the first one.
//  2. Each section is a chunk: its heading and the text up to the next heading. A
//     section that has, with all below it, at most [Options.MinTokens] is one chunk.
//  3. A chunk of more than [Options.MaxTokens] is cut into parts, at the last
//     paragraph that fits, or else after a line, a sentence, a word, a character.
//
// So the chunks of a document partition its text: their texts, one after the
// other, are the text, and no chunk is longer than MaxTokens. A token is four
// bytes; English has about five bytes for each token of a language model.
//
// Edges lead from the chunk of a section to the chunks of the sections below it
// (child), from each of those to the next (next), and from a chunk to another that
// it refers to (reference). Links within a Markdown document are references; others
// come from a reader or a language model, through [Graph.AddReferences], which
// refuses what is not in the graph.
//
// The same documents and options give the same graph, byte for byte. [Graph.Write]
// saves it and [Read] reads it, so that a graph is made once and used in many runs.
//
// This package is not part of the supported API, and may change.
package document
