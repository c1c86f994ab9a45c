package server

import (
	"net"
	"net/http"
	"net/url"
	"strings"
)

// Guard refuses requests for another host than the machine itself and the address at
// which it listens, and requests that a page of another origin has sent: a browser on
// the machine would send them for any page (DNS rebinding).
func Guard(at net.Addr, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !ours(at, r.Host) {
			http.Error(w, "this server answers only requests for the machine itself: the Host is foreign", http.StatusForbidden)
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" {
			if u, err := url.Parse(origin); err != nil || !ours(at, u.Host) {
				http.Error(w, "this server answers no pages of other origins", http.StatusForbidden)
				return
			}
		}
		h.ServeHTTP(w, r)
	})
}

// ours reports whether a host, perhaps with a port, is the machine itself or the
// address.
func ours(at net.Addr, host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	if strings.EqualFold(name, "localhost") {
		return true
	}
	ip := net.ParseIP(name)
	if ip == nil {
		return false
	}
	own, _ := at.(*net.TCPAddr)
	return ip.IsLoopback() || own != nil && ip.Equal(own.IP)
}
