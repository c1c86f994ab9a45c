package project

import "testing"

// What has not changed is not looked at again: models, suites and tools stay
// the same objects.
func TestCacheKeeps(t *testing.T) {
	files, errs := Find([]string{"../examples/procurement"}, FindOptions{})
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	cache := NewCache()
	first := Check(files, Options{Cache: cache})
	second := Check(files, Options{Cache: cache})
	for i, m := range first.Models {
		if second.Models[i] != m || second.Models[i].Tools != m.Tools {
			t.Errorf("model %d was checked again", i)
		}
	}
	for i, s := range first.Suites {
		if second.Suites[i] != s {
			t.Errorf("suite %d was checked again", i)
		}
	}
	if len(first.Models) == 0 || len(first.Suites) == 0 {
		t.Error("there are no files")
	}
	Check(nil, Options{Cache: cache})
	if n := len(cache.files) + len(cache.trees) + len(cache.models) + len(cache.suites) + len(cache.tools); n != 0 {
		t.Errorf("the cache keeps %d things that nobody uses", n)
	}
}
