package project

import (
	"fmt"
	"slices"

	"github.com/mantrac/mantrac/lang/diag"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/spell"
	"github.com/mantrac/mantrac/lang/tool"
)

// users is what the key `user_tools` says: a file with the schemas of the user's
// tools, or which of the tools are the user's.
type users struct {
	file   named
	format tool.Format
	names  []label
	at     source.Span // of the value
}

func (u *users) any() bool { return u.file.path != "" || len(u.names) > 0 }

// loadUsers reads the key `user_tools`: the name of a file, a mapping of format
// and source, or a list of names.
func (r *run) loadUsers(c *config, v *document.Node) {
	c.users.file.absent = true
	if v == nil {
		return
	}
	c.users.at = place(v)
	switch v.Kind {
	case document.List:
		for _, n := range v.Items {
			if n.Kind == document.String {
				c.users.names = append(c.users.names, label{tool: n.Text, at: n.At})
			}
		}
	case document.Object:
		if f := v.Get("format"); f.Is(document.String) {
			c.users.format, _ = tool.ParseFormat(f.Text)
		}
		c.users.file = r.namedFile(c, "user_tools.source", v.Get("source"), "")
	default:
		c.users.file = r.namedFile(c, "user_tools", v, "")
	}
	if c.users.any() && c.tools.absent && r.o.Tools == "" {
		c.report(userToolsAlone{at: c.users.at})
	}
}

// addUsers makes tools the user's, and adds those of the user's own file.
func (r *run) addUsers(t *toolset, c *config) {
	// Tools given in place of the project's need not include those that are named here.
	own := r.tools == ""
	var found []diag.Diagnostic
	for _, l := range c.users.names {
		switch known := t.set.Lookup(l.tool); {
		case known != nil:
			known.Owner = tool.User
		case own:
			found = append(found, diag.Of(noUserTool{name: l.tool, at: l.at, near: spell.Nearest(l.tool, t.set.Names()), tools: c.tools.at}))
		}
	}
	if c.users.file.path != "" {
		found = append(found, r.mergeUsers(t, c)...)
	}
	t.found = append(t.found, capped(found)...)
}

// mergeUsers adds the tools of the user's file.
func (r *run) mergeUsers(t *toolset, c *config) (found []diag.Diagnostic) {
	file, err := r.open(c.users.file.path, File{Name: c.file.Name()})
	if err != nil {
		return nil // reported where it is named
	}
	set, found := readOurs(file, func(f *source.File) (*tool.Set, []diag.Diagnostic) { return tool.Read(f, c.users.format) })
	if slices.ContainsFunc(found, unread) {
		// With some tools unread, others would be said not to exist.
		t.set = nil
		return found
	}
	for _, u := range set.Tools {
		if had := t.set.Lookup(u.Name); had != nil {
			found = append(found, diag.Of(toolOfBoth{name: u.Name, at: u.NameSpan, first: had.NameSpan}))
		}
	}
	t.set = t.set.WithUsers(set)
	return found
}

// noUserTool is MC0715: a tool that is said to be the user's and does not exist.
type noUserTool struct {
	name, near string
	at, tools  source.Span
}

// Diagnose implements [diag.Problem].
func (p noUserTool) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0715", p.at, "unknown tool `%s`, named as the user's", diag.Excerpt(p.name))
	d.Also(p.tools, "the tools are in this file")
	if p.near != "" {
		d.Fix(fmt.Sprintf("write `%s`", p.near), diag.Edit{Span: p.at, New: scalar(p.near)})
	}
	return d
}

// userToolsAlone is MC0715: user_tools without tools.
type userToolsAlone struct{ at source.Span }

// Diagnose implements [diag.Problem].
func (p userToolsAlone) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0715", p.at, "`user_tools` requires `tools`")
	d.Helpf("name the schemas of the agent's tools by `tools`, or, without schemas, write `(by user)` after the name of each transition of the user")
	return d
}

// toolOfBoth is MC0715: a tool in the file of the agent's tools and in that of
// the user's.
type toolOfBoth struct {
	name      string
	at, first source.Span
}

// Diagnose implements [diag.Problem].
func (p toolOfBoth) Diagnose() diag.Diagnostic {
	d := diag.Errorf("MC0715", p.at, "the tool `%s` is the agent's and the user's", diag.Excerpt(p.name))
	d.Also(p.first, "the agent's")
	d.Helpf("a tool has one owner: leave it in one of the files, or give the other one another name")
	return d
}
