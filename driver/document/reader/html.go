package reader

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/mantrac/mantrac/driver/document"
)

// readHTML makes text of HTML, block by block. It reads tokens and no tree, since
// a tree does not know the places of its nodes.
func readHTML(data string) *document.Source {
	p := &page{lines: lineStarts(data)}
	z := html.NewTokenizer(strings.NewReader(data))
	for at := 0; ; {
		kind := z.Next()
		if kind == html.ErrorToken {
			// The last block has no tag after it.
			p.flush()
			s := p.Source(p.anchor(len(data)))
			return &s
		}
		// Raw is only valid until Token is called.
		length := len(z.Raw())
		p.token(z.Token(), at)
		at += length
	}
}

// A page is HTML of which a part has been read.
type page struct {
	document.Builder
	lines lineIndex

	text   strings.Builder // of the block that is being read
	start  int             // of its first character, in the file
	level  int             // of a heading; 0 in other blocks
	mark   string          // before its text, as that of an item
	close  bool            // no blank line before it
	hidden []atom.Atom     // elements that are not shown, the outermost first
	lists  []list          // the outermost first
	pre    int             // how deep in preformatted text
	row    bool            // in a row of a table, which is one block
	cells  int             // of the row
	rows   int             // of the table
}

// maxIndent is the depth from which on lists are not indented further.
const maxIndent = 12

// A list is one of which items are being read.
type list struct {
	ordered bool
	items   int
}

func (p *page) anchor(at int) document.Anchor {
	return document.Anchor{Source: at, Line: p.lines.line(at)}
}

// flush ends a block.
func (p *page) flush() {
	text := strings.TrimRightFunc(p.text.String(), unicode.IsSpace)
	// Indentation matters in preformatted text.
	if p.pre == 0 {
		text = strings.TrimLeftFunc(text, unicode.IsSpace)
	}
	p.text.Reset()
	if strings.TrimSpace(text) == "" {
		return
	}
	p.Add(document.Block{Text: p.mark + text, Title: strings.Join(strings.Fields(text), " "), Level: p.level, Close: p.close, From: p.anchor(p.start)})
	p.mark, p.close = "", false
}

// begin notes the place of what is added, if it is the first of its block.
func (p *page) begin(at int) {
	if p.text.Len() == 0 {
		p.start = at
	}
}

// write adds text to the block. Blanks are one blank, but in preformatted text.
func (p *page) write(text string, at int) {
	if p.text.Len() == 0 {
		// The place is that of the first character that is shown.
		if p.pre == 0 {
			trimmed := strings.TrimLeftFunc(text, unicode.IsSpace)
			at += len(text) - len(trimmed)
			text = trimmed
		}
		p.begin(at)
	}
	// A row of a table is one line, whatever is in its cells.
	if p.pre > 0 && !p.row {
		p.text.WriteString(text)
		return
	}
	blank := false
	for _, r := range text {
		if unicode.IsSpace(r) {
			blank = true
			continue
		}
		// Several blanks are one, also if they are in different tokens.
		if blank {
			p.blank()
		}
		blank = false
		p.text.WriteRune(r)
	}
	if blank {
		p.blank()
	}
}

// blank adds a blank, unless there is one.
func (p *page) blank() {
	if s := p.text.String(); s != "" && !strings.HasSuffix(s, " ") && !strings.HasSuffix(s, "\n") {
		p.text.WriteByte(' ')
	}
}

// unseen are the elements whose content no browser shows.
var unseen = []atom.Atom{atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Title, atom.Svg}

// blocks are the elements that begin a line, beside those that are handled one by one.
var blocks = []atom.Atom{
	atom.Address, atom.Article, atom.Aside, atom.Blockquote, atom.Body, atom.Caption, atom.Dd, atom.Details, atom.Div, atom.Dl, atom.Dt,
	atom.Fieldset, atom.Figcaption, atom.Figure, atom.Footer, atom.Form, atom.Header, atom.Hr, atom.Legend, atom.Main, atom.Nav, atom.P,
	atom.Section, atom.Summary, atom.Tbody, atom.Tfoot, atom.Thead,
}

func (p *page) token(t html.Token, at int) {
	opens := t.Type == html.StartTagToken || t.Type == html.SelfClosingTagToken
	switch {
	// Inside a hidden element only its end matters.
	case len(p.hidden) > 0:
		p.hide(t)
	case t.Type == html.TextToken:
		p.write(t.Data, at)
	case !opens && t.Type != html.EndTagToken:
		// a comment, or the type of the document
	case t.Type == html.StartTagToken && slices.Contains(unseen, t.DataAtom):
		p.hidden = append(p.hidden, t.DataAtom)
	case t.DataAtom == atom.Br && p.text.Len() == 0 && p.pre == 0:
		// no line ends
	case t.DataAtom == atom.Br:
		p.begin(at)
		// A heading and a row are one line.
		p.text.WriteString(map[bool]string{true: " ", false: "\n"}[p.row || p.level > 0])
	case t.DataAtom == atom.Table || t.DataAtom == atom.Tr || t.DataAtom == atom.Td || t.DataAtom == atom.Th:
		p.table(t.DataAtom, opens, at)
	// Blocks in a cell are words of the row.
	case p.row && (slices.Contains(blocks, t.DataAtom) || t.DataAtom == atom.Li):
		p.blank()
	case p.row:
		// marks of words
	default:
		p.block(t.DataAtom, opens)
	}
}

// hide follows elements that are not shown to their end.
func (p *page) hide(t html.Token) {
	switch last := len(p.hidden) - 1; {
	case t.Type == html.EndTagToken && t.DataAtom == p.hidden[last]:
		p.hidden = p.hidden[:last]
	// Elements of the same name may be nested.
	case t.Type == html.StartTagToken && t.DataAtom == p.hidden[last]:
		p.hidden = append(p.hidden, t.DataAtom)
	}
}

func (p *page) block(a atom.Atom, opens bool) {
	switch {
	case slices.Contains(blocks, a):
		p.flush()
	case a == atom.Pre:
		p.flush()
		// An end without a beginning must not make the depth negative.
		p.pre = max(p.pre+map[bool]int{true: 1, false: -1}[opens], 0)
	case a == atom.Ul || a == atom.Ol:
		p.flush()
		if opens {
			p.lists = append(p.lists, list{ordered: a == atom.Ol})
		} else if n := len(p.lists); n > 0 {
			p.lists = p.lists[:n-1]
		}
	case a == atom.Li:
		p.flush()
		if opens {
			p.item()
		}
	// h1 to h6 are the only elements of this form.
	case len(a.String()) == 2 && a.String()[0] == 'h' && '1' <= a.String()[1] && a.String()[1] <= '6':
		p.flush()
		p.level, p.mark, p.close = 0, "", false
		if opens {
			p.level = int(a.String()[1] - '0')
		}
	}
}

// item begins an item of the innermost list.
func (p *page) item() {
	// An item outside of a list is one of a list of its own.
	if len(p.lists) == 0 {
		p.lists = append(p.lists, list{})
	}
	depth := len(p.lists) - 1
	l := &p.lists[depth]
	l.items++
	// The first item of an outermost list begins a paragraph.
	p.close = l.items > 1 || depth > 0
	indent := strings.Repeat("   ", min(depth, maxIndent))
	p.mark = indent + "- "
	if l.ordered {
		p.mark = indent + fmt.Sprintf("%d. ", l.items)
	}
}

// table begins or ends a table, a row, or a cell. A row is one block.
func (p *page) table(a atom.Atom, opens bool, at int) {
	switch {
	case a == atom.Table:
		// A row may lack its end.
		p.endRow()
		p.flush()
		p.rows = 0
	case a == atom.Tr && opens:
		p.endRow()
		p.flush()
		p.rows++
		p.row, p.cells, p.mark, p.close, p.level = true, 0, "| ", p.rows > 1, 0
	case a == atom.Tr:
		p.endRow()
	case p.row && opens:
		if p.cells++; p.cells > 1 {
			p.blank()
			p.begin(at)
			p.text.WriteString("| ")
		}
	}
}

func (p *page) endRow() {
	if !p.row {
		return
	}
	// An empty row is none.
	if p.text.Len() > 0 {
		p.blank()
		p.text.WriteString("|")
	}
	p.flush()
	p.row, p.mark, p.close = false, "", false
}
