package z3
import ("testing";"github.com/ebitengine/purego")
func BenchmarkCallRegister(b *testing.B) {
	l, _ := Load(); h, _ := newHandle(l); defer h.free(); b.ReportAllocs()
	for b.Loop() { h.errorCode(h.c) }
}
func BenchmarkCallSyscallN(b *testing.B) {
	l, _ := Load(); h, _ := newHandle(l); defer h.free()
	hd, _ := openLibrary("libz3.so.4"); s, _ := symbol(hd, "Z3_get_error_code"); b.ReportAllocs()
	for b.Loop() { purego.SyscallN(s, uintptr(h.c)) }
}
