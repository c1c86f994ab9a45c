package pdftext

import (
	"fmt"
	"math"

	"github.com/ledongthuc/pdf"
)

// A matrix maps (x, y) to (a·x + c·y + e, b·x + d·y + f).
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

// times returns the matrix that applies m and then n.
func (m matrix) times(n matrix) matrix {
	return matrix{
		m.a*n.a + m.b*n.c, m.a*n.b + m.b*n.d,
		m.c*n.a + m.d*n.c, m.c*n.b + m.d*n.d,
		m.e*n.a + m.f*n.c + n.e, m.e*n.b + m.f*n.d + n.f,
	}
}

func shift(x, y float64) matrix { return matrix{1, 0, 0, 1, x, y} }

// A state is what q saves and Q restores, and the matrices of text.
type state struct {
	ctm, text, line matrix
	font            *font
	size            float64
	letters, words  float64 // more space after each character, and after each blank
	scale           float64 // horizontally
	leading, rise   float64
}

// An interpreter runs the programs of pages.
type interpreter struct {
	state
	saved    []state
	fonts    map[string]*font // by the names of the resources that are in force
	set      *fontSet
	glyphs   []Glyph
	unmapped int
	images   int
	forms    int
}

// The limits of forms that draw forms, as a damaged file may lead in circles.
const (
	maxDepth = 8
	maxForms = 10_000 // on a page
)

// run runs a program with the fonts and forms that it names.
func (in *interpreter) run(program, named pdf.Value, depth int) {
	if program.IsNull() {
		return
	}
	pdf.Interpret(program, func(stack *pdf.Stack, op string) {
		// The operands are popped from the last to the first.
		args := make([]pdf.Value, stack.Len())
		for i := len(args) - 1; i >= 0; i-- {
			args[i] = stack.Pop()
		}
		// Some programs leave more operands than the operator takes; the last ones count.
		if n, ok := operands[op]; ok && len(args) >= n {
			in.step(op, args[len(args)-n:], named, depth)
		}
	})
}

// operands are the operators that matter here, with the number of their operands.
var operands = map[string]int{
	"q": 0, "Q": 0, "cm": 6, "BT": 0, "Tf": 2, "Tc": 1, "Tw": 1, "Tz": 1, "TL": 1, "Ts": 1,
	"Td": 2, "TD": 2, "Tm": 6, "T*": 0, "Tj": 1, "TJ": 1, "'": 1, "\"": 3, "Do": 1,
}

func (in *interpreter) step(op string, args []pdf.Value, named pdf.Value, depth int) {
	n := func(i int) float64 { return args[i].Float64() }
	switch op {
	case "q":
		in.saved = append(in.saved, in.state)
	case "Q":
		// A damaged program may restore more often than it has saved.
		if last := len(in.saved) - 1; last >= 0 {
			in.state, in.saved = in.saved[last], in.saved[:last]
		}
	case "cm":
		in.ctm = matrixOf(args).times(in.ctm)
	case "BT":
		in.text, in.line = identity, identity
	case "Tf":
		in.font, in.size = in.fontOf(named, args[0].Name()), n(1)
	case "Tc":
		in.letters = n(0)
	case "Tw":
		in.words = n(0)
	case "Tz":
		in.scale = n(0) / 100
	case "TL":
		in.leading = n(0)
	case "Ts":
		in.rise = n(0)
	case "Td":
		in.move(n(0), n(1))
	case "TD":
		// TD is a TL with the negative distance, and a Td.
		in.leading = -n(1)
		in.move(n(0), n(1))
	case "Tm":
		in.text = matrixOf(args)
		in.line = in.text
	case "T*":
		in.move(0, -in.leading)
	case "Tj":
		in.show(args[0].RawString())
	case "TJ":
		in.showAll(args[0])
	case "'":
		in.move(0, -in.leading)
		in.show(args[0].RawString())
	case "\"":
		in.words, in.letters = n(0), n(1)
		in.move(0, -in.leading)
		in.show(args[2].RawString())
	case "Do":
		in.object(named.Key("XObject").Key(args[0].Name()), named, depth)
	}
}

func matrixOf(args []pdf.Value) matrix {
	return matrix{args[0].Float64(), args[1].Float64(), args[2].Float64(), args[3].Float64(), args[4].Float64(), args[5].Float64()}
}

func (in *interpreter) move(x, y float64) {
	in.line = shift(x, y).times(in.line)
	in.text = in.line
}

// object draws an image, which has no text, or runs a form.
func (in *interpreter) object(x, named pdf.Value, depth int) {
	switch x.Key("Subtype").Name() {
	case "Image":
		in.images++
	case "Form":
		// Forms are counted and not only nested, since a few of them may draw each other many times.
		if in.forms++; in.forms > maxForms {
			panic(fmt.Errorf("%w: a page draws more than %d forms", ErrTooLarge, maxForms))
		}
		if depth == maxDepth {
			return
		}
		// Without resources of its own a form uses those around it.
		if own := x.Key("Resources"); !own.IsNull() {
			named = own
		}
		// A form changes nothing of what is around it.
		before, fonts, saved := in.state, in.fonts, in.saved
		in.fonts, in.saved = make(map[string]*font), nil
		if m := x.Key("Matrix"); m.Len() == 6 {
			in.ctm = matrixOf([]pdf.Value{m.Index(0), m.Index(1), m.Index(2), m.Index(3), m.Index(4), m.Index(5)}).times(in.ctm)
		}
		in.run(x, named, depth+1)
		in.state, in.fonts, in.saved = before, fonts, saved
	}
}

func (in *interpreter) fontOf(named pdf.Value, name string) *font {
	if f := in.fonts[name]; f != nil {
		return f
	}
	f := in.set.font(named.Key("Font").Key(name))
	in.fonts[name] = f
	return f
}

// showAll draws texts, and moves by the numbers between them.
func (in *interpreter) showAll(list pdf.Value) {
	for i := range list.Len() {
		if x := list.Index(i); x.Kind() == pdf.String {
			in.show(x.RawString())
		} else {
			in.text = shift(-x.Float64()/1000*in.size*in.scale, 0).times(in.text)
		}
	}
}

func (in *interpreter) show(codes string) {
	if in.font == nil {
		return
	}
	for len(codes) > 0 {
		n := min(in.font.length, len(codes))
		c := in.font.char(codes[:n])
		codes = codes[n:]
		// The size and scale of the font come before the matrices of the text and the page.
		at := matrix{in.size * in.scale, 0, 0, in.size, 0, in.rise}.times(in.text).times(in.ctm)
		advance := c.width/1000*in.size + in.letters
		// Only a blank of one byte is stretched, as the specification of PDF says.
		if n == 1 && c.code == ' ' {
			advance += in.words
		}
		in.glyphs = append(in.glyphs, Glyph{
			X: at.e, Y: at.f, W: c.width / 1000 * math.Hypot(at.a, at.b), Size: math.Hypot(at.c, at.d), Bold: in.font.bold, Text: c.text,
		})
		if len(in.glyphs) > maxGlyphs {
			panic(fmt.Errorf("%w: a page has more than %d characters", ErrTooLarge, maxGlyphs))
		}
		if c.text == unknown {
			in.unmapped++
		}
		in.text = shift(advance*in.scale, 0).times(in.text)
	}
}
