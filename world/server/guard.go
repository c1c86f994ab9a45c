package server

import (
	"bytes"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"
)

// maxBody bounds the bodies of requests.
const maxBody = 1 << 20

// bodyTime is how long a client may take to send a body.
const bodyTime = 10 * time.Second

// guard reads the bodies of requests, within limits of size and time. It refuses
// requests for another host than the machine itself and the address at
// which it listens, and requests that a page of another origin has sent: a browser on
// the machine would send them for any page (DNS rebinding).
func guard(at net.Addr, h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// A rebound name leads here with its own Host.
		if !ours(at, r.Host) {
			refuse(w, http.StatusForbidden, "this server answers only requests for the machine itself: the Host is foreign")
			return
		}
		if origin := r.Header.Get("Origin"); origin != "" {
			if u, err := url.Parse(origin); err != nil || !ours(at, u.Host) {
				refuse(w, http.StatusForbidden, "this server answers no pages of other origins")
				return
			}
		}
		data, err := body(w, r)
		var large *http.MaxBytesError
		switch {
		case errors.As(err, &large):
			refuse(w, http.StatusRequestEntityTooLarge, "the body has more than 1 MB, which is the limit")
			return
		case errors.Is(err, os.ErrDeadlineExceeded):
			refuse(w, http.StatusRequestTimeout, "the body did not arrive within "+bodyTime.String())
			return
		case err != nil:
			refuse(w, http.StatusBadRequest, "the body cannot be read: "+err.Error())
			return
		}
		// Handlers get a body that is complete, so they need no deadline.
		r.Body = io.NopCloser(bytes.NewReader(data))
		h.ServeHTTP(w, r)
	})
}

// body reads the body of a request.
func body(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	c := http.NewResponseController(w)
	if err := c.SetReadDeadline(time.Now().Add(bodyTime)); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		return nil, err
	}
	// The answer may take long, so the deadline is for the body alone.
	return data, c.SetReadDeadline(time.Time{})
}

// ours reports whether a host, perhaps with a port, is the machine itself or the
// address.
func ours(at net.Addr, host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	// An IPv6 address without a port keeps its brackets.
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
