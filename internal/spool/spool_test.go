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
