package z3

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"sync"
)

// oldest is the first version that this package can use.
var oldest = version{4, 8, 12}

// A Library is libz3, loaded into this process, where it stays. It is safe
// for several goroutines at a time.
type Library struct {
	path    string
	version version
	functions
}

// Load returns libz3. The first call looks for it and loads it, every later
// one returns the same again, be it the library or the error. With glibc, the process
// keeps up to 64 MB of what is free in each of malloc's arenas from then on.
//
// A library that MANTRAC_LIBZ3 names is the only one tried. Else the names
// that the system's packages use are tried where its loader looks, and in the
// folders where Homebrew, MacPorts and builders put it.
//
// The error is a *[Missing], *[TooOld] or *[Unfit].
func Load() (*Library, error) { return load() }

var load = sync.OnceValues(func() (*Library, error) {
	keepMemory()
	return search(candidates(runtime.GOOS, os.Getenv))
})

// Path returns where the library is, as the system's loader tells it.
func (l *Library) Path() string { return l.path }

// Version returns the version of the library, as in 4.8.12.
func (l *Library) Version() string { return l.version.String() }

// Allocated returns how many bytes all contexts of the library have together,
// by its own estimate. It may be called at any time.
func (l *Library) Allocated() uint64 { return l.allocated() }

// LimitMemory sets from how many bytes on, of all contexts of the library in the
// whole process together, it gives out no more memory; 0 is no limit. Whole
// megabytes count, at least one. A call that needs more fails with an error, or finds no
// answer, and so does the next one of any other context until some has become
// free.
func (l *Library) LimitMemory(bytes uint64) {
	l.globalParam("memory_max_size", strconv.FormatUint(megabytes(bytes), 10))
}

// megabytes returns a limit in whole megabytes. Only no limit is 0, which is none to Z3.
func megabytes(bytes uint64) uint64 {
	if bytes == 0 {
		return 0
	}
	return max(1, bytes>>20)
}

// search loads the first of the files that will do. Where none does, a
// library that was found and is not fit says more than those not found.
func search(files []string) (*Library, error) {
	missing := &Missing{}
	var unfit error
	for _, file := range files {
		l, err := open(file)
		switch err := err.(type) {
		case nil:
			return l, nil
		case *TooOld, *Unfit:
			if unfit == nil {
				unfit = err
			}
		default:
			missing.Tried = append(missing.Tried, Attempt{Path: file, Err: err})
		}
	}
	if unfit != nil {
		return nil, unfit
	}
	return nil, missing
}

// open loads one file and binds its functions, after a look at its version,
// as an older library lacks some of them.
func open(file string) (*Library, error) {
	if err := loadable(file); err != nil {
		return nil, err
	}
	handle, err := openLibrary(file)
	if err != nil {
		return nil, err
	}
	address, ok := symbol(handle, "Z3_get_version")
	if !ok {
		return nil, &Unfit{Path: file, Symbol: "Z3_get_version"}
	}
	l := &Library{path: pathOf(address, file)}
	var getVersion func(major, minor, build, revision *uint32)
	register(&getVersion, address)
	var revision uint32
	getVersion(&l.version.major, &l.version.minor, &l.version.build, &revision)
	if l.version.before(oldest) {
		return nil, &TooOld{Path: l.path, Version: l.version.String()}
	}
	for name, function := range l.table() {
		address, ok := symbol(handle, name)
		if !ok {
			return nil, &Unfit{Path: l.path, Symbol: name}
		}
		register(function, address)
	}
	return l, nil
}

type version struct{ major, minor, build uint32 }

func (v version) String() string { return fmt.Sprintf("%d.%d.%d", v.major, v.minor, v.build) }

func (v version) before(w version) bool {
	switch {
	case v.major != w.major:
		return v.major < w.major
	case v.minor != w.minor:
		return v.minor < w.minor
	}
	return v.build < w.build
}
