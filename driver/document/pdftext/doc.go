// Package pdftext makes paragraphs and headings of the glyphs of a PDF.
//
// A PDF says which glyphs of which fonts are drawn where. Words, lines and
// paragraphs have to be found again:
//
//  1. [Read] runs the program of each page and notes each glyph with its place,
//     width, size and text. The text is that of the font's ToUnicode map, or else of
//     its encoding. Glyphs without either are counted.
//  2. Glyphs are joined in the order in which they are drawn. A glyph that is lower
//     or higher by more than a part of the font's size, or further left, begins a
//     line; one after a gap begins a word. A word that is hyphenated at the end of
//     a line is joined: without the hyphen, if the document has it so elsewhere.
//  3. A wider gap between lines, another size, a bullet or a number begins a
//     paragraph, and so does a line whose first word had room in the line before. Lines that most pages have at the same height, but for numbers, are
//     running titles and are left out.
//  4. The size with the most glyphs is that of the text. A short paragraph in a larger
//     font, or in a bold one, is a heading. Sizes are levels, the largest is first.
//
// Columns are read in the order in which they are drawn, which nearly always is that
// of the text. Text in pictures is not read.
//
// [Poppler] takes words and places from the program pdftotext and goes on with step 3.
//
// This package is not part of the supported API, and may change.
package pdftext
