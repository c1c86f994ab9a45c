package mantrac_test

import (
	"bytes"
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/mantrac/mantrac"
	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/trace/grade"
)

func Example() {
	ctx := context.Background()
	p, err := mantrac.Load(ctx, mantrac.Options{}, "examples/procurement/before.checks")
	if err != nil {
		log.Fatal(err)
	}
	cases, err := mantrac.Validate(ctx, p, mantrac.ValidateOptions{Cases: []string{"in_stock_monitor"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range cases {
		fmt.Println(c.Name, c.Verdict)
		for _, x := range c.Conflicts {
			fmt.Println(x.Rule, x.At.File.Name())
		}
	}
	// Output:
	// in_stock_monitor forward-conflict
	// forward-conflict/asked examples/procurement/before.checks
}

func ExampleLoad() {
	p, err := mantrac.Load(context.Background(), mantrac.Options{}, "examples/procurement")
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range p.Suites {
		fmt.Println(s.File.Tree.File.Name(), len(s.Cases))
	}
	// Output:
	// examples/procurement/after.checks 2
	// examples/procurement/before.checks 2
	// examples/procurement/draft.checks 2
	// examples/procurement/precedes.checks 2
}

func ExampleCheck() {
	buffer := func(path string) (string, error) { // as an editor has it
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".checks") {
			text = bytes.Replace(text, []byte("check_inventory"), []byte("chek_inventory"), 1)
		}
		return string(text), err
	}
	list, err := mantrac.Check(context.Background(), mantrac.Options{Read: buffer}, "examples/procurement/after.checks")
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range list {
		fmt.Println(d.Severity, d.Code, d.Message)
	}
	// Output:
	// error MC0608 unknown tool `chek_inventory`
}

// A diagnostic says which rule is broken by its code. One whose problem has an
// exported type has its facts, too.
func ExampleCheck_problem() {
	buffer := func(path string) (string, error) {
		text, err := os.ReadFile(path)
		if strings.HasSuffix(path, ".checks") {
			text = bytes.Replace(text, []byte("(checks"), []byte("(checks"+strings.Repeat(" (call chek_inventory)", 1_200)), 1)
		}
		return string(text), err
	}
	list, err := mantrac.Check(context.Background(), mantrac.Options{Read: buffer}, "examples/procurement/after.checks")
	if err != nil {
		log.Fatal(err)
	}
	unknown := 0
	for _, d := range list {
		if p, ok := diag.As[checker.TooMany](d); ok {
			fmt.Printf("%d findings, of which %d are shown\n", p.All, p.Shown)
		} else if d.Code == "MC0608" {
			unknown++
		}
	}
	fmt.Println(unknown, "unknown tools")
	// Output:
	// 2400 findings, of which 1000 are shown
	// 500 unknown tools
}

func ExampleFormat() {
	text, err := mantrac.Format("world.wm", "(model (var paid   Bool))")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(text)
	// Output:
	// (model
	//   (var paid Bool))
}

func ExampleValidate() {
	ctx := context.Background()
	p, err := mantrac.Load(ctx, mantrac.Options{}, "examples/procurement/after.checks")
	if err != nil {
		log.Fatal(err)
	}
	cases, err := mantrac.Validate(ctx, p, mantrac.ValidateOptions{Bound: 6})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range cases {
		fmt.Println(c.Name, c.Verdict, len(c.Compliant))
	}
	// Output:
	// in_stock_monitor consistent 2
	// out_of_stock_dock consistent 4
}

func ExampleGrade() {
	ctx := context.Background()
	p, err := mantrac.Load(ctx, mantrac.Options{}, "examples/procurement/after.checks")
	if err != nil {
		log.Fatal(err)
	}
	o := mantrac.GradeOptions{Case: "in_stock_monitor"}
	err = mantrac.Grade(ctx, p.Suites[0], o, "examples/procurement/traces/runs.jsonl", func(r *grade.Result) error {
		fmt.Println(r.ID, r.Verdict)
		return nil
	})
	if err != nil {
		log.Fatal(err)
	}
	// Output:
	// careful pass
	// hasty fail
	// eager fail
}

func ExampleDiff() {
	ctx := context.Background()
	load := func(path string) *mantrac.Project {
		p, err := mantrac.Load(ctx, mantrac.Options{}, path)
		if err != nil {
			log.Fatal(err)
		}
		return p
	}
	changes, err := mantrac.Diff(ctx, load("examples/procurement/before.checks"), load("examples/procurement/after.checks"))
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range changes {
		fmt.Println(c.Rule, c.Text)
	}
	// Output:
	// add-check added check `(look_first (after (call assign_warehouse_picker) (call check_inventory)))` to `in_stock_monitor`
}

func ExampleExplain() {
	page, _ := mantrac.Explain("MC0412")
	title, _, _ := strings.Cut(page, "\n")
	fmt.Println(title)
	// Output:
	// # MC0412: a tool argument is written without `param`
}
