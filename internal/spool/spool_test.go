package spool_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/internal/spool"
)

// What is added comes back in order, more than once, from memory and from the
// file.
func TestSpool(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 200_000} {
		var s spool.Spool
		for i := range n {
			if err := s.Add(record(i)); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			i := 0
			s.All(func(got []byte) bool {
				if !bytes.Equal(got, record(i)) {
					t.Fatalf("%d: %q", i, got)
				}
				i++
				return true
			})
			if i != n || s.Err() != nil {
				t.Errorf("%d of %d records, %v", i, n, s.Err())
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func record(i int) []byte { return []byte(strings.Repeat(fmt.Sprint(i), i%40)) }

// Records come back in the order of their keys, and those of one key in the order
// in which they were added.
func TestSorter(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 300_000} {
		r := rand.New(rand.NewPCG(1, uint64(n)))
		var s spool.Sorter
		var want []string
		for i := range n {
			key := fmt.Sprintf("key %06d", r.IntN(n))
			text := fmt.Sprintf("%07d %s", i, strings.Repeat("x", 30))
			want = append(want, key+"\x00"+text)
			if err := s.Add([]byte(key), []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(want) // a record begins with its number
		for range 2 {
			i := 0
			s.All(func(key, text []byte) bool {
				if got := string(key) + "\x00" + string(text); got != want[i] {
					t.Fatalf("%d of %d: %q, want %q", i, n, got, want[i])
				}
				i++
				return true
			})
			if i != n || s.Err() != nil {
				t.Errorf("%d of %d records, %v", i, n, s.Err())
			}
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

// The records of a key come back together, groups in the order of their first
// records, from memory and from the files.
func TestGrouper(t *testing.T) {
	for _, n := range []int{0, 1, 1000, 120_000} {
		r := rand.New(rand.NewPCG(2, uint64(n)))
		var g spool.Grouper
		groups := make(map[string][]string)
		var keys []string
		for i := range n {
			key := fmt.Sprint("key ", r.IntN(n/3+1))
			text := fmt.Sprintf("%s: %d %s", key, i, strings.Repeat("x", 60))
			if groups[key] == nil {
				keys = append(keys, key)
			}
			groups[key] = append(groups[key], text)
			if err := g.Add([]byte(key), []byte(text)); err != nil {
				t.Fatal(err)
			}
		}
		for range 2 {
			at, inGroup := -1, 0
			g.All(func(first bool, record []byte) bool {
				if first {
					at, inGroup = at+1, 0
				}
				if got, want := string(record), groups[keys[at]][inGroup]; got != want || first != (inGroup == 0) {
					t.Fatalf("record %d of group %d of %d: %q, want %q", inGroup, at, n, got, want)
				}
				inGroup++
				return true
			})
			if at+1 != len(keys) || g.Err() != nil {
				t.Errorf("%d of %d groups, %v", at+1, len(keys), g.Err())
			}
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A record that is larger than what is kept in memory does not stay there.
func TestLargeRecord(t *testing.T) {
	large := bytes.Repeat([]byte("large "), 10<<20)
	var g spool.Grouper
	for _, record := range [][]byte{[]byte("a"), large, []byte("b")} {
		if err := g.Add([]byte("key"), record); err != nil {
			t.Fatal(err)
		}
	}
	var sizes []int
	g.All(func(_ bool, record []byte) bool {
		sizes = append(sizes, len(record))
		return true
	})
	if !slices.Equal(sizes, []int{1, len(large), 1}) || g.Err() != nil || g.Close() != nil {
		t.Errorf("%v, %v", sizes, g.Err())
	}
}
