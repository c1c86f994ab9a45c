package z3

import (
	"errors"
	"fmt"
	"strconv"
	"sync"
)

// A handle is a context of Z3, with the functions to call. Its methods make objects,
// each referenced at once, for with Z3_mk_context_rc only the newest object
// outlives the next call. Only one goroutine may use a context at a time, and
// no handle after its free; interrupt alone may come from elsewhere.
//
// Several handles may be of one context. Each gives back what it has made itself, and the last
// to do so the context.
type handle struct {
	*functions
	c    z3Context
	of   *users
	owns []z3AST // in the order in which they were made
}

// users counts the handles of one context. A goroutine holds the lock while it uses one of them.
type users struct {
	sync.Mutex
	n int
}

// another returns another handle of the same context.
func (h *handle) another() *handle {
	h.of.n++
	return &handle{functions: h.functions, c: h.c, of: h.of}
}

// errNoContext is all there is to say where Z3 returns NULL.
var errNoContext = errors.New("z3: no context could be made; memory may be short")

func newHandle(l *Library) (*handle, error) { return newLimitedHandle(l, 0) }

// newLimitedHandle returns a handle whose calls that search may each take so
// many steps; any number if that is zero.
func newLimitedHandle(l *Library, rlimit uint) (*handle, error) {
	config := l.mkConfig()
	if config == 0 {
		return nil, errNoContext
	}
	defer l.delConfig(config)
	if rlimit != 0 {
		l.setParam(config, "rlimit", strconv.FormatUint(uint64(clamp(rlimit)), 10))
	}
	c := l.mkContext(config)
	if c == 0 {
		return nil, errNoContext
	}
	// Z3's own handler ends the process. Without one, an error is nothing but
	// its code; see Z3's api::context::invoke_error_handler.
	l.setErrorHandler(c, 0)
	return &handle{functions: &l.functions, c: c, of: &users{n: 1}}, nil
}

// release gives all objects back to Z3.
func (h *handle) release() {
	// The last objects first, as they may refer to earlier ones.
	for i := len(h.owns) - 1; i >= 0; i-- {
		h.decRef(h.c, h.owns[i])
	}
	h.owns = nil
}

// free gives everything back to Z3, and with the last handle the context itself.
func (h *handle) free() {
	h.release()
	if h.of.n--; h.of.n == 0 {
		h.delContext(h.c)
	}
	h.c = 0
}

// check returns the error of the last call, which every call but a few
// resets: it must come before the next one.
func (h *handle) check(call string) error {
	code := h.errorCode(h.c)
	if code == 0 {
		return nil
	}
	return fmt.Errorf("z3: %s: %s", call, h.errorMessage(h.c, code))
}

// nothing returns why the last call returned no object. With an error Z3 always returns none, so
// that the code of a call that returned one need not be read.
func (h *handle) nothing(call string) error {
	if err := h.check(call); err != nil {
		return err
	}
	return fmt.Errorf("z3: %s returned nothing", call)
}

// own keeps a new object alive until free.
func (h *handle) own(a z3AST, call string) (z3AST, error) {
	if a == 0 {
		return 0, h.nothing(call)
	}
	h.incRef(h.c, a)
	h.owns = append(h.owns, a)
	return a, nil
}

// ownSort is own for sorts, which are counted as terms are.
func (h *handle) ownSort(s z3Sort, call string) (z3Sort, error) {
	if s == 0 {
		return 0, h.nothing(call)
	}
	a := h.sortAST(h.c, s)
	h.incRef(h.c, a)
	h.owns = append(h.owns, a)
	return s, nil
}
