//go:build (linux && !android && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64 || s390x)) || (darwin && !ios && (amd64 || arm64)) || (freebsd && cgo && (amd64 || arm64)) || (netbsd && (amd64 || arm64))

package z3

import (
	"github.com/ebitengine/purego"
	"golang.org/x/sys/unix"
)

// openLibrary loads a library and keeps its symbols to itself.
func openLibrary(file string) (uintptr, error) {
	return purego.Dlopen(file, purego.RTLD_NOW|purego.RTLD_LOCAL)
}

// Options of mallopt, as glibc numbers them.
const (
	trimThreshold = -1
	mmapThreshold = -3
)

// keepMemory tells the C library to keep the memory that Z3 frees. Z3 gives memory back
// and takes it again many times in a second, and by default each time is a
// system call and a fault for every page. C libraries other than glibc have no such option.
func keepMemory() {
	address, ok := symbol(purego.RTLD_DEFAULT, "mallopt")
	if !ok {
		return
	}
	var mallopt func(option, value int32) int32
	purego.RegisterFunc(&mallopt, address)
	// Each option by itself ends the adaptation of the other, so both are set.
	mallopt(mmapThreshold, 32<<20) // the most that glibc takes
	mallopt(trimThreshold, 64<<20)
}

func symbol(handle uintptr, name string) (uintptr, bool) {
	address, err := purego.Dlsym(handle, name)
	return address, err == nil && address != 0
}

// pathOf asks the loader for the file that holds an address; given is the
// answer where it does not know.
func pathOf(address uintptr, given string) string {
	dladdr, ok := symbol(purego.RTLD_DEFAULT, "dladdr")
	if !ok {
		return given
	}
	var find func(uintptr, *dlInfo) int32
	purego.RegisterFunc(&find, dladdr)
	var info dlInfo
	if find(address, &info) == 0 || info.file == nil {
		return given
	}
	return unix.BytePtrToString(info.file)
}

// dlInfo is the C type Dl_info.
type dlInfo struct {
	file *byte
	_    uintptr // where the library is loaded
	_    *byte   // the name of the nearest symbol
	_    uintptr // and its address
}
