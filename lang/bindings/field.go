package bindings

import (
	"math/big"
	"strings"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// A Field converts what is at a path of an answer.
type Field struct {
	Path string      // to what is converted, as it is written
	At   source.Span // of the path

	Segments []string
	Partial  bool // it is a `map`, which need not list every value
	to       func(types.Value) (types.Value, bool)
	member   string // of the answer, which the converted value becomes; "" if it stays where it was
}

// convert converts what the segments of a field lead to.
func (f *Field) convert(v *types.Value) Outcome {
	var o Outcome
	var last types.Value
	changed := change(*v, f.Segments, 0, &o, func(old types.Value) types.Value {
		made, ok := f.to(old)
		if ok {
			o.Converted++
			last = made
			return made
		}
		// Keep the first value that could not be converted, as an example for the report.
		if o.Left == "" {
			o.Left = string(document.AppendJSON(nil, old))
		}
		return old
	})
	_, object := (*v).(types.Object)
	switch {
	case f.member == "":
		*v = changed
	// With `from` the converted value becomes a new member, and the change in place is dropped.
	case object && last != nil:
		*v = types.WithAt(*v, []string{f.member}, last)
	}
	return o
}

// mapped returns the conversion of `map`: the value that the text of a value is
// mapped to. Values that are not listed stay as they are, which is no failure if
// one of the listed values is the same.
func mapped(values map[string]types.Value) func(types.Value) (types.Value, bool) {
	return func(v types.Value) (types.Value, bool) {
		text, ok := textOf(v)
		if !ok {
			return v, false
		}
		to, listed := values[text]
		if listed {
			return to, true
		}
		// A value that is mapped to is what the model expects already.
		for _, w := range values {
			if types.Equal(v, w) {
				return v, true
			}
		}
		return v, false
	}
}

// textOf returns the text of a string, a number or a truth value.
func textOf(v types.Value) (string, bool) {
	switch v := v.(type) {
	case types.Text:
		return string(v), true
	case types.Number, types.Boolean:
		return string(document.AppendJSON(nil, v)), true
	}
	return "", false
}

// kinds are the conversions of `as`.
var kinds = map[string]func(types.Value) (types.Value, bool){
	"text": func(v types.Value) (types.Value, bool) {
		text, ok := textOf(v)
		return types.Text(text), ok
	},
	"number":  asNumber,
	"integer": asInteger,
	"boolean": asBoolean,
	"json":    asJSON,
	"keys":    asKeys,
	"values":  asValues,
}

func asNumber(v types.Value) (types.Value, bool) {
	switch v := v.(type) {
	case types.Number:
		return v, true
	case types.Text:
		text := strings.TrimSpace(string(v))
		if !document.IsNumber(text) {
			return v, false
		}
		n, err := types.ParseNumber(text)
		return n, err == nil
	}
	return v, false
}

func asInteger(v types.Value) (types.Value, bool) {
	n, ok := asNumber(v)
	if !ok {
		return v, false
	}
	return n, n.(types.Number).IsInt()
}

func asBoolean(v types.Value) (types.Value, bool) {
	switch v := v.(type) {
	case types.Boolean:
		return v, true
	case types.Text:
		switch strings.ToLower(strings.TrimSpace(string(v))) {
		case "true":
			return types.Boolean(true), true
		case "false":
			return types.Boolean(false), true
		}
	}
	return v, false
}

func asJSON(v types.Value) (types.Value, bool) {
	text, ok := v.(types.Text)
	if !ok {
		return v, false
	}
	made, err := document.ReadValue(string(text))
	return made, err == nil && made != nil
}

// asKeys makes the list of the names of an object's members, in their order.
func asKeys(v types.Value) (types.Value, bool) {
	o, ok := v.(types.Object)
	if !ok {
		return v, false
	}
	list := make(types.List, len(o))
	for i, m := range o {
		list[i] = types.Text(m.Name)
	}
	return list, true
}

// asValues makes the list of the values of an object's members, in their order.
func asValues(v types.Value) (types.Value, bool) {
	o, ok := v.(types.Object)
	if !ok {
		return v, false
	}
	list := make(types.List, len(o))
	for i, m := range o {
		list[i] = m.Value
	}
	return list, true
}

// dated returns the conversion of `date`.
func dated(layout *layout) func(types.Value) (types.Value, bool) {
	return func(v types.Value) (types.Value, bool) {
		text, ok := v.(types.Text)
		if !ok {
			return v, false
		}
		day, ok := layout.day(string(text))
		return types.NewNumber(new(big.Rat).SetInt64(day)), ok
	}
}
