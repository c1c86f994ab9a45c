package checker

import (
	"slices"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/published"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
)

// CheckSuite checks a suite against a model and tool schemas; either may be
// nil, and then what rests on it is not checked.
func CheckSuite(f *ast.File, m *Model, tools *tool.Set, opts Options) *Suite {
	return RecheckSuite(f, m, tools, opts, nil)
}

// RecheckSuite is [CheckSuite] with an earlier result at hand, prev, or nil: a
// case is checked again only if its text, or something that it asked for,
// changed.
func RecheckSuite(f *ast.File, m *Model, tools *tool.Set, opts Options, prev *Suite) *Suite {
	// Goals may read hidden variables that no transition reads; the model gets them before anything
	// is checked.
	m = m.withSeen(goals(f))
	s := &Suite{File: f, Model: m, Tools: tools, Answers: opts.Answers, options: opts}
	s.units = make(map[*ast.Unit]*unitInfo, 3*len(f.Cases))
	// The embedded Suite keeps the model as given; c.Model shadows it and is nil if nothing of it
	// could be read.
	c := suiteChecker{Suite: s, Model: m.usable(), earlier: s.earlier(prev)}
	// Groups come before cases, whose checks may name them.
	c.declareGroups()
	c.checkShared()
	first := make(map[string]source.Span)
	for _, decl := range f.Cases {
		if name := decl.Name(); name != nil {
			at := decl.Header.Span(name)
			if had, twice := first[name.Name]; twice {
				c.report(sameName{Code: "MC0603", What: "cases", At: at, Name: name.Name, First: had})
			} else {
				first[name.Name] = at
			}
		}
		// Names are compared before reuse, since a duplicate depends on the other cases.
		if !c.reuse(decl) {
			c.checkCase(decl)
		}
	}
	c.finish()
	return s
}

// goals returns the goals of the cases of a file.
func goals(f *ast.File) (list []*ast.Unit) {
	for _, k := range f.Cases {
		if k.Goal != nil {
			list = append(list, k.Goal)
		}
	}
	return list
}

// A suiteChecker is one run of [CheckSuite].
type suiteChecker struct {
	*Suite
	Model   *Model // nil where there is none, or where nothing of it could be read
	earlier earlier
	found   []diag.Diagnostic
}

func (c *suiteChecker) report(p diag.Problem) { c.found = append(c.found, diag.Of(p)) }

// finish makes the list of diagnostics. Those of units point into their
// fragments, or into fragments of the model.
func (c *suiteChecker) finish() {
	// First the forms beside the cases, then the findings that need all cases together.
	for _, u := range c.File.Beside() {
		c.found = append(append(c.found, c.units[u].diagnostics...), c.units[u].lints...)
	}
	c.found = append(c.found, c.unusedGroups()...)
	if !c.options.Strict {
		c.repeatedInAll()
	}
	// Without a schema, the pins of all cases must agree on the type of an argument.
	conflicts := c.agree()
	for _, k := range c.File.Cases {
		for _, u := range k.Parts {
			info := c.units[u]
			if info == nil {
				continue
			}
			c.found = append(append(c.found, info.diagnostics...), conflicts[u]...)
			if len(conflicts[u]) == 0 { // lints wait for errors
				c.found = append(c.found, info.lints...)
				c.lintSeen(u, info)
			}
		}
	}
	// These lints depend on the model as a whole, so they are computed anew in each run.
	for _, k := range c.Cases {
		if k.Decl.Checks != nil && len(conflicts[k.Decl.Checks]) == 0 {
			for _, d := range c.orders(k) {
				if !slices.ContainsFunc(c.found, func(had diag.Diagnostic) bool { return had.Code == d.Code && had.Primary == d.Primary }) {
					c.found = append(c.found, d) // of a check of all cases it is said once
				}
			}
		}
	}
	// Lints about owners look at properties, which exist only for checks without errors.
	if !c.File.Broken() && !erroneous(c.found) {
		c.found = append(c.found, c.owners()...)
	}
	if c.options.Strict {
		c.found = append(c.found, published.Extensions(c.File)...)
	}
	list := slices.Clone(c.File.Faults)
	if c.File.Tree.Unmerged() {
		c.found = nil // what is wrong may be right in the version that is not read
	}
	// Map spans from fragments to files only here: fragments are shared by several runs.
	for _, d := range c.found {
		list = append(list, d.Map(c.resolve))
	}
	c.Diagnostics = presentable(list, c.File)
	c.findUnsound()
}

func (c *suiteChecker) resolve(s source.Span) source.Span {
	// Resolve leaves a span alone that belongs to another file, so both trees can be tried.
	s = c.File.Tree.Resolve(s)
	if c.Model != nil {
		s = c.Model.File.Tree.Resolve(s)
	}
	return s
}

// checkCase checks the parts of a case.
func (c *suiteChecker) checkCase(decl *ast.Case) {
	k := &Case{Decl: decl}
	c.Cases = append(c.Cases, k)
	for _, u := range decl.Parts {
		c.units[u] = newInfo()
	}
	if decl.Init != nil && c.Model != nil {
		c.checkInit(k, decl.Init)
	}
	if decl.Goal != nil {
		c.checkGoal(k, decl.Goal)
	}
	if decl.Checks != nil {
		c.checkChecks(k, decl.Checks)
	}
	// Common checks come last and are checked in their own unit, not once for each case.
	k.Checks = append(k.Checks, c.CommonChecks()...)
}

// checkInit checks the initial values.
func (c *suiteChecker) checkInit(k *Case, u *ast.Unit) {
	info := c.units[u]
	first := make(map[string]*ast.Ident)
	for _, e := range u.Node.(*ast.Init).Entries {
		if e.Name == nil {
			continue
		}
		name := e.Name.Name
		if had := first[name]; had != nil {
			info.report(initTwice{At: u.Span(e.Name), Name: name, First: u.Span(had)})
			continue
		}
		first[name] = e.Name
		object := c.Model.scope[name]
		// The case is checked again if the name comes to mean something else.
		info.asked[name] = object
		switch o := object.(type) {
		case *Var:
			info.objects[e.Name] = o
			// An initial record may leave fields out; these are free.
			v := valuer{unit: u, info: info, code: "MC0606", partial: true}
			if value := v.value(e.Value, o.Type); value != nil {
				k.Init = append(k.Init, Initial{Var: o, Value: value})
			}
		case *Const:
			info.objects[e.Name] = o
			info.report(initOfConst{At: u.Span(e.Name), Name: name, Declared: o.Declared()})
		// Reported where the declaration could not be read.
		case unread:
		default:
			info.report(unknownInit{At: u.Span(e.Name), Name: name, Near: c.uninitialised(name, u.Node.(*ast.Init)), Model: c.Model.File.Tree.File.Name()})
		}
	}
}

// uninitialised returns the variable without an initial value that a name was
// probably meant to be, or "".
func (c *suiteChecker) uninitialised(name string, init *ast.Init) string {
	free := slices.DeleteFunc(c.Model.scope.declared(false), func(v string) bool {
		return slices.ContainsFunc(init.Entries, func(e *ast.Pin) bool { return e.Name != nil && e.Name.Name == v })
	})
	return spell.Nearest(name, free)
}

// checkGoal checks the expressions over the final state.
func (c *suiteChecker) checkGoal(k *Case, u *ast.Unit) {
	info := c.units[u]
	block := u.Node.(*ast.Block)
	k.Goals = block.Exprs
	if c.Model == nil {
		// Without a model, any head could be a definition, except for words of other languages.
		info.foreignHeads(u, block)
		return
	}
	t := &typer{unit: u, info: info, scope: c.Model.scope, speller: c.Model.speller, place: inGoal,
		uses: make(map[*Param]use), read: make(map[*Param]bool)}
	block = t.expandBlock(block)
	k.Goals = block.Exprs
	// Findings up to here are about definitions and their operands; settle leaves them as they are.
	own := len(info.diagnostics)
	t.clauses(block.Exprs)
	info.brackets()
	// The call of brackets may have shortened the list.
	t.settle(min(own, len(info.diagnostics)))
	// A goal that could not be expanded whole would give misleading lints.
	if !u.Broken() && !info.poisoned && !erroneous(info.diagnostics) {
		t.lintBlock(block)
	}
}

// foreignHeads reports the operators of other notations in a goal of which no
// model tells the definitions.
func (u *unitInfo) foreignHeads(unit *ast.Unit, b *ast.Block) {
	for a := range ast.Each[*ast.Apply](b) {
		if a.Foreign(unit) {
			u.report(a.NotApplied(unit, ""))
		}
	}
}

// checkChecks checks the checks of a case, each by itself and then together.
func (c *suiteChecker) checkChecks(k *Case, u *ast.Unit) {
	info := c.units[u]
	first := make(map[string]*ast.Ident)
	for _, check := range u.Node.(*ast.Checks).Checks {
		k.Checks = append(k.Checks, check)
		if check.Name == nil {
			continue
		}
		if had := first[check.Name.Name]; had != nil {
			info.report(sameName{Code: "MC0604", What: "checks of a case", At: u.Span(check.Name), Name: check.Name.Name, First: u.Span(had)})
			continue
		}
		first[check.Name.Name] = check.Name
		if had := c.commonCheck(check.Name.Name); had != nil {
			info.report(sameName{Code: "MC0604", What: "checks of a case", At: u.Span(check.Name), Name: check.Name.Name, First: c.File.Common.Span(had.Name)})
		}
	}
	// A check with a duplicate name is still checked: its calls may have errors too.
	for _, check := range k.Checks {
		c.checkForm(u, info, k, check.Form)
	}
	c.checkVariables(u, info, k.Checks)
	if !u.Broken() && !erroneous(info.diagnostics) {
		// Split the lints from the errors: finish drops lints if the case conflicts with another
		// one.
		n := len(info.diagnostics)
		lintChecks(u, info, k.Checks, c.options)
		info.diagnostics, info.lints = info.diagnostics[:n:n], append(info.lints, info.diagnostics[n:]...)
	}
}

// Atoms returns the calls and no-calls of a check form, in source order.
func Atoms(f ast.CheckForm) []*ast.Atom {
	if f == nil {
		return nil
	}
	return slices.Collect(ast.Each[*ast.Atom](f))
}

// checkAtom checks the tool of a call and its pinned arguments.
func (c *suiteChecker) checkAtom(u *ast.Unit, info *unitInfo, a *ast.Atom) {
	if a.Tool == nil {
		return
	}
	name := a.Tool.Name
	schema := c.Tools.Lookup(name)
	transition := c.transitionOf(a)
	switch {
	case transition != nil:
		info.objects[a.Tool] = transition
	// The transition may be in a part of the model that could not be read.
	case c.Model != nil && c.Model.mentions(name):
	case schema == nil && (c.Tools != nil || c.Model != nil):
		info.report(unknownTool{At: u.Span(a.Tool), Name: name, Known: c.toolNames(), Group: c.groups[name] != nil})
	case c.Model != nil && !c.Model.File.Broken() && !c.Tools.IsEvent(name): // what is said need not be modelled
		info.report(unmodelledTool{At: u.Span(a.Tool), Name: name, Model: c.Model.File.Tree.File.Name()})
	}
	p := pinner{unit: u, info: info}
	p.pins(a, schema, transition)
}

// toolNames returns the tools of the schemas and of the model.
func (c *suiteChecker) toolNames() []string {
	names := make(map[string]bool)
	if c.Tools != nil {
		for _, n := range c.Tools.Names() {
			names[n] = true
		}
	}
	if c.Model != nil {
		for n := range c.Model.tools {
			names[n] = true
		}
	}
	return sortedKeys(names)
}

// CheckProject reports what only a model together with all of its suites
// shows: constants that none of them uses, variables that no transition
// sets and no case gives a value, and idioms with a shorter form: conditions that
// are written out several times, and sets that are used as maps. Positions are in the model's file.
func CheckProject(m *Model, suites []*Suite) []diag.Diagnostic {
	// With errors, a use may be in what could not be read: everything would look unused.
	if erroneous(m.Diagnostics) || slices.ContainsFunc(suites, func(s *Suite) bool { return erroneous(s.Diagnostics) }) {
		return nil
	}
	unused := m.unusedConsts(suites)
	unapplied := m.unusedDefinitions(suites)
	neverSet := m.neverSet(suites)
	var list []diag.Diagnostic
	for _, k := range m.Consts {
		if unused[k] {
			list = append(list, diag.Of(unusedConst{At: k.Declared(), Clause: k.Unit.Span(k.Unit.Node)}))
		}
	}
	for _, d := range m.Definitions {
		if unapplied[d] {
			list = append(list, diag.Of(unusedDefinition{At: d.Declared(), Form: d.Unit.Span(d.Decl)}))
		}
	}
	for _, v := range m.Vars {
		if neverSet[v] {
			list = append(list, diag.Of(neverSetProblem{At: v.Declared()}))
		}
	}
	if !m.Options.Strict { // the shorter forms are extensions
		list = append(append(list, m.nameConditions()...), m.useMaps(suites)...)
	}
	for i, d := range list {
		list[i] = diag.Tidy(d.Map(m.File.Tree.Resolve))
	}
	return diag.Canonical(list)
}
