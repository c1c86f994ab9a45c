// Package reader reads manuals in Markdown, HTML, plain text and PDF as documents.
//
// The format is that of the name's ending, or else of how the content begins.
//
//   - Markdown is the text of the document as it is. Its headings are those that
//     CommonMark finds outside of lists, quotations and code; front matter is text.
//   - Plain text is the text as well. A line is a heading if it is underlined, or
//     if it is a paragraph by itself and is numbered (2.1) or in capitals.
//   - HTML becomes text with the marks of Markdown: headings, items, the cells of
//     tables. What a browser does not show is left out. Each block knows its bytes.
//   - PDF has glyphs at places, of which package pdftext makes paragraphs and
//     headings. Each block knows its page.
//
// What cannot be read is an error of type [Bad] with a place and a way out. What
// may have been lost is a warning of the document.
//
// This package is not part of the supported API, and may change.
package reader
