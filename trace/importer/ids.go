package importer

import (
	"hash/fnv"
	"strconv"

	"github.com/mantrac/mantrac/lang/document"
)

// idSet is the set of the ids that traces have. It keeps a hash of each, which
// takes 10 to 20 bytes.
type idSet struct {
	hashes map[uint64]struct{}
	next   map[uint64]int // of an id that is used again: the number to try next
}

func hashOf(id string) uint64 {
	h := fnv.New64a()
	h.Write(document.Bytes(id))
	return h.Sum64()
}

// add adds an id, and reports whether it was not there before.
func (s *idSet) add(id string) bool {
	if s.hashes == nil {
		s.hashes = make(map[uint64]struct{})
	}
	before := len(s.hashes)
	s.hashes[hashOf(id)] = struct{}{}
	return len(s.hashes) > before
}

// unused returns an id made from one that is used, and adds it.
func (s *idSet) unused(id string) string {
	if s.next == nil {
		s.next = make(map[uint64]int)
	}
	// Different ids with one hash would share the numbers, which leaves gaps and no error.
	h := hashOf(id)
	// The number begins at 2, since the first use has none.
	for n := max(2, s.next[h]); ; n++ {
		if made := id + "#" + strconv.Itoa(n); s.add(made) {
			s.next[h] = n + 1
			return made
		}
	}
}
