package syntax

import (
	"testing"
	"unsafe"

	"github.com/mantrac/mantrac/lang/source"
)

// A fragment holds its own text and not that of the file that it was read from:
// it may be used in many later trees, and the file would stay in memory.
func TestFragmentsKeepNoFile(t *testing.T) {
	file := source.NewFile("a.wm", "(model\n  (var a Bool) ; words\n  (var b (Enum \"x\" \"y\")))\n")
	text := file.Text()
	from := uintptr(unsafe.Pointer(unsafe.StringData(text)))
	for _, p := range Parse(file, nil).Pieces {
		if s := p.Source.Text(); s != "" {
			if at := uintptr(unsafe.Pointer(unsafe.StringData(s))); from <= at && at < from+uintptr(len(text)) {
				t.Errorf("%q is part of the file", s)
			}
		}
	}
}
