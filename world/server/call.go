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

// A request is the body of a call: the function itself, or an OpenAI call of a tool.
type request struct {
	function
	ID       string    `json:"id"`
	By       string    `json:"by"`
	Function *function `json:"function"`
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
	var in request
	if err := read(r, &in); err != nil {
		return nil, err
	}
	by, err := owner(in.By)
	if err != nil {
		return nil, err
	}
	// Both forms are read into one struct. The nested one is OpenAI's.
	f := in.function
	if in.Function != nil {
		f = *in.Function
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

// arguments returns the text of the arguments.
func (f *function) arguments() string {
	var text string
	// OpenAI writes the arguments as a string that contains JSON.
	if json.Unmarshal(f.Arguments, &text) == nil {
		return text
	}
	return string(f.Arguments)
}
