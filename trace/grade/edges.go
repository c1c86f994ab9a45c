package grade

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mantrac/mantrac/internal/jsontext"
)

// ReadEdges reads a list of forbidden edges in JSON.
func ReadEdges(r io.Reader) ([]Edge, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var edges []Edge
	d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")))
	d.DisallowUnknownFields()
	err = d.Decode(&edges)
	switch {
	case err != nil:
		err = errors.New(jsontext.Fault(err))
	case edges == nil:
		err = errors.New("found null")
	}
	if err == nil {
		// Decode stops after the first value.
		if _, end := d.Token(); !errors.Is(end, io.EOF) {
			err = errors.New("data after the list")
		}
	}
	if err != nil {
		return nil, fmt.Errorf(`expected a list [{"from": TOOL, "to": TOOL, "reason": …}]: %w`, err)
	}
	for i, e := range edges {
		if e.From == "" || e.To == "" {
			return nil, fmt.Errorf("edge %d lacks `from` or `to`", i+1)
		}
	}
	return edges, nil
}
