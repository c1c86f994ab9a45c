package validate

import (
	"crypto/sha256"
	"fmt"
	"io"
	"reflect"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/tool"
)

// A Fingerprint stands for all that the answers about a case depend on, but for
// mantrac and the solver's library.
type Fingerprint [sha256.Size]byte

// Fingerprint returns that of a case: of its text, that of the groups and common
// checks of its suite, that of its model, all but for comments and layout, of the schemas of tools, and of the options, of which
// NewSolver counts as being there or not. The other cases of the suite, and the
// names of files, have no part in it. It takes time linear in the case, and
// once in the model.
func (s *Session) Fingerprint(suite *checker.Suite, k *checker.Case) Fingerprint {
	h := sha256.New()
	writeOptions(h, s.options)
	h.Write(s.modelPrint(suite.Model))
	h.Write(s.toolsPrint(suite.Tools))
	// Only this case and the shared parts: an edit of another case keeps the fingerprint.
	writeUnit(h, k.Decl.Header)
	for _, u := range k.Decl.Parts {
		writeUnit(h, u)
	}
	for _, u := range suite.File.Shared() {
		writeUnit(h, u)
	}
	return Fingerprint(h.Sum(nil))
}

// toolsPrint returns the part of a fingerprint that is the schemas'.
func (s *Session) toolsPrint(set *tool.Set) []byte {
	if sum, ok := s.prints.Load(set); ok {
		return sum.([]byte)
	}
	h := sha256.New()
	writeTools(h, set)
	// Two goroutines may both compute the sum; both then use the first one stored.
	sum, _ := s.prints.LoadOrStore(set, h.Sum(nil))
	return sum.([]byte)
}

// modelPrint returns the part of a fingerprint that is the model's.
func (s *Session) modelPrint(m *checker.Model) []byte {
	if sum, ok := s.prints.Load(m); ok {
		return sum.([]byte)
	}
	h := sha256.New()
	writeText(h, fmt.Sprint("strict ", m.Options.Strict))
	if b := m.Options.Answers; b != nil && b.File != nil {
		writeText(h, b.File.Text())
	}
	h.Write(s.toolsPrint(m.Tools))
	for _, file := range m.File.Models {
		for _, u := range file.Clauses {
			writeUnit(h, u)
		}
	}
	sum, _ := s.prints.LoadOrStore(m, h.Sum(nil))
	return sum.([]byte)
}

// writeText writes a text so that it is known where it ends.
func writeText(w io.Writer, text string) { fmt.Fprintf(w, "%d:%s\n", len(text), text) }

// writeUnit writes the tokens of a unit.
func writeUnit(w io.Writer, u *ast.Unit) {
	for _, t := range u.Fragment.Tokens {
		if !t.Kind.IsTrivia() {
			writeText(w, u.Fragment.Text(t.Start, t.End))
		}
	}
	// No token is an empty line, so this separates units.
	io.WriteString(w, "\n")
}

func writeTools(w io.Writer, set *tool.Set) {
	if set == nil {
		writeText(w, "no tools")
		return
	}
	writeText(w, fmt.Sprintf("tools %v", set.Format))
	writeText(w, set.Meaning())
}

// writeOptions writes every field, those that are added one day too: a field
// that is forgotten here would make answers to other options count.
func writeOptions(w io.Writer, o Options) {
	v := reflect.ValueOf(o)
	for i := range v.NumField() {
		f := v.Field(i)
		text := fmt.Sprintf("%v", f)
		if f.Kind() == reflect.Func || f.Kind() == reflect.Interface {
			// The address of a function differs from run to run.
			text = fmt.Sprint(f.IsNil())
		}
		writeText(w, v.Type().Field(i).Name+"="+text)
	}
}
