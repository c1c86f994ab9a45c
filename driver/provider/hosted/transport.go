package hosted

import (
	"errors"
	"io"
	"net/http"
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/transform"

	"github.com/mantrac/mantrac/driver/provider"
)

const (
	maxBody  = 64 << 20 // bytes of an answer
	maxError = 64 << 10 // bytes of the text of an error
)

// transport sends requests, and records in the exchange of the call what goes wrong.
type transport struct{ endpoint *Endpoint }

func (t transport) RoundTrip(req *http.Request) (*http.Response, error) {
	seen := req.Context().Value(exchangeKey{}).(*exchange)
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		return nil, seen.fail(provider.Network, err)
	}
	if res.StatusCode >= 300 {
		body, _ := io.ReadAll(io.LimitReader(res.Body, maxError))
		// The text of the error is enough, and the connection is free.
		res.Body.Close()
		seen.failure = classify(res.StatusCode, res.Header, []byte(t.endpoint.redact(string(body))))
		return nil, seen.failure
	}
	// A web page comes from a wrong address, such as that of a login.
	if strings.HasPrefix(res.Header.Get("Content-Type"), "text/html") {
		res.Body.Close()
		seen.failure = provider.Errorf(provider.Invalid, "%s sent a web page", req.URL.Host)
		seen.failure.Help = "check the base URL"
		return nil, seen.failure
	}
	seen.began = true
	limited := &io.LimitedReader{R: res.Body, N: maxBody}
	// Bytes that are not UTF-8 are noticed here, before the SDK decodes them.
	res.Body = &body{res.Body, transform.NewReader(limited, encoding.UTF8Validator), limited, seen}
	return res, nil
}

// fail records an error, unless there is one.
func (x *exchange) fail(k provider.Kind, err error) error {
	if x.failure == nil {
		x.failure = &provider.Error{Kind: k, Detail: brief(err.Error()), Err: err}
	}
	return x.failure
}

// A body reads an answer. To the SDK an error is the end, since one of them writes
// errors to the log.
type body struct {
	io.Closer
	text    io.Reader
	limited *io.LimitedReader
	seen    *exchange
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.text.Read(p)
	switch {
	// The limit shows only by what is left of it.
	case b.limited.N <= 0:
		b.seen.fail(provider.Garbled, errors.New("the answer has more than 64 MiB"))
		return n, io.EOF
	case errors.Is(err, encoding.ErrInvalidUTF8):
		b.seen.fail(provider.Garbled, errors.New("the answer is not UTF-8"))
		return n, io.EOF
	case err != nil && err != io.EOF:
		b.seen.fail(provider.Network, err)
		return n, io.EOF
	}
	return n, err
}
