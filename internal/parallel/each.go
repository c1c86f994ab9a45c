package parallel

import (
	"maps"
	"runtime"
	"slices"
	"sync"
)

// Each does f for each element of a list, so many at a time, and returns what
// comes out in the order of the list, or the first error in that order. Each worker
// keeps to one thread, for the sake of the memory that a C library has for each.
func Each[E, R any](workers int, list []E, f func(E) (R, error)) ([]R, error) {
	results, failed := make([]R, len(list)), make(map[int]error)
	tasks := make(chan int)
	var wg sync.WaitGroup
	var mu sync.Mutex
	for range min(workers, len(list)) {
		wg.Go(func() {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for i := range tasks {
				r, err := f(list[i])
				results[i] = r
				if err != nil {
					mu.Lock()
					failed[i] = err
					mu.Unlock()
				}
			}
		})
	}
	for i := range list {
		tasks <- i
	}
	close(tasks)
	wg.Wait()
	// The lowest index decides, so the error does not depend on the order of the workers.
	for _, i := range slices.Sorted(maps.Keys(failed)) {
		return nil, failed[i]
	}
	return results, nil
}
