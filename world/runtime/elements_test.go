package runtime_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/worldtest"
	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/lang/types"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/runtime"
)

// listWorld returns the world of a store whose answers have lists.
func listWorld(t *testing.T, post string) *runtime.World {
	return worldOf(t, map[string]string{
		"tools.json": `[{"name": "variants", "parameters": {"type": "object", "properties": {"product": {"type": "string"}}, "required": ["product"]}}]`,
		"store.wm": `(model
  (var product (Map String String))
  (var price (Map String Real))
  (var stock (Map String Int))
  (transition variants
    (params (product p))
    (results (items list (Array (Record (id String) (price Real) (note String)))) (ids ids (Array String)))
    (pre)
    (post ` + post + `)))`,
		"store.checks": `(use "store.wm")
(case look
  (init (product (map ("mug-red" "mug") ("mug-blue" "mug") ("pen" "pen"))) (price (map ("mug-red" 4) ("mug-blue" 5.5) ("pen" 1))) (stock (map ("mug-red" 1) ("pen" 0))))
  (checks (looked (call variants))))`,
	})
}

// worldOf returns the world of the one case of a project.
func worldOf(t *testing.T, files map[string]string) *runtime.World {
	dir := t.TempDir()
	files["mantra.yaml"] = "tools: tools.json\n"
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	suite := worldtest.Read(t, dir)
	w, err := runtime.New(suite, suite.Cases[0], runtime.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// A tie to a part of an element gives a list, as the schema wants it.
func TestElementByPosition(t *testing.T) {
	w := worldOf(t, map[string]string{
		"tools.json": `[{"name": "search", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object", "properties": {
			"items": {"type": "array", "items": {"type": "object", "properties": {"id": {"type": "string"}}}}}}}]`,
		"store.wm": `(model
  (var best String)
  (transition search
    (params)
    (results ("/items/0/id" i))
    (pre)
    (post (= (result i) best))))`,
		"store.checks": `(use "store.wm")
(case look
  (init (best "pen"))
  (checks (looked (call search))))`,
	})
	a, err := w.Resume(w.Draw(nil), 1).Call(context.Background(), tool.Agent, "search", nil)
	if want := `{"items":[{"id":"pen"}]}`; err != nil || a.Text != want {
		t.Errorf("the answer is %s, not %s (%v)", a.Text, want, err)
	}
}

// A list has the elements that maps tell: one for each of their keys that the model
// allows. What they do not tell is made up.
func TestElements(t *testing.T) {
	for _, x := range []struct {
		post        string
		with, minus []string
	}{
		{`(forall (i (result list)) (and (= (param p) (get product (field i id))) (= (field i price) (get price (field i id)))))`,
			[]string{`{"id":"mug-red","price":4,`, `{"id":"mug-blue","price":5.5,`}, []string{"pen"}},
		{`(forall (i (result list)) (=> (> (get stock (field i id)) 0) (= (field i price) (get price (field i id)))))`,
			[]string{`{"id":"mug-red","price":4,`, `{"id":"pen","price":1,`}, nil},
		{`(forall (x (result ids)) (= (get product x) (param p)))`, []string{`"ids":["mug-blue","mug-red"]`}, nil},
	} {
		w := listWorld(t, x.post)
		s := w.Resume(w.Draw(nil), 1)
		a, err := s.Call(context.Background(), tool.Agent, "variants", types.Object{{Name: "product", Value: types.Text("mug")}})
		if err != nil || a.Status != trace.OK {
			t.Fatalf("%s: %+v %v", x.post, a, err)
		}
		for _, part := range x.with {
			if !strings.Contains(a.Text, part) {
				t.Errorf("%s: %s has no %s", x.post, a.Text, part)
			}
		}
		for _, part := range x.minus {
			if strings.Contains(a.Text, part) {
				t.Errorf("%s: %s has %s", x.post, a.Text, part)
			}
		}
	}
}
