package lint_test

import (
	"strings"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
	"github.com/mantrac/mantrac/interp"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/monitor"
)

// A brute knows what each call does in each state of a tiny project.
type brute struct {
	*modeltest.Space
	bound int
	moves [][]move // by state, then call
}

// A move is what a call does in a state.
type move struct {
	broken []ast.Expr
	next   []int
}

func newBrute(p *modeltest.Project, bound int) *brute {
	b := &brute{Space: modeltest.NewSpace(p), bound: bound}
	for id, s := range b.States {
		row := make([]move, len(b.Calls))
		for i, c := range b.Calls {
			for _, x := range b.Machine.Pre(s, c) {
				row[i].broken = append(row[i].broken, x.Expr)
			}
			row[i].next = b.Next(id, c)
		}
		b.moves = append(b.moves, row)
	}
	return b
}

// initial returns the states that a case may start in.
func (b *brute) initial(k *checker.Case) []int {
	var list []int
	for id, s := range b.States {
		if _, err := b.Machine.Start(k, s); err == nil {
			list = append(list, id)
		}
	}
	return list
}

// anywhere returns all states.
func (b *brute) anywhere() []int {
	list := make([]int, len(b.States))
	for i := range list {
		list[i] = i
	}
	return list
}

// before returns the states in which the last call of a run of some case may
// be made, the run being no longer than the bound.
func (b *brute) before() []int {
	seen := make(map[int]bool)
	var all []int
	for _, k := range b.Suite.Cases {
		visited := make(map[int]bool)
		layer := b.initial(k)
		for range b.bound {
			var next []int
			for _, s := range layer {
				if visited[s] {
					continue
				}
				visited[s] = true
				for _, m := range b.moves[s] {
					if len(m.broken) == 0 {
						next = append(next, m.next...)
					}
				}
			}
			layer = next
		}
		for s := range visited {
			if !seen[s] {
				seen[s] = true
				all = append(all, s)
			}
		}
	}
	return all
}

// breaks reports whether a call of a tool, in one of some states, breaks
// conditions of which only some count, and one at least, and is possible but
// for them. With no condition that counts it breaks none.
func (b *brute) breaks(states []int, name string, counts map[ast.Expr]bool) bool {
	for _, s := range states {
		for i, m := range b.moves[s] {
			if b.Calls[i].Tool != name || len(m.next) == 0 || (len(m.broken) > 0) != (len(counts) > 0) {
				continue
			}
			only := true
			for _, e := range m.broken {
				only = only && counts[e]
			}
			if only {
				return true
			}
		}
	}
	return false
}

// changes reports whether a call that is possible in one of some states
// changes a variable.
func (b *brute) changes(states []int, v *checker.Var) bool {
	for _, s := range states {
		for _, m := range b.moves[s] {
			for _, n := range m.next {
				one, two := interp.State{"v": b.States[s][v.Name()]}, interp.State{"v": b.States[n][v.Name()]}
				if len(m.broken) == 0 && !one.Equal(two) {
					return true
				}
			}
		}
	}
	return false
}

// verdicts returns, for each trace of a case up to the bound, which of its
// checks pass, the goal last: of runs of the model, or of those traces too in
// which the tools that the checks name are called although that is forbidden.
func (b *brute) verdicts(k *checker.Case, permissive bool) [][]bool {
	named := make(map[string]bool)
	var checks []*monitor.Check
	start := position{}
	for _, c := range k.Checks {
		m := monitor.In(b.Suite, c)
		checks = append(checks, m)
		start.checks = append(start.checks, m.Start())
		for _, a := range m.Atoms {
			named[a.Tool] = true
		}
	}
	layer := make(map[string]position)
	for _, s := range b.initial(k) {
		p := position{s, start.checks}
		layer[p.key()] = p
	}
	var rows [][]bool
	for n := 0; ; n++ {
		for _, p := range layer {
			rows = append(rows, b.row(k, checks, p))
		}
		if n == b.bound {
			return rows
		}
		next := make(map[string]position)
		for _, p := range layer {
			for i, m := range b.moves[p.state] {
				if len(m.broken) > 0 && !(permissive && named[b.Calls[i].Tool]) {
					continue
				}
				q := position{checks: make([]monitor.State, len(checks))}
				for j, c := range checks {
					q.checks[j] = c.Step(p.checks[j], c.Letter(b.Calls[i]))
				}
				for _, q.state = range m.next {
					next[q.key()] = q
				}
			}
		}
		layer = next
	}
}

// A position is where a trace has come to.
type position struct {
	state  int
	checks []monitor.State
}

func (p position) key() string {
	var b strings.Builder
	b.WriteString(string(rune(p.state)))
	for _, s := range p.checks {
		b.WriteString("|" + string(s))
	}
	return b.String()
}

func (b *brute) row(k *checker.Case, checks []*monitor.Check, p position) []bool {
	var row []bool
	for i, c := range checks {
		row = append(row, c.Verdict(p.checks[i]).Holds())
	}
	goal := true
	for _, e := range k.Goals {
		ok, _ := b.Machine.Goal(b.Suite, k.Decl.Goal, e, b.States[p.state])
		goal = goal && ok
	}
	return append(row, goal)
}
