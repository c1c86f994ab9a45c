package validate_test

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/validate"
)

func printOf(t *testing.T, o validate.Options, tools, model, suite string) validate.Fingerprint {
	t.Helper()
	p, err := modeltest.Load(tools, model, suite)
	if err != nil {
		t.Fatal(err)
	}
	for _, k := range p.Suite.Cases {
		if k.Decl.Name().Name == "c" {
			return validate.NewSession(o).Fingerprint(p.Suite, k)
		}
	}
	t.Fatal("there is no case c")
	return validate.Fingerprint{}
}

func TestFingerprint(t *testing.T) {
	const suite = `(case c (init (locked true)) (checks (a (call open (wide true)))))`
	first := printOf(t, validate.Options{}, doorTools, doorModel, suite)
	for _, test := range []struct {
		what, tools, model, suite string
		same                      bool
	}{
		{"nothing", doorTools, doorModel, suite, true},
		{"a comment in the model", doorTools, "; a door\n" + strings.ReplaceAll(doorModel, "(pre", "; before\n(pre"), suite, true},
		{"a comment in the case", doorTools, doorModel, strings.ReplaceAll(suite, " (", " ; here\n("), true},
		{"another case", doorTools, doorModel, "(case d (goal opened))\n" + suite, true},
		{"a check", doorTools, doorModel, strings.Replace(suite, "true)))", "false)))", 1), false},
		{"a group", doorTools, doorModel, "(define g (call open))" + suite, false},
		{"a common check", doorTools, doorModel, "(common (checks (g (call open))))" + suite, false},
		{"a name", doorTools, doorModel, strings.Replace(suite, "(a ", "(b ", 1), false},
		{"an initial value", doorTools, doorModel, strings.Replace(suite, "locked true", "locked false", 1), false},
		{"a goal", doorTools, doorModel, strings.TrimSuffix(suite, ")") + " (goal opened))", false},
		{"a clause", doorTools, strings.Replace(doorModel, "(not locked)", "(not opened)", 1), suite, false},
		{"the order of transitions", doorTools, strings.Replace(strings.Replace(doorModel, "(transition knock (params) (pre) (post))", "", 1), "(transition unlock", "(transition knock (params) (pre) (post)) (transition unlock", 1), suite, false},
		{"a schema", strings.Replace(doorTools, `"red", "blue"`, `"red", "green"`, 1), doorModel, suite, false},
	} {
		if same := printOf(t, validate.Options{}, test.tools, test.model, test.suite) == first; same != test.same {
			t.Errorf("%s: the same is %v", test.what, same)
		}
	}
}

// Every option is part of it, those that are added one day too.
func TestFingerprintOfOptions(t *testing.T) {
	const suite = `(case c (goal opened))`
	seen := map[validate.Fingerprint]string{printOf(t, validate.Options{}, doorTools, doorModel, suite): "none"}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[validate.Options]()) {
		var o validate.Options
		v := reflect.ValueOf(&o).Elem().FieldByIndex(f.Index)
		switch v.Kind() {
		case reflect.Int, reflect.Int64:
			v.SetInt(7)
		case reflect.Uint:
			v.SetUint(7)
		case reflect.Bool:
			v.SetBool(true)
		case reflect.String:
			v.SetString(string(validate.Explicit))
		case reflect.Func:
			v.Set(reflect.MakeFunc(v.Type(), func([]reflect.Value) []reflect.Value { return nil }))
		case reflect.Interface:
			o.NoSolver = smt.ErrTimeout
		default:
			t.Fatalf("the kind of %s", f.Name)
		}
		print := printOf(t, o, doorTools, doorModel, suite)
		if other, had := seen[print]; had {
			t.Errorf("%s has the fingerprint of %s", f.Name, other)
		}
		seen[print] = f.Name
	}
	if printOf(t, validate.Options{Timeout: time.Second}, doorTools, doorModel, suite) == printOf(t, validate.Options{Timeout: time.Minute}, doorTools, doorModel, suite) {
		t.Error("the time is no part of it")
	}
}

// TestFingerprintOfBindings holds that a project with bindings, read twice, has one fingerprint.
func TestFingerprintOfBindings(t *testing.T) {
	var prints []validate.Fingerprint
	for range 2 {
		s, k := firstCase(t, "retail/retail.checks")
		if s.Model.Options.Answers == nil {
			t.Fatal("the example has no bindings")
		}
		prints = append(prints, validate.NewSession(validate.Options{}).Fingerprint(s, k))
	}
	if prints[0] != prints[1] {
		t.Error("the second time it has another fingerprint")
	}
}

// firstCase returns the first case of a suite among the examples, read anew.
func firstCase(t *testing.T, suite string) (*checker.Suite, *checker.Case) {
	files, errs := project.Find([]string{"../examples/" + suite}, project.FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	s := project.Check(files, project.Options{}).Suites[0]
	return s, s.Cases[0]
}
