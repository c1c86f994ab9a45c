package ast

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/syntax"
)

// OpenWord ends a map some of whose keys are not written.
const OpenWord = "open"

// mapType reads (Map KEY VALUE).
func (b *builder) mapType(f *syntax.Form, head *Ident) Type {
	p := b.match(f, shape{form: "Map", parts: []string{"the type of its keys", "the type of its values"}, say: "(Map KEY VALUE)"})
	return &MapType{Headed: Headed{rangeOf(f), head}, Key: b.typ(p[0]), Value: b.typ(p[1])}
}

// mapLit reads (map (KEY VALUE)… [open]), whose keys and values are read by a
// function.
func (b *builder) mapLit(f *syntax.Form, head *Ident, read func(*syntax.Form) Expr) Expr {
	m := &MapLit{Headed: Headed{rangeOf(f), head}}
	items := f.Items[1:]
	if n := len(items); n > 0 && b.isOpen(items[n-1]) {
		m.Open = b.ident(items[n-1])
		items = items[:n-1]
	}
	for len(items) > 0 {
		item, took := items[0], 1
		key, value := item, item
		switch {
		case item.IsList() && len(item.Items) == 2:
			key, value = item.Items[0], item.Items[1]
		case b.bareEntry(items):
			value, took = items[1], 2
			b.report(b.bareEntryFault(key, value))
		default:
			m := misshapen{At: b.at(item), Form: ops.Map.String(), Shape: mapShape, NotPart: mapEntryShape}
			if b.isOpen(item) {
				m.Note = "`open` is the last word of an initial map"
			}
			b.report(m)
			items = items[1:]
			continue
		}
		m.Entries = append(m.Entries, &MapEntry{Range: Range{item.Start, items[took-1].End}, Key: read(key), Value: read(value)})
		items = items[took:]
	}
	return m
}

const (
	mapShape      = "(map (KEY VALUE) …)"
	mapEntryShape = "(KEY VALUE)"
)

func (b *builder) isOpen(f *syntax.Form) bool {
	return f.Kind == syntax.Ident && b.text(f) == OpenWord
}

// bareEntry reports whether forms begin with a key and a value that are not in
// parentheses.
func (b *builder) bareEntry(items []*syntax.Form) bool {
	isKey := items[0].Kind == syntax.String || items[0].Kind == syntax.Int
	return len(items) > 1 && isKey && (!items[1].IsList() || b.op(items[1]) != ops.None)
}

func (b *builder) bareEntryFault(key, value *syntax.Form) misshapen {
	at := b.fragment.Source.Span(key.Start, value.End)
	return misshapen{At: at, Form: ops.Map.String(), Shape: mapShape, NotPart: mapEntryShape,
		Mend: diag.Fix{Level: diag.Certain, Message: "put them in parentheses", Edits: diag.Around(at, "(", ")")}}
}
