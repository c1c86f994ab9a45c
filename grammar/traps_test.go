package grammar

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// traps are what is easily got wrong about answers, people and shared arguments,
// by number.
var traps = []string{
	1:  "a call that is right by luck rests on a value that nobody looked up",
	2:  "one of two calls is wrong, whichever it is",
	3:  "the answer comes after the act",
	4:  "a look-up of what a closed map lacks is possible",
	5:  "a writer's tie without next; an effect of a lacking field breaks nothing",
	6:  "a name that the enum lacks contradicts the model",
	7:  "two pages tied by equality contradict each other, by contains not",
	8:  "nobody is blamed before a contradiction was found",
	9:  "a hidden key in a write, and a call without an answer, are no fail",
	10: "a trace of calls alone says nothing of what the user said",
	11: "a step of the user is never a fail",
	12: "an answer comes after its call",
	13: "an or of two afters is no after of an or",
	14: "a call without the argument",
	15: "a part of what is asked for is an omission",
	16: "one sample call does not show what a test implies",
	17: "one string alone may be like two patterns",
	18: "a list that is too long is never proved not to be there",
	19: "pairs of lists of different lengths",
	20: "a list has positions, and a set members",
	21: "a definition of an absent argument under not",
	22: "a transfer to oneself",
	23: "three calls with fresh anchors are six",
}

var (
	trap   = regexp.MustCompile(`(?i)\btraps? ([0-9]+(?:(?:, | and )[0-9]+)*)`)
	number = regexp.MustCompile(`[0-9]+`)
)

// TestTrapsAreTested looks for a test that names each trap, among the sources of
// tests and the conformance cases.
func TestTrapsAreTested(t *testing.T) {
	tested := make(map[string]bool)
	err := filepath.WalkDir("..", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".txtar") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range trap.FindAllSubmatch(text, -1) {
			for _, n := range number.FindAllString(string(m[1]), -1) {
				tested[n] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for n, what := range traps {
		if what != "" && !tested[strconv.Itoa(n)] {
			t.Errorf("no test names trap %d: %s", n, what)
		}
	}
}
