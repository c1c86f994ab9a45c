package runtime

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/jsonpointer"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/property"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
)

// maxTries is how many answers are drawn before those are tried whose lists are empty.
const maxTries = 32

// step makes a call that breaks no precondition: it returns the text of an answer that
// the model allows, and a state that the call leads to.
func (w *World) step(r *rand.Rand, state interp.State, call tool.Call) (string, interp.State, error) {
	why := "no state is possible after it"
	// Draw an answer, let the model complete it, and check that the text of it is read back as
	// the model allows. Later tries have empty lists, see result.
	for try := range 2 * maxTries {
		known := w.sample(r, state, call, try)
		next, _ := w.machine.NextAnswered(state, call, known)
		if len(next) == 0 {
			// No state agrees with the parts drawn so far.
			continue
		}
		answer := w.complete(state, call, next[r.IntN(len(next))], known)
		// bindings.yaml may write an answer in several ways.
		for _, text := range w.Suite.Answers.Texts(call.Tool, answer) {
			read := w.Suite.Answers.Read(call.Tool, text)
			if read.Failed != nil {
				why = "bindings.yaml takes " + text + " for the answer of a failed call"
				continue
			}
			// Where it is known what a tie says, it has been seen.
			for _, after := range w.after(r, state, call, read.Value) {
				broken, _ := w.machine.PostAnswered(state, call, read.Value, after)
				if len(broken) == 0 {
					return text, after, nil
				}
				why = broken[0].Reason()
			}
		}
	}
	return "", nil, &Mismatch{Tool: call.Tool, Why: why}
}

// after returns the states after a call with an answer, beginning with any of them.
func (w *World) after(r *rand.Rand, state interp.State, call tool.Call, answer types.Value) []interp.State {
	next, _ := w.machine.NextAnswered(state, call, answer)
	r.Shuffle(len(next), func(i, j int) { next[i], next[j] = next[j], next[i] })
	return next
}

// complete returns an answer with what the model says of it: by ties, or by the leaves
// that the call reveals.
func (w *World) complete(state interp.State, call tool.Call, after interp.State, known types.Value) types.Value {
	if answer := w.machine.Answer(state, call, after, known); answer != nil {
		return answer
	}
	return w.facts(call, after)
}

// sample returns an answer without what ties say of it: the record that the call names,
// or a sample of the schema, in which the results that no tie gives are drawn. The first
// try keeps those of the record. It is nil where nothing is left to be drawn.
func (w *World) sample(r *rand.Rand, state interp.State, call tool.Call, try int) types.Value {
	record := w.record(call)
	answer := record
	var schema *tool.Schema
	if t := w.Suite.Tools.Lookup(call.Tool); t != nil {
		schema = t.Output
	}
	if answer == nil && schema != nil {
		if samples := system.Samples(schema, 1); len(samples) > 0 {
			answer = samples[0]
		}
	}
	t := w.Suite.Model.Transition(call.Tool)
	if t == nil {
		return answer
	}
	for _, p := range t.Results {
		if answer != nil && p.Path != "" {
			answer = withLists(answer, schema, p.Path)
		}
		switch tied := w.Suite.Model.Tie(t, p) != nil; {
		case tied && p.Path == "":
			// The whole answer is tied, so nothing is drawn.
			return nil
		case tied && answer != nil:
			// A tied part is removed here. complete gives it the value of the tie.
			answer = property.With(answer, p.Path, nil)
		case tied || try == 0 && property.At(record, p.Path) != nil:
			// The first try keeps what the record says.
		default:
			answer = property.With(answer, p.Path, w.result(r, state, call, p, try))
		}
	}
	return answer
}

// withLists returns an answer with an empty list in place of each that it lacks and through
// which, as the schema says, a JSON Pointer leads. Without it, an element would become the
// member of an object.
func withLists(answer types.Value, schema *tool.Schema, pointer string) types.Value {
	way := ""
	for token := range strings.SplitSeq(pointer[1:], "/") {
		switch {
		case schema == nil:
			return answer
		case schema.Only(tool.KindArray):
			if property.At(answer, way) == nil {
				answer = property.With(answer, way, types.List{})
			}
			schema = schema.Items
		default:
			member := schema.Property(jsonpointer.Unescape(token))
			if member == nil {
				return answer
			}
			schema = member.Schema
		}
		way += "/" + token
	}
	return answer
}

// result draws a part of an answer: one of the values to which the model holds it, or
// any other. A list has the elements that maps tell, at first all of them; in the end it
// is empty.
func (w *World) result(r *rand.Rand, state interp.State, call tool.Call, p *checker.Param, try int) types.Value {
	var held []types.Value
	// Leaves of the same type that the model relates to the answers of the tool.
	for _, i := range w.related[p.Tool] {
		if l := w.leaves[i]; types.Identical(l.Type, p.Type) {
			held = append(held, l.In(state))
		}
	}
	// One chance in len(held)+1 is left for another value.
	if i := r.IntN(len(held) + 1); i < len(held) {
		return held[i]
	}
	if _, list := p.Type.(*types.Array); list {
		if try >= maxTries {
			return types.List{}
		}
		if all := w.list(r, state, call, p); all != nil {
			if try > 0 {
				// Later tries leave out elements, since the full list may contradict the model.
				all = slices.DeleteFunc(all, func(types.Value) bool { return r.IntN(2) == 0 })
			}
			return all
		}
	}
	if p.Output != nil && len(p.Output.Enum) > 0 {
		return p.Output.Enum[r.IntN(len(p.Output.Enum))]
	}
	return w.answers.draw(r, p.Type)
}

// facts returns the answer of a call of a transition without results: the record that it
// names, and the leaves that it shows, by name; of a map only what it gives the texts and numbers of the call.
func (w *World) facts(call tool.Call, after interp.State) types.Value {
	answer := w.record(call)
	if answer == nil {
		answer = types.Object{{Name: "ok", Value: types.Boolean(true)}}
	}
	for _, i := range w.shown[call.Tool] {
		l := w.leaves[i]
		v := l.In(after)
		if d, ok := v.(types.Dict); ok {
			v = entriesOf(d, call.Args)
		}
		path := "/" + l.Var.Name()
		for _, f := range l.Path {
			path += "/" + f
		}
		answer = property.With(answer, path, v)
	}
	return answer
}

// entriesOf returns the entries of a map whose keys are arguments.
func entriesOf(d types.Dict, args types.Object) types.Dict {
	var list []types.Entry
	for _, a := range args {
		switch a.Value.(type) {
		case types.Text, types.Number:
			if v, has := d.Get(a.Value); has {
				list = append(list, types.Entry{Key: a.Value, Value: v})
			}
		}
	}
	return types.NewDict(list)
}
