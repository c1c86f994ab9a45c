package z3

import (
	"testing"
	"unsafe"

	"github.com/ebitengine/purego"
)

// TestFreedMemoryIsKept: once Z3 is loaded, glibc takes large blocks from its heap, where
// they stay when they are freed. A mapping of its own would go back to the kernel, and each page
// of the next one would be a fault.
func TestFreedMemoryIsKept(t *testing.T) {
	library(t)
	if _, ok := symbol(purego.RTLD_DEFAULT, "mallopt"); !ok {
		t.Skip("this C library has no mallopt, so it cannot be told to keep memory")
	}
	var malloc func(size uintptr) unsafe.Pointer
	var free func(unsafe.Pointer)
	purego.RegisterLibFunc(&malloc, purego.RTLD_DEFAULT, "malloc")
	purego.RegisterLibFunc(&free, purego.RTLD_DEFAULT, "free")
	block := malloc(31 << 20)
	defer free(block)
	// glibc keeps the size of a block before it, and in its second bit whether the
	// block is a mapping.
	const isMapping = 2
	if size := *(*uintptr)(unsafe.Add(block, -int(unsafe.Sizeof(uintptr(0))))); size&isMapping != 0 {
		t.Error("a block of 31 MB is a mapping of its own")
	}
}
