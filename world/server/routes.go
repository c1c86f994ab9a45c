package server

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
)

// muxOf returns the handler of routes, METHOD PATH, and of paths that are served beside
// them. It answers other requests with an error as JSON, which that of [http.ServeMux] is not.
func muxOf(routes, beside map[string]http.Handler) http.Handler {
	mux := http.NewServeMux()
	methods := make(map[string][]string) // by path
	for _, pattern := range slices.Sorted(maps.Keys(routes)) {
		mux.Handle(pattern, routes[pattern])
		method, path, _ := strings.Cut(pattern, " ")
		methods[path] = append(methods[path], method)
	}
	known := slices.Concat(slices.Collect(maps.Keys(methods)), slices.Collect(maps.Keys(beside)))
	slices.Sort(known)
	paths := strings.Join(known, ", ")
	for path, h := range beside {
		mux.Handle(path, h)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		allowed := strings.Join(methods[r.URL.Path], ", ")
		if allowed == "" {
			refuse(w, http.StatusNotFound, fmt.Sprintf("unknown path %q; expected one of %s", r.URL.Path, paths))
			return
		}
		w.Header().Set("Allow", allowed)
		refuse(w, http.StatusMethodNotAllowed, fmt.Sprintf("unknown method %s of %s; expected %s", r.Method, r.URL.Path, allowed))
	})
	return mux
}
