package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/compiler"
	"github.com/mantrac/mantrac/compiler/smt"
	"github.com/mantrac/mantrac/compiler/system"
	"github.com/mantrac/mantrac/internal/disk"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/internal/report"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/project"
)

func compile(c *cli.Context) error {
	horn := c.String("emit") == "horn"
	if horn && c.IsSet("bound") {
		return suggest("--emit horn is about traces of every length, and takes no --bound", "", "mantrac help compile")
	}
	found, err := selectedCases(c)
	if err != nil {
		return err
	}
	var scenarios []*system.Scenario
	for _, k := range found.Cases {
		scenarios = append(scenarios, system.NewScenario(k.Suite, k.Decl))
	}
	if len(scenarios) > 0 {
		if c.String("emit") == "json" {
			err = emitSystem(scenarios, c.String("output"))
		} else {
			err = emitScripts(scenarios, c.StringSlice("query"), kind{c.Int("bound"), horn}, c.String("output"))
		}
	}
	if err == nil && found.Bad {
		return status(exitBadInput)
	}
	return answered(c, found, err)
}

func emitSystem(scenarios []*system.Scenario, path string) error {
	// For gives the suites one model, with the hidden variables that any of them reads.
	m, suites := scenarios[0].Model.For(lists.Map(scenarios, func(sc *system.Scenario) *checker.Suite { return sc.Suite }))
	if len(suites) < len(scenarios) {
		return errors.New("the cases are about several models; name suites of one")
	}
	lowered := system.Lower(m)
	for i, sc := range scenarios {
		scenarios[i] = lowered.Scenario(suites[i], sc.Case)
	}
	return writeOut(path, func(w io.Writer) error { return compiler.WriteSystem(w, lowered, scenarios) })
}

// A kind of scripts.
type kind struct {
	bound int
	horn  bool // clauses about every length, and not a formula about the bound's
}

// A script is a question about a case.
type script struct {
	*system.Scenario
	system *system.System
	query  system.Query
	kind
}

func (s script) name() string { return s.Case.Decl.Name().Name }

// question returns the query as --query takes it.
func (s script) question() string {
	if s.query.Kind == system.Commission || s.query.Kind == system.Omission {
		return s.query.Kind.String() + ":" + s.query.Name()
	}
	return s.query.Kind.String()
}

func (s script) suite() string { return s.Suite.File.Tree.File.Name() }

func (s script) title() string {
	return fmt.Sprintf("%s, case %s: %s", filepath.ToSlash(s.suite()), s.name(), s.question())
}

func (s script) write(w io.Writer) error {
	if s.horn {
		return s.writeClauses(w)
	}
	bound := s.Bound(s.query, s.bound)
	if err := compiler.Supports(s.system, s.Scenario, s.query); err != nil {
		return fmt.Errorf("case %s: %s: %w", project.Shown(s.name()), s.question(), err)
	}
	header := fmt.Sprintf("%s, at most %s\nsat: such a trace exists; unsat: none exists", s.title(), report.Count(bound, "call"))
	return smt.WriteScript(w, header, compiler.Reference(s.Scenario, s.query, bound).Assertions)
}

func (s script) writeClauses(w io.Writer) error {
	clauses, err := compiler.Horn(s.system, s.Scenario, s.query)
	if err != nil {
		return fmt.Errorf("case %s: %s: %w", project.Shown(s.name()), s.question(), err)
	}
	header := s.title() + ", of every length\nsat: no such trace exists, of any length; unsat: one exists"
	if len(clauses.Approximate) > 0 {
		header += "; unsat may be\nwrong, as these clauses over-approximate " + strings.Join(clauses.Approximate, " and ")
	}
	return smt.WriteHorn(w, header, clauses.Rules, clauses.Goal)
}

func (s script) extension() string {
	if s.horn {
		return ".horn.smt2"
	}
	return ".smt2"
}

// selected returns the scripts for the questions that are asked for; all, if
// none is.
func selected(scenarios []*system.Scenario, queries []string, what kind) ([]script, error) {
	var list []script
	var all []string
	lowered := make(map[*checker.Model]*system.System)
	for _, sc := range scenarios {
		// Lowering is shared by all questions about a model.
		if lowered[sc.Model] == nil {
			lowered[sc.Model] = system.Lower(sc.Model)
		}
		for _, q := range sc.Queries() {
			s := script{sc, lowered[sc.Model], q, what}
			all = append(all, s.question())
			if len(queries) == 0 || slices.Contains(queries, s.question()) {
				list = append(list, s)
			}
		}
	}
	for _, q := range queries {
		if !slices.Contains(all, q) {
			return nil, suggest("unknown question "+project.Shown(q)+" about these cases", spell.Nearest(q, all), "mantrac help compile")
		}
	}
	return list, nil
}

func emitScripts(scenarios []*system.Scenario, queries []string, what kind, path string) error {
	list, err := selected(scenarios, queries, what)
	if err != nil {
		return err
	}
	// A single script goes to the path itself, unless that is a folder.
	if info, err := os.Stat(path); len(list) == 1 && (err != nil || !info.IsDir()) {
		return writeOut(path, list[0].write)
	}
	if path == "" {
		return tooMany(list)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return err
	}
	names := scriptNames(list)
	var unsaid []error // of the questions that formulas cannot say
	for i, s := range list {
		var b bytes.Buffer
		if err := s.write(&b); err != nil {
			// One question without a formula does not keep the others from being written.
			unsaid = append(unsaid, err)
			continue
		}
		if err := disk.Write(filepath.Join(path, names[i]), b.Bytes()); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "%s in %s\n", report.Count(len(list)-len(unsaid), "script"), project.Shown(path))
	if len(unsaid) == 0 {
		return nil
	}
	fmt.Fprintf(os.Stderr, "%s without a script:\n", report.Count(len(unsaid), "question"))
	for _, err := range unsaid {
		fmt.Fprintln(os.Stderr, "  "+err.Error())
	}
	return status(exitInconclusive)
}

// tooMany is the error about several scripts without a folder for them. It names what
// they differ in.
func tooMany(list []script) error {
	var cases, questions []string
	suites := make(map[string][]string) // by case
	for _, s := range list {
		cases, questions = lists.Include(cases, s.name()), lists.Include(questions, s.question())
		suites[s.name()] = lists.Include(suites[s.name()], project.Shown(s.suite()))
	}
	var cause string
	var ways []string
	if i := slices.IndexFunc(cases, func(name string) bool { return len(suites[name]) > 1 }); i >= 0 {
		cause = fmt.Sprintf(", since %d suites have the case %s", len(suites[cases[i]]), project.Shown(cases[i]))
		ways = append(ways, "naming one suite ("+listed(suites[cases[i]])+")")
	}
	if len(cases) > 1 {
		ways = append(ways, "--case")
	}
	if len(questions) > 1 {
		ways = append(ways, "--query")
	}
	return fmt.Errorf("there are %d scripts%s; choose one by %s, or name a folder by -o", len(list), cause, strings.Join(ways, " and "))
}

// scriptNames returns names of files, CASE.QUESTION.smt2 or .horn.smt2. Where several
// suites have a case of that name, that of the suite comes before it, and a
// number after it if that does not help.
func scriptNames(list []script) []string {
	suites := make(map[string]map[string]bool)
	for _, s := range list {
		// Some file systems do not distinguish case.
		key := strings.ToLower(s.name())
		if suites[key] == nil {
			suites[key] = make(map[string]bool)
		}
		suites[key][s.suite()] = true
	}
	taken := make(map[string]bool)
	var names []string
	for _, s := range list {
		name := safe(s.name()) + "." + safe(strings.Replace(s.question(), ":", "-", 1))
		if len(suites[strings.ToLower(s.name())]) > 1 {
			name = safe(strings.TrimSuffix(filepath.Base(s.suite()), ".checks")) + "." + name
		}
		for base, n := name, 2; taken[strings.ToLower(name)]; n++ {
			name = fmt.Sprintf("%s.%d", base, n)
		}
		taken[strings.ToLower(name)] = true
		names = append(names, name+s.extension())
	}
	return names
}

// safe returns a name as a part of a file name that every system takes:
// other characters become % and their bytes, and very long names are cut.
func safe(name string) string {
	const longest = 80
	var b strings.Builder
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '_', c == '-', c == '.' && i > 0:
			b.WriteByte(c)
		default:
			fmt.Fprintf(&b, "%%%02X", c)
		}
	}
	return b.String()[:min(b.Len(), longest)]
}
