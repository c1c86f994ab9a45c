package document

import "strings"

// A Builder makes the text of a document whose file is not text: blocks, each
// of which begins a paragraph, with blank lines between them.
type Builder struct {
	text     strings.Builder
	headings []Heading
	breaks   []int
	anchors  []Anchor
}

// A Block is a paragraph or a heading.
type Block struct {
	Text  string // without blank lines
	Title string // of a heading
	Level int    // of a heading; 0 for a paragraph
	Close bool   // no blank line before it, as between the items of a list
	From  Anchor // where it begins; its Text is not read
}

// Add adds a block.
func (b *Builder) Add(k Block) {
	// Before the first block there is nothing to separate from.
	if b.text.Len() > 0 {
		b.text.WriteString("\n")
		if !k.Close {
			b.text.WriteString("\n")
		}
	}
	k.From.Text = b.text.Len()
	// Only a block after a blank line begins a paragraph, at which a chunk may be cut.
	if k.From.Text == 0 || !k.Close {
		b.breaks = append(b.breaks, k.From.Text)
	}
	b.anchors = append(b.anchors, k.From)
	if k.Level > 0 {
		mark := strings.Repeat("#", k.Level) + " "
		b.headings = append(b.headings, Heading{k.Title, k.Level, k.From.Text, k.From.Text + len(mark) + len(k.Text)})
		b.text.WriteString(mark)
	}
	b.text.WriteString(k.Text)
}

// Source returns what was added. End is where the file ends.
func (b *Builder) Source(end Anchor) Source {
	if b.text.Len() > 0 {
		// The text ends with a line end, as files do.
		b.text.WriteString("\n")
	}
	end.Text = b.text.Len()
	return Source{Text: b.text.String(), Headings: b.headings, Breaks: b.breaks, Anchors: append(b.anchors, end)}
}
