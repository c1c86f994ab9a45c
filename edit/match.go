package edit

import (
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/ops"
)

// matchClauses matches clauses: first those whose texts are equal, in order,
// then the others so that the cost is least.
func (d *differ) matchClauses(m *match) {
	at := make(map[string][]int)
	for j, x := range m.new.items {
		text := x.text(nil)
		at[text] = append(at[text], j)
	}
	for i, x := range m.old.items {
		text := x.text(d.renames)
		if list := at[text]; len(list) > 0 {
			m.join(i, list[0])
			at[text] = list[1:]
		}
	}
	// No text of an old clause that is left equals one of a new clause.
	var old, new []int
	for i, j := range m.to {
		if j < 0 {
			old = append(old, i)
		}
	}
	for j, i := range m.from {
		if i < 0 {
			new = append(new, j)
		}
	}
	d.assign(m, old, new)
}

// mostAssigned bounds the clauses of one list that are matched at least cost.
// Beyond it each takes the first that will do.
const mostAssigned = 200

// assign matches the clauses that differ.
func (d *differ) assign(m *match, old, new []int) {
	if len(old) == 0 || len(new) == 0 {
		return
	}
	gains := make([][]int, len(old))
	for i := range gains {
		gains[i] = make([]int, len(new))
		for j := range gains[i] {
			gains[i][j] = d.gain(m.old.items[old[i]], m.new.items[new[j]])
		}
	}
	best := assignment
	if len(old) > mostAssigned || len(new) > mostAssigned {
		best = greedy
	}
	for i, j := range best(gains) {
		if j >= 0 {
			m.join(old[i], new[j])
		}
	}
}

// gain returns by how much it is cheaper to replace a clause by another one
// than to remove the one and add the other; 0 where they have less than half
// of their names and values in common.
func (d *differ) gain(old, new *node) int {
	a, b := d.words(old, d.renames), d.words(new, nil)
	x, y := telling(a), telling(b)
	// Compare 2n, in both together, with half of all words.
	if n := common(x, y); n == 0 || 4*n < len(x)+len(y) {
		return 0
	}
	// One edit less, and the common tokens are neither removed nor added.
	return overhead + 2*common(a, b)
}

// telling returns the words that tell one clause from others: names and
// values, but neither operators and keywords, nor true and false, which are
// in most.
func telling(words []string) []string {
	return lists.Filter(words, func(w string) bool { return !ops.Lookup(w).IsOperator() && !ast.IsReserved(w) })
}

// greedy takes the first column with a gain for each row.
func greedy(gains [][]int) []int {
	taken := make(map[int]bool)
	rows := make([]int, len(gains))
	for i := range gains {
		rows[i] = -1
		for j, g := range gains[i] {
			if g > 0 && !taken[j] {
				rows[i], taken[j] = j, true
				break
			}
		}
	}
	return rows
}

// assignment returns, for each row of a matrix of gains, the column that it is
// assigned to so that the sum is greatest, or -1 for none. Each column is
// assigned once. It is the Hungarian algorithm with potentials, in time cubic
// in the size of the matrix.
func assignment(gains [][]int) []int {
	n, m := len(gains), len(gains[0])
	// Pad the matrix to a square with cells that gain nothing, and minimize the negated gains.
	size := max(n, m)
	cost := func(i, j int) int {
		if i < n && j < m {
			return -gains[i][j]
		}
		return 0
	}
	const far = 1 << 60
	// Count from 1: column 0 is a sentinel, and row 0 is none. u and v are the potentials.
	u, v := make([]int, size+1), make([]int, size+1)
	row, way := make([]int, size+1), make([]int, size+1) // by column, from 1
	// Each round assigns one row more. The sentinel column holds the row that is to be placed.
	for i := 1; i <= size; i++ {
		row[0] = i
		least, used := make([]int, size+1), make([]bool, size+1)
		for j := range least {
			least[j] = far
		}
		j0 := 0
		// Extend a shortest alternating path until it reaches a column that is free.
		for row[j0] != 0 {
			used[j0] = true
			i0, delta, j1 := row[j0], far, 0
			for j := 1; j <= size; j++ {
				if used[j] {
					continue
				}
				if c := cost(i0-1, j-1) - u[i0] - v[j]; c < least[j] {
					least[j], way[j] = c, j0
				}
				if least[j] < delta {
					delta, j1 = least[j], j
				}
			}
			// Shift the potentials, so that the reduced cost of column j1 becomes 0.
			for j := 0; j <= size; j++ {
				if used[j] {
					u[row[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			j0 = j1
		}
		// Flip the path: each column on it takes the row of the column before.
		for j0 != 0 {
			row[j0] = row[way[j0]]
			j0 = way[j0]
		}
	}
	columns := make([]int, n)
	for i := range columns {
		columns[i] = -1
	}
	for j := 1; j <= m; j++ {
		// Neither the padding nor a pair without gain is an assignment.
		if i := row[j] - 1; i < n && gains[i][j-1] > 0 {
			columns[i] = j - 1
		}
	}
	return columns
}
