package revision

import (
	"bytes"
	"context"
	"crypto/sha1"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"time"
)

// A Sibling is a file beside one version of another.
type Sibling struct {
	Of   string // the name of that version, without its folder
	Text string // "" if there is no such file
}

// searchTime is how long git may look for the commit of a version.
const searchTime = 5 * time.Second

// Siblings returns the files of a name beside three versions of another file:
// base, ours and theirs, in the commits that git is merging. It reports false if
// it cannot tell which those are: git gives a merge driver the texts alone.
//
// Ours are those of HEAD. Theirs are those that git merge names in the
// environment, the stash, or the commit that has changed the file to the text or
// from it, as in a rebase, a cherry-pick or a revert. A commit counts only if it
// has the text; if several do, and differ in the files asked for, nothing is known.
func (r *Repository) Siblings(ctx context.Context, texts [3]string, name, sibling string) (list [3]Sibling, ok bool) {
	m := merging{Repository: r, ctx: ctx, name: path.Join(r.Prefix, name)}
	for i, text := range texts {
		m.hashes[i] = blobHash(text)
	}
	// The file may have another name in their commit; that takes longer to find.
	for _, candidates := range []func() [][2]string{m.named, m.changed(":(top,literal)" + m.name), m.changed(":(top)*" + path.Ext(m.name))} {
		found := m.among(candidates(), sibling)
		// More than one answer is none: the siblings would be a guess.
		if len(found) > 0 {
			return found[0], len(found) == 1
		}
	}
	return list, false
}

// among returns the different siblings in those pairs of base and theirs that
// have the texts. Several commits may have made the same change of the file, and
// only one of them recorded that a person did.
func (m *merging) among(pairs [][2]string, sibling string) (found [][3]Sibling) {
	for _, c := range pairs {
		list, ok := m.siblings([3]string{c[0], "HEAD", c[1]}, sibling)
		if ok && !slices.Contains(found, list) {
			found = append(found, list)
		}
	}
	return found
}

// blobHash returns what git calls a text, in a repository with SHA-1.
func blobHash(text string) string {
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text), text)))
}

// A merging is three versions of a file in commits to be found.
type merging struct {
	*Repository
	ctx    context.Context
	name   string // of the file, from the top of the repository
	hashes [3]string
}

// named returns the pairs of base and theirs that git names.
func (m *merging) named() [][2]string {
	var list [][2]string
	for _, v := range os.Environ() {
		// git merge sets GITHEAD_<hash>=<name> for what is merged.
		if v, ok := strings.CutPrefix(v, "GITHEAD_"); ok {
			theirs, _, _ := strings.Cut(v, "=")
			if base, err := m.MergeBase(m.ctx, theirs); err == nil {
				list = append(list, [2]string{base, theirs})
			}
		}
	}
	return append(list, [2]string{"refs/stash^1", "refs/stash"})
}

// changed finds the commits that have changed a file to their text, or from it.
func (m *merging) changed(pathspec string) func() [][2]string {
	return func() (list [][2]string) {
		ctx, cancel := context.WithTimeout(m.ctx, searchTime)
		defer cancel()
		out, _ := m.git(ctx, "log", "--all", "-m", "-n", "20", "--format=%H", "--find-object="+m.hashes[2], "--", pathspec)
		for c := range strings.FieldsSeq(string(out)) {
			// The commit may have introduced the text (pick) or removed it (revert).
			list = append(list, [2]string{c + "^1", c}, [2]string{c, c + "^1"})
		}
		return list
	}
}

// siblings returns the files beside the versions, if the commits have the texts.
func (m *merging) siblings(commits [3]string, name string) (list [3]Sibling, ok bool) {
	for i, c := range commits {
		at, ok := m.find(c, m.hashes[i])
		if !ok {
			return list, false
		}
		list[i].Of = path.Base(at)
		text, _ := m.git(m.ctx, "cat-file", "blob", c+":"+path.Join(path.Dir(at), name))
		list[i].Text = string(text)
	}
	return list, true
}

// find returns where a commit has a text: in the file, or else in one that it
// was renamed from or to.
func (m *merging) find(commit, hash string) (name string, ok bool) {
	out, err := m.git(m.ctx, "ls-tree", "-r", "-z", "--full-tree", commit)
	if err != nil {
		return "", false
	}
	var names []string
	for line := range bytes.SplitSeq(out, []byte{0}) {
		info, name, _ := strings.Cut(string(line), "\t")
		if fields := strings.Fields(info); len(fields) == 3 && fields[2] == hash {
			names = append(names, name)
		}
	}
	// Prefer the file itself among several files with the same text.
	if slices.Contains(names, m.name) || len(names) == 0 {
		return m.name, len(names) > 0
	}
	return names[0], true
}
