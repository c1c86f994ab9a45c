package plan_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/mantrac/mantrac/checker"
	"github.com/mantrac/mantrac/internal/modeltest"
)

// TestPlanningProblems holds the lengths of plans for three problems of the planning
// competitions against a search that knows nothing of models.
func TestPlanningProblems(t *testing.T) {
	t.Parallel()
	for _, x := range []struct {
		file, name string
		optimum    int // by argument; the search of the test has to agree
		start      world
		goal       world
		moves      func(world) []world
	}{
		// Two balls a trip, and a way back between trips.
		{"gripper", "two", 5, balls(2, "a"), balls(2, "b"), gripper},
		{"gripper", "three", 9, balls(3, "a"), balls(3, "b"), gripper},
		{"gripper", "four", 11, balls(4, "a"), balls(4, "b"), gripper},
		// Each block is taken and put once, and c twice.
		{"blocks", "sussman", 6, world{"a": "table", "b": "table", "c": "a"}, world{"a": "b", "b": "c"}, blocks},
		// Each block is taken and put once.
		{"blocks", "reversal", 8, world{"a": "b", "b": "c", "c": "d", "d": "table"}, world{"d": "c", "c": "b", "b": "a"}, blocks},
		// Load, go, unload, three times.
		{"logistics", "one", 9, world{"t1": "post1", "t2": "air2", "plane": "air1", "p1": "post1"}, world{"p1": "post2"}, logistics},
		// The same, and three ways without load.
		{"logistics", "far", 12, world{"t1": "air1", "t2": "post2", "plane": "air2", "p1": "post1"}, world{"p1": "post2"}, logistics},
		{"logistics", "pair", 11, world{"t1": "post1", "t2": "air2", "plane": "air1", "p1": "post1", "p2": "post1"}, world{"p1": "post2", "p2": "air1"}, logistics},
	} {
		t.Run(x.file+"/"+x.name, func(t *testing.T) {
			t.Parallel()
			if n := distance(x.start, x.goal, x.moves); n != x.optimum {
				t.Fatalf("the search of the test comes to %d calls, not %d", n, x.optimum)
			}
			s, k := problem(t, x.file, x.name)
			c := find(s, k, options(t, 16))
			if c.Err != nil || len(c.Plans) != 1 || len(c.Open()) > 0 {
				t.Fatalf("%d plans, error %v, open %v", len(c.Plans), c.Err, c.Open())
			}
			if n := len(c.Plans[0].Calls); n != x.optimum {
				t.Errorf("the plan has %d calls, not %d: %v", n, x.optimum, c.Plans[0].Calls)
			}
		})
	}
}

// problem returns a case of a file in testdata.
func problem(t testing.TB, file, name string) (*checker.Suite, *checker.Case) {
	a, err := txtar.ParseFile("testdata/" + file + ".txtar")
	if err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string)
	for _, f := range a.Files {
		texts[f.Name] = string(f.Data)
	}
	p, err := modeltest.Load(texts["tools.json"], texts["model.wm"], texts["suite.checks"])
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(p.Suite.Cases, func(k *checker.Case) bool { return k.Decl.Name().Name == name })
	return p.Suite, p.Suite.Cases[i]
}

// A world says where things are.
type world map[string]string

func (w world) with(thing, place string) world {
	out := maps.Clone(w)
	out[thing] = place
	return out
}

func (w world) key() string {
	var b strings.Builder
	for _, thing := range slices.Sorted(maps.Keys(w)) {
		b.WriteString(thing + w[thing] + " ")
	}
	return b.String()
}

// distance returns the fewest moves from a world to one in which the goal holds.
func distance(start, goal world, moves func(world) []world) int {
	seen := map[string]bool{start.key(): true}
	layer := []world{start}
	for n := 0; len(layer) > 0; n++ {
		var next []world
		for _, w := range layer {
			reached := true
			for thing, place := range goal {
				reached = reached && w[thing] == place
			}
			if reached {
				return n
			}
			for _, to := range moves(w) {
				if !seen[to.key()] {
					seen[to.key()] = true
					next = append(next, to)
				}
			}
		}
		layer = next
	}
	return -1
}

// balls returns a world of the gripper problem with balls in a room.
func balls(n int, room string) world {
	w := world{}
	if room == "a" {
		w["robot"] = "a"
	}
	for _, b := range []string{"b1", "b2", "b3", "b4"}[:n] {
		w[b] = room
	}
	return w
}

func gripper(w world) (list []world) {
	list = append(list, w.with("robot", map[string]string{"a": "b", "b": "a"}[w["robot"]]))
	held := make(map[string]bool)
	for thing, place := range w {
		held[place] = held[place] || thing != "robot"
	}
	for thing, place := range w {
		for _, g := range []string{"left", "right"} {
			switch {
			case thing == "robot":
			case place == w["robot"] && !held[g]:
				list = append(list, w.with(thing, g))
			case place == g:
				list = append(list, w.with(thing, w["robot"]))
			}
		}
	}
	return list
}

func blocks(w world) (list []world) {
	covered, hand := make(map[string]bool), ""
	for block, place := range w {
		covered[place] = true
		if place == "hand" {
			hand = block
		}
	}
	for block := range w {
		switch {
		case hand == "" && !covered[block]:
			list = append(list, w.with(block, "hand"))
		case hand != "" && block != hand && !covered[block]:
			list = append(list, w.with(hand, block))
		}
	}
	if hand != "" {
		list = append(list, w.with(hand, "table"))
	}
	return list
}

func logistics(w world) (list []world) {
	for _, way := range [][3]string{{"t1", "post1", "air1"}, {"t2", "post2", "air2"}, {"plane", "air1", "air2"}} {
		list = append(list, w.with(way[0], way[1]), w.with(way[0], way[2]))
		for _, p := range []string{"p1", "p2"} {
			switch {
			case w[p] == "":
			case w[p] == w[way[0]]:
				list = append(list, w.with(p, way[0]))
			case w[p] == way[0]:
				list = append(list, w.with(p, w[way[0]]))
			}
		}
	}
	return list
}
