package server

import (
	"encoding/json"
	"net/http"

	"github.com/mantrac/mantrac/trace"
)

// A function is a call as agents write it. Arguments are an object, or a string with
// the text of one.
type function struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// An answer is what is answered to a call.
type answer struct {
	ID      string       `json:"id,omitempty"`
	Status  trace.Status `json:"status"`
	Content string       `json:"content"`
}

func (x *server) call(r *http.Request) (any, error) {
	s, err := x.session(r)
	if err != nil {
		return nil, err
	}
	o, err := readObject(r)
	if err != nil {
		return nil, err
	}
	var in struct {
		ID string `json:"id"`
		By string `json:"by"`
	}
	if err := o.into(&in); err != nil {
		return nil, err
	}
	f, err := o.function()
	if err != nil {
		return nil, err
	}
	by, err := owner(in.By)
	if err != nil {
		return nil, err
	}
	if f.Name == "" {
		return nil, bad(`a call names a tool: {"name": "…", "arguments": {…}}`)
	}
	a, err := s.Call(r.Context(), by, in.ID, f.Name, f.arguments())
	if err != nil {
		return nil, err
	}
	return answer{in.ID, a.Status, a.Text}, nil
}

// function returns the call in a body: the body itself, or OpenAI's call of a tool, which
// may have any other keys, since agents pass on what a language model's provider wrote.
func (o *object) function() (function, error) {
	if o.members["function"] != nil {
		var in struct {
			Function function `json:"function"`
		}
		err := o.into(&in)
		return in.Function, err
	}
	if err := o.only("name", "arguments", "id", "by"); err != nil {
		return function{}, err
	}
	var f function
	err := o.into(&f)
	return f, err
}

// arguments returns the text of the arguments.
func (f *function) arguments() string {
	var text string
	// OpenAI writes the arguments as a string that contains JSON.
	if json.Unmarshal(f.Arguments, &text) == nil {
		return text
	}
	return string(f.Arguments)
}
