// Package schematest checks documents by the JSON Schemas beside the code, for tests.
package schematest

import (
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// compiled has the schemas of the files that have been asked for.
var compiled sync.Map

// Check returns what a document violates of the schema in a file; nil if it follows it.
// A file that is no schema is an error too, so that a test of what a schema refuses needs
// one of what it accepts.
func Check(file, document string) error {
	s, ok := compiled.Load(file)
	if !ok {
		read, err := jsonschema.NewCompiler().Compile(file)
		if err != nil {
			return fmt.Errorf("schema %s: %w", file, err)
		}
		s, _ = compiled.LoadOrStore(file, read)
	}
	doc, err := jsonschema.UnmarshalJSON(strings.NewReader(document))
	if err != nil {
		return err
	}
	return s.(*jsonschema.Schema).Validate(doc)
}
