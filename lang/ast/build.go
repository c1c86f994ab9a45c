package ast

import (
	"slices"

	"github.com/mantrac/mantrac/internal/parallel"
	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
)

// Parse reads a file of the given language. It never fails; what is wrong is
// in Faults. Units of prev, an earlier version of the file or nil, are used
// again where their text is unchanged, so that the time for an edit is that
// of one scan of the file and of reading the units the edit touched.
func Parse(file *source.File, kind Kind, prev *File) *File {
	var old *syntax.Tree
	if prev != nil {
		old = prev.Tree
	}
	f := fromTree(syntax.Parse(file, old), kind, prev)
	if g := f.withoutRemarks(); g != nil {
		return g
	}
	return f
}

// fromTree makes a file of a tree, with the units of prev where they are the
// same.
func fromTree(t *syntax.Tree, kind Kind, prev *File) *File {
	f := &File{Tree: t, Kind: kind}
	f.build(prev)
	f.gather()
	return f
}

// withoutRemarks reads the file again without the comments of other languages
// in it. It returns nil where there are none, or where the text makes more
// sense with them: a name may look like a mark.
func (f *File) withoutRemarks() *File {
	remarks := slices.DeleteFunc(f.Tree.Remarks(), func(r syntax.Remark) bool { return f.declares(r.Mark) })
	if len(remarks) == 0 {
		return nil
	}
	g := fromTree(syntax.ParseWithout(f.Tree.File, remarks, f.Tree), f.Kind, f)
	if g.errors()-1 > f.errors() { // one says that there are remarks
		return nil
	}
	return g
}

// declares reports whether a name is that of a variable or a constant.
func (f *File) declares(name string) bool {
	for _, m := range f.Models {
		for _, u := range m.Clauses {
			switch n := u.Node.(type) {
			case *Var:
				if n.Name != nil && n.Name.Name == name {
					return true
				}
			case *Const:
				if n.Name != nil && n.Name.Name == name {
					return true
				}
			}
		}
	}
	return false
}

// errors returns the number of errors in Faults.
func (f *File) errors() int { return diag.Tally(f.Faults).Errors }

// places says for each piece of a tree in which container it is: the
// container's keyword, or "" at the top of the file.
func places(t *syntax.Tree) []string {
	at, container := make([]string, len(t.Pieces)), ""
	for i, p := range t.Pieces {
		switch p.Kind {
		case syntax.Open:
			container = openKeyword(p.Fragment)
			at[i] = container
		case syntax.Close:
			container = ""
		default:
			at[i] = container
		}
	}
	return at
}

func openKeyword(f *syntax.Fragment) string {
	for _, t := range f.Tokens {
		if t.Kind == syntax.Ident {
			return f.Text(t.Start, t.End)
		}
	}
	return ""
}

// build makes the units of a file and puts them where they belong.
func (f *File) build(prev *File) {
	pieces := f.Tree.Pieces
	at := places(f.Tree)
	f.units = make([]*Unit, len(pieces))
	fresh, had := f.reuse(prev)
	// Each call writes one element of f.units and only reads had, so no lock is needed.
	parallel.For(len(fresh), func(n int) {
		i := fresh[n]
		// The same text in another container is another unit.
		if u := had[pieces[i].Fragment]; u != nil && u.place == at[i] {
			f.units[i] = u
			return
		}
		f.units[i] = newUnit(pieces[i], at[i])
	})
	// In the order of the file, so that the first of several counts.
	for i, u := range f.units {
		if u == nil {
			continue
		}
		if pieces[i].Kind == syntax.Open {
			f.open(u, at[i])
		} else {
			f.place(u, at[i])
		}
	}
}

// reuse takes over the units of an earlier version that the edit did not
// come near. It returns the indices of the other pieces that make units, and
// the earlier units that may serve them.
func (f *File) reuse(prev *File) (fresh []int, had map[*syntax.Fragment]*Unit) {
	pieces := f.Tree.Pieces
	prefix, suffix := 0, 0
	if prev != nil {
		prefix, suffix = f.Tree.Reused()
		copy(f.units, prev.units[:prefix])
		copy(f.units[len(pieces)-suffix:], prev.units[len(prev.units)-suffix:])
		// syntax.Parse keeps the fragment of an unchanged text, so a pointer identifies it.
		had = make(map[*syntax.Fragment]*Unit)
		for _, u := range prev.units[prefix : len(prev.units)-suffix] {
			if u != nil {
				had[u.Fragment] = u
			}
		}
	}
	for i := prefix; i < len(pieces)-suffix; i++ {
		if k := pieces[i].Kind; k == syntax.Unit || k == syntax.Open {
			fresh = append(fresh, i)
		}
	}
	return fresh, had
}

// newUnit makes the unit of a piece.
func newUnit(p syntax.Piece, place string) *Unit {
	b := builder{fragment: p.Fragment}
	u := &Unit{Fragment: p.Fragment, place: place}
	switch {
	case p.Kind == syntax.Open:
		u.Node = b.open()
	case p.Form() == nil:
		u.Node = &Bad{Range{0, len(p.Source.Text())}}
	default:
		u.Node = b.unit(p.Form(), place)
	}
	u.Faults, u.orphan, u.Seen = b.faults, b.orphan, b.seen
	// Brackets explain all faults of the unit, so they are reported in place of these.
	if brackets, ok := BracketsIn(p.Fragment, nil); ok && len(u.Faults) > 0 {
		u.Node, u.Faults, u.bracketed = &Bad{Range{0, len(p.Source.Text())}}, []diag.Diagnostic{diag.Of(brackets)}, true
	}
	return u
}

// open adds a container to the file.
func (f *File) open(u *Unit, keyword string) {
	if keyword == "case" {
		f.Cases = append(f.Cases, &Case{Header: u})
		if f.first == nil {
			f.first = u
		}
		return
	}
	f.Models = append(f.Models, &Model{Header: u})
}

// place adds a unit to the container it is in, or to the file.
func (f *File) place(u *Unit, container string) {
	switch container {
	case "model":
		m := f.Models[len(f.Models)-1]
		m.Clauses = append(m.Clauses, u)
	case "case":
		c := f.Cases[len(f.Cases)-1]
		c.Parts = append(c.Parts, u)
		f.part(c, u)
	default:
		f.suiteForm(u)
	}
}

// suiteForm adds a form of a suite that is no case.
func (f *File) suiteForm(u *Unit) {
	switch n := u.Node.(type) {
	case *Use:
		f.use(u)
		return
	case *Define:
		f.Defines = append(f.Defines, u)
	case *Common:
		f.once(&f.Common, u, n.Keyword)
	case *Rules:
		f.once(&f.Rules, u, n.Keyword)
	default:
		return
	}
	if f.first == nil {
		f.first = u
	}
}

// SharesForms reports whether two versions of a suite have the same forms beside
// its cases.
func (f *File) SharesForms(other *File) bool {
	return slices.Equal(f.Defines, other.Defines) && f.Common == other.Common && f.Rules == other.Rules
}

// Shared returns the forms of a suite that the checks of every case may depend
// on: the groups and the common checks.
func (f *File) Shared() []*Unit {
	if f.Common == nil {
		return f.Defines
	}
	return append(slices.Clip(f.Defines), f.Common)
}

// Beside returns the forms of a suite that name things and are no cases: the groups,
// the common checks and the rules.
func (f *File) Beside() []*Unit {
	if f.Rules == nil {
		return f.Shared()
	}
	return append(slices.Clip(f.Shared()), f.Rules)
}

// once adds a form that a suite has at most once.
func (f *File) once(slot **Unit, u *Unit, keyword *Ident) {
	if *slot != nil {
		// The first child of such a form is its keyword.
		first := Children((*slot).Node)[0]
		f.report(repeated{Part: keyword.Name, At: u.Span(keyword), First: (*slot).Span(first), In: "a file"})
		return
	}
	*slot = u
}

// use adds a (use …) form, of which there is at most one, before the cases.
func (f *File) use(u *Unit) {
	f.Uses = append(f.Uses, u)
	switch {
	case len(f.Uses) > 1:
		f.report(repeated{Part: "use", At: u.Span(u.Node.(*Use).Keyword), First: f.Uses[0].Span(f.Uses[0].Node.(*Use).Keyword), In: "a file"})
	case f.first != nil:
		f.report(lateUse{At: u.Span(u.Node), Before: f.first.Span(f.first.Node)})
	}
}

// part notes a part of a case under its keyword.
func (f *File) part(c *Case, u *Unit) {
	slot, keyword := c.slot(u.Node)
	if slot == nil {
		return
	}
	if *slot != nil {
		_, first := c.slot((*slot).Node)
		f.report(repeated{Part: keyword.Name, At: u.Span(keyword), First: (*slot).Span(first), In: "a case"})
		return
	}
	*slot = u
}

func (c *Case) slot(n Node) (**Unit, *Ident) {
	switch n := n.(type) {
	case *Prompt:
		return &c.Prompt, n.Keyword
	case *Init:
		return &c.Init, n.Keyword
	case *Checks:
		return &c.Checks, n.Keyword
	case *Block:
		return &c.Goal, n.Keyword
	}
	return nil, nil
}

func (f *File) report(p diag.Problem) {
	f.Faults = append(f.Faults, diag.Of(p).Map(f.Tree.Resolve))
}

// gather completes Faults with those of the tree and of the units, and with
// what is wrong with the file as a whole.
func (f *File) gather() {
	if f.Tree.Unmerged() {
		// What else is wrong may be right in the other version of git's conflict.
		f.Faults = f.Tree.Faults
		return
	}
	f.Faults = append(f.Faults, f.Tree.Faults...)
	f.dropNumbers()
	f.eachUnit(func(u *Unit) {
		for _, d := range u.Faults {
			f.Faults = append(f.Faults, d.Map(f.Tree.Resolve))
		}
	})
	f.orphans()
	// A parenthesis too many or too few moves forms from one container into another.
	if len(f.Tree.Faults) == 0 {
		f.whole()
	}
	for _, c := range f.Cases {
		if c.Checks == nil && c.Goal == nil && !c.broken() {
			f.report(nothingChecked{At: c.Header.Span(c.Header.Node)})
		}
	}
}

// dropNumbers drops what is said of numbers with commas in JSON, which is
// reported as that.
func (f *File) dropNumbers() {
	f.eachUnit(func(u *Unit) {
		if !u.bracketed {
			return
		}
		at := f.Tree.Resolve(u.Fragment.Source.Span(0, len(u.Fragment.Source.Text())))
		f.Faults = slices.DeleteFunc(f.Faults, func(d diag.Diagnostic) bool {
			return d.Code == "MC0009" && at.Start <= d.Primary.Start && d.Primary.End <= at.End
		})
	})
}

func (f *File) eachUnit(do func(*Unit)) {
	for _, u := range f.units {
		if u != nil {
			do(u)
		}
	}
}

// orphans reports the clauses and parts that are in no container, those of
// one kind of container together.
func (f *File) orphans() {
	for _, name := range heads[""] {
		var first, last *Unit
		behind, between := false, false // something else comes after the first, and between them
		f.eachUnit(func(u *Unit) {
			if u.place != "" || u.orphan != name {
				behind = first != nil
				return
			}
			if first == nil {
				first = u
			}
			last, between = u, between || behind
		})
		if first == nil {
			continue
		}
		head := first.Fragment.Form().Items[0]
		p := orphans{At: first.Fragment.Source.Span(head.Start, head.End), Name: first.Fragment.Head(first.Fragment.Form()), Container: name}
		switch {
		case f.Kind == ModelFile && name == "case":
			p.Belongs = ".checks"
		case f.Kind == ChecksFile && name == "model":
			p.Belongs = ".wm"
		}
		// The fix can wrap them only if nothing else is between them.
		if f.Kind == ModelFile && name == "model" && len(f.Models) == 0 && !between {
			start, end := f.Tree.Resolve(first.Span(first.Node)), f.Tree.Resolve(last.Span(last.Node))
			p.Wrap = f.Tree.File.Span(start.Start, end.End)
		}
		f.report(p)
	}
}

// whole checks that the file holds what a file of its kind holds.
func (f *File) whole() {
	start := f.Tree.File.Span(0, 0)
	if f.Kind == ModelFile {
		for _, c := range f.Cases {
			f.report(wrongFile{At: c.Header.Span(c.Header.Node), What: "a case", Belongs: ".checks"})
		}
		f.eachUnit(func(u *Unit) {
			if keyword := u.suiteKeyword(); keyword != nil {
				f.report(wrongFile{At: u.Span(u.Node), What: "a `" + keyword.Name + "`", Belongs: ".checks"})
			}
		})
		if len(f.Models) == 0 && len(f.Faults) == 0 {
			f.report(noModel{At: start})
		}
		for _, m := range f.Models[min(1, len(f.Models)):] {
			f.report(secondModel{At: m.Header.Span(m.Header.Node), First: f.Models[0].Header.Span(f.Models[0].Header.Node)})
		}
		return
	}
	for _, m := range f.Models {
		f.report(wrongFile{At: m.Header.Span(m.Header.Node), What: "a model", Belongs: ".wm"})
	}
	if len(f.Cases) == 0 && len(f.Faults) == 0 {
		f.report(noCase{At: start})
	}
}

// suiteKeyword returns the keyword of a form that belongs into a suite, beside
// its cases, or nil.
func (u *Unit) suiteKeyword() *Ident {
	switch n := u.Node.(type) {
	case *Use, *Define, *Common, *Rules:
		return n.(headed).head()
	}
	return nil
}

func (c *Case) broken() bool {
	return c.Header.Broken() || slices.ContainsFunc(c.Parts, (*Unit).Broken)
}

// Broken reports whether anything in the file violates lexis or grammar.
// What such a file means as a whole (that a variable is unused, say) cannot
// be told.
func (f *File) Broken() bool {
	return slices.ContainsFunc(f.Faults, func(d diag.Diagnostic) bool { return d.Severity == diag.Error })
}

// UnitAt returns the unit of the piece at an index of the tree, or nil where
// the piece makes none.
func (f *File) UnitAt(piece int) *Unit { return f.units[piece] }
