package hosted

import (
	"cmp"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/mantrac/mantrac/driver/provider"
)

// A complaint is what the text of an error has in common, among the services and
// servers that speak their protocols.
type complaint struct {
	Code    any    `json:"code"` // a string or a number
	Type    string `json:"type"`
	Status  string `json:"status"`
	Message string `json:"message"`
	Details []struct {
		Reason     string `json:"reason"`
		RetryDelay string `json:"retryDelay"`
		Violations []struct {
			QuotaID string `json:"quotaId"`
		} `json:"violations"`
	} `json:"details"`
}

// read reads the text of an error: an object with a member error, which is an object
// or a text, or a list of such objects, or anything.
func read(body []byte) complaint {
	var list []json.RawMessage
	// Gemini sends a list with one error.
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var outer struct {
		Error   json.RawMessage `json:"error"`
		Message string          `json:"message"`
	}
	var c complaint
	if json.Unmarshal(body, &outer) != nil {
		c.Message = string(body)
	} else if outer.Error == nil {
		c.Message = outer.Message
	} else if json.Unmarshal(outer.Error, &c) != nil && json.Unmarshal(outer.Error, &c.Message) != nil {
		c.Message = string(outer.Error)
	}
	c.Message = strings.ToValidUTF8(c.Message, "\uFFFD")
	return c
}

// maxDetail is how many characters of what a service says an error quotes.
const maxDetail = 500

// brief returns a text as one line without control characters, shortened.
func brief(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	n := 0
	for i := range text {
		// The text is cut between characters.
		if n++; n > maxDetail {
			return text[:i] + "…"
		}
	}
	return text
}

// code returns the code as a text.
func (c complaint) code() string {
	s, _ := c.Code.(string)
	return s
}

// status returns the HTTP status of an error that came within a stream.
func (c complaint) status() int {
	// Gemini's code is the status.
	if n, ok := c.Code.(float64); ok {
		return int(n)
	}
	switch c.Type {
	case "rate_limit_error", "rate_limit_exceeded":
		return http.StatusTooManyRequests
	case "invalid_request_error", "request_too_large":
		return http.StatusBadRequest
	case "authentication_error", "permission_error":
		return http.StatusUnauthorized
	}
	return http.StatusInternalServerError
}

// has reports whether the code, the type, the status, a reason or the message has one
// of these words.
func (c complaint) has(words ...string) bool {
	text := []string{c.code(), c.Type, c.Status, c.Message}
	for _, d := range c.Details {
		text = append(text, d.Reason)
		for _, v := range d.Violations {
			text = append(text, v.QuotaID)
		}
	}
	all := strings.ToLower(strings.Join(text, "\n"))
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(all, w) })
}

// classify says what an answer with an error means. The status is 0 for an error that
// came within a stream.
func classify(status int, head http.Header, body []byte) *provider.Error {
	c := read(body)
	// An error within a stream has no status of its own.
	status = cmp.Or(status, c.status())
	wait := c.wait(head)
	e := &provider.Error{Kind: c.kind(status, wait), Detail: brief(c.Message)}
	e.Detail = cmp.Or(e.Detail, strings.TrimSpace(strconv.Itoa(status)+" "+http.StatusText(status)))
	// A redirect is a status below 400 that is an error here.
	if e.Kind == provider.Invalid && status < 400 {
		e.Detail, e.Help = "redirects to "+head.Get("Location"), "correct the base URL; a redirect is not followed, since it would take the key along"
	}
	if e.Temporary() {
		e.RetryAfter = wait
	}
	return e
}

// kind says what an error with a status means. A wait that the service asks for tells a
// limit of the minute from one of the account, which Gemini reports in the same words.
func (c complaint) kind(status int, wait time.Duration) provider.Kind {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return provider.NoKey
	case http.StatusPaymentRequired:
		return provider.Quota
	case http.StatusRequestEntityTooLarge:
		return provider.TooLong
	case http.StatusRequestTimeout, http.StatusGatewayTimeout:
		return provider.TimedOut
	case http.StatusTooManyRequests:
		// The words for the account differ between services.
		if c.has("insufficient_quota", "perday", "credit balance") || wait == 0 && c.has("billing") {
			return provider.Quota
		}
		return provider.RateLimit
	}
	switch {
	case status >= 500:
		return provider.Server
	// Gemini reports a wrong key with the status 400.
	case c.has("api_key_invalid", "api key not valid"):
		return provider.NoKey
	case c.has("credit balance"):
		return provider.Quota
	case c.has("content_filter", "content_policy", "responsibleaipolicy"):
		return provider.Filtered
	case c.has("context_length_exceeded", "context length", "prompt is too long", "too many tokens", "input token count", "maximum context"):
		return provider.TooLong
	}
	return provider.Invalid
}

// longest is the longest wait that is honoured: a service that asks for more is asked
// again after that.
const longest = time.Hour

// wait returns how long a service asked to wait, or 0.
func (c complaint) wait(head http.Header) time.Duration {
	after := head.Get("Retry-After")
	// Milliseconds are the more exact of the two.
	if ms, err := strconv.ParseFloat(head.Get("Retry-After-Ms"), 64); err == nil {
		return bounded(ms / 1000)
	}
	if s, err := strconv.ParseFloat(after, 64); err == nil {
		return bounded(s)
	}
	if at, err := http.ParseTime(after); err == nil {
		return bounded(time.Until(at).Seconds())
	}
	// Gemini has the wait in the body.
	for _, d := range c.Details {
		if wait, err := time.ParseDuration(d.RetryDelay); err == nil {
			return bounded(wait.Seconds())
		}
	}
	return 0
}

func bounded(seconds float64) time.Duration {
	if !(seconds > 0) { // NaN, too
		return 0
	}
	return time.Duration(min(seconds, longest.Seconds()) * float64(time.Second))
}
