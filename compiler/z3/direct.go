//go:build (linux && !android && (386 || amd64 || arm || arm64 || loong64 || ppc64le || riscv64 || s390x)) || (darwin && !ios && (amd64 || arm64)) || (freebsd && cgo && (amd64 || arm64)) || (netbsd && (amd64 || arm64)) || (windows && (386 || amd64 || arm64))

package z3

import (
	"unsafe"

	"github.com/ebitengine/purego"
)

// register binds a function to an address in the library.
func register(function any, address uintptr) {
	if !direct(function, address) {
		purego.RegisterFunc(function, address)
	}
}

// direct binds the functions that are called for each term. purego.RegisterFunc calls by
// reflection, which takes longer than what these do.
func direct(function any, address uintptr) bool {
	switch f := function.(type) {
	case *func(z3Context) uint32:
		*f = func(c z3Context) uint32 { return uint32(call(address, uintptr(c))) }
	case *func(z3Context, z3AST):
		*f = func(c z3Context, a z3AST) { call(address, uintptr(c), uintptr(a)) }
	case *func(z3Context, z3AST) z3AST:
		*f = func(c z3Context, a z3AST) z3AST { return z3AST(call(address, uintptr(c), uintptr(a))) }
	case *func(z3Context, z3AST, z3AST) z3AST:
		*f = func(c z3Context, a, b z3AST) z3AST {
			return z3AST(call(address, uintptr(c), uintptr(a), uintptr(b)))
		}
	case *func(z3Context, uint32, []z3AST) z3AST:
		*f = func(c z3Context, n uint32, args []z3AST) z3AST {
			// The conversion is in the call itself, which keeps the arguments where they are.
			result, _, _ := purego.SyscallN(address, uintptr(c), uintptr(n), uintptr(unsafe.Pointer(unsafe.SliceData(args))))
			return z3AST(result)
		}
	case *func(z3Context, z3AST) int32:
		*f = func(c z3Context, a z3AST) int32 { return int32(call(address, uintptr(c), uintptr(a))) }
	case *func(z3Context, int32) z3Symbol:
		*f = func(c z3Context, n int32) z3Symbol { return z3Symbol(call(address, uintptr(c), uintptr(n))) }
	case *func(z3Context, z3Symbol, z3Sort) z3AST:
		*f = func(c z3Context, name z3Symbol, s z3Sort) z3AST {
			return z3AST(call(address, uintptr(c), uintptr(name), uintptr(s)))
		}
	case *func(z3Context, z3Solver, z3AST):
		*f = func(c z3Context, s z3Solver, a z3AST) { call(address, uintptr(c), uintptr(s), uintptr(a)) }
	default:
		return false
	}
	return true
}

// call calls a C function whose arguments and result are words.
func call(address uintptr, args ...uintptr) uintptr {
	result, _, _ := purego.SyscallN(address, args...)
	return result
}
