package checker

import (
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/types"
)

// badKey is a type that keys of maps cannot have.
type badKey struct {
	At  source.Span
	Got types.Type
}

// Diagnose implements [diag.Problem].
func (p badKey) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0330", p.At, "the keys of a map cannot be of the type `%s`", p.Got)
	d.Notef("a key is a `String`, an `Int` or a name of an `Enum`")
	switch p.Got.(type) {
	case *types.Record:
		d.Helpf("declare a map for each field, or join the fields to one string")
	case *types.Array:
		d.Helpf("declare a map from each element")
	}
	return d
}

// innerMap is a map in another type.
type innerMap struct {
	At source.Span
	In string
}

// Diagnose implements [diag.Problem].
func (p innerMap) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0330", p.At, "a map cannot be in %s", p.In)
	if p.In == "a record" {
		d.Helpf("declare a variable for the map, or one map with the record as its value")
	} else {
		d.Helpf("declare a map for each part of the key, or a key that joins the parts")
	}
	return d
}

// mapArgument is an argument in the place of a map.
type mapArgument struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p mapArgument) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0330", p.At, "an argument cannot be a map")
	d.Helpf("put the keys and values that matter into the map one by one: `(put MAP KEY VALUE)`")
	return d
}

// notAMap is `get` or `put` of something else.
type notAMap struct {
	At, Form source.Span
	Args     []source.Span
	Got      types.Type
	Op       ops.Op
}

// Diagnose implements [diag.Problem].
func (p notAMap) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0331", p.At, "expected a map, found %s", aType(p.Got))
	switch got := p.Got.(type) {
	case *types.Record:
		if p.Op == ops.Get {
			d.Notef("a field of a record is read with `field`")
			// The key of such a `get` is the name of the field, with quotes or without.
			if name := fieldName(p.Args[1].Text()); hasField(got, name) {
				d.Fix("read the field", diag.Edit{Span: p.Form, New: "(field " + p.Args[0].Text() + " " + name + ")"}).As(diag.Certain)
			}
		}
	case *types.Array:
		d.Notef("an array is a set: it has elements, and no keys")
		if p.Op == ops.Get {
			d.Helpf("`(contains ARRAY ELEMENT)` says whether an element is in it")
		}
	}
	return d
}

func fieldName(text string) string {
	if s, err := types.Unquote(text); err == nil {
		return s
	}
	return text
}

func hasField(r *types.Record, name string) bool {
	_, ok := r.Field(name)
	return ok
}

// openOutsideInit is the word `open` in a map that is not an initial value.
type openOutsideInit struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p openOutsideInit) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0332", p.At, "a map is `open` in `init` only")
	d.Notef("`open` leaves the other keys of an initial map free; a value in a model is exact")
	d.Fix("remove it", diag.Edit{Span: withSpaceBefore(p.At)})
	return d
}

// withSpaceBefore returns a span together with the white space before it.
func withSpaceBefore(at source.Span) source.Span {
	// The space goes with the word, or two blanks would be left.
	text, start := at.File.Text(), at.Start
	for start > 0 && (text[start-1] == ' ' || text[start-1] == '\t' || text[start-1] == '\n' || text[start-1] == '\r') {
		start--
	}
	return at.File.Span(start, at.End)
}

// mapPin is a map as the value of an argument.
type mapPin struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p mapPin) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0330", p.At, "an argument cannot be a map")
	d.Notef("an argument is a JSON value: an object is written `(record (NAME VALUE) …)`")
	return d
}

// setAsAWhole is a map that one post section assigns both as a whole and by key.
type setAsAWhole struct {
	At, Key source.Span
	Name    string
}

// Diagnose implements [diag.Problem].
func (p setAsAWhole) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0430", p.At, "`%s` is assigned as a whole, and a key of it by itself", p.Name)
	d.Also(p.Key, "one key")
	d.Helpf("change the key in the whole value: `(put MAP KEY VALUE)`")
	return d
}

// otherKeys is a relation that leaves all other keys of a map open.
type otherKeys struct {
	At    source.Span
	Name  string
	Whole source.Span // what the fix replaces
	New   string
}

// Diagnose implements [diag.Problem].
func (p otherKeys) Diagnose() diag.Diagnostic {
	d := diag.Warningf("MC0431", p.At, "this leaves the other keys of `%s` open", p.Name)
	d.Notef("only `(= (get (next %s) KEY) VALUE)` with a key and a value from before the call, or an assignment of the whole map, says what all keys become", p.Name)
	if p.New != "" {
		d.Fix("assign the whole map", diag.Edit{Span: p.Whole, New: p.New})
		return d
	}
	d.Helpf("assign the key; VALUE may be an `if`, or a `(result LOCAL)` if the tool chooses it: `(= (get (next %s) KEY) VALUE)`", p.Name)
	d.Helpf("to drop the key: `(= (next %[1]s) (remove %[1]s KEY))`", p.Name)
	return d
}

// insertedKey is `insert` of something into a map.
type insertedKey struct{ At source.Span }

// Diagnose implements [diag.Problem].
func (p insertedKey) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0331", p.At, "`insert` takes an array, and this is a map")
	d.Notef("a key gets a value with `(put MAP KEY VALUE)`")
	return d
}
