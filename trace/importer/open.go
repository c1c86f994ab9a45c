package importer

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"strings"

	"github.com/klauspost/compress/zstd"
)

// What files begin with that are not plain text.
const (
	gzipMagic = "\x1f\x8b"
	zstdMagic = "\x28\xb5\x2f\xfd"
)

// maxWindow bounds the memory that a zstd file can ask for.
const maxWindow = 128 << 20

// Of a packed file, a record may have maxDensity times as many bytes as were
// read of the file so far, and some more. Logs get about 20 times as large.
const (
	maxDensity = 200
	freeSize   = 24 << 10 // of a packed file, which may be denser
)

// unpackedSize bounds what so many bytes of a packed file may unpack to.
func unpackedSize(packed int64) int64 { return maxDensity * (packed + freeSize) }

// A counting reader counts what is read.
type counting struct {
	io.Reader
	n int64
}

// Read implements [io.Reader].
func (c *counting) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

// open reads a file, whatever it is packed in.
func (r *reading) open(file io.Reader) error {
	packed := &counting{Reader: file}
	b := bufio.NewReader(packed)
	start, err := b.Peek(4)
	// A file of fewer than four bytes gives an error as well, and is read all the same.
	if len(start) == 0 && err != io.EOF {
		return r.fatal(r.atLine(0), "it cannot be read: %v", reason(err))
	}
	if magic := string(start); magic == zipMagic || magic == emptyZip {
		switch f, ok := file.(*os.File); {
		// Nested archives could unpack without end.
		case r.entry != "":
			return r.fatal(r.atLine(0), "it is an archive inside an archive; unpack it first")
		// Only a regular file can be read from the end; others are copied.
		case ok && isRegular(f):
			return r.archive(f)
		}
		return r.archive(b)
	}
	// An entry of an archive has a bound already.
	if r.bound == nil && (strings.HasPrefix(string(start), gzipMagic) || strings.HasPrefix(string(start), zstdMagic)) {
		r.bound = func() int64 { return unpackedSize(packed.n) }
		defer func() { r.bound = nil }()
	}
	return r.unpacked(b, string(start))
}

// unpacked reads a file that begins like this, and is no archive.
func (r *reading) unpacked(b io.Reader, magic string) error {
	switch {
	case strings.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(bufio.NewReaderSize(b, 1<<16))
		if err != nil {
			return r.fatal(r.atLine(0), "it begins like gzip, but is not: %v", err)
		}
		defer z.Close()
		return r.text(z)
	case strings.HasPrefix(magic, zstdMagic):
		z, err := zstd.NewReader(b, zstdOptions...)
		if err != nil {
			return r.fatal(r.atLine(0), "it begins like zstd, but is not: %v", err)
		}
		defer z.Close()
		return r.text(z)
	}
	return r.text(b)
}

var zstdOptions = []zstd.DOption{zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow)}

func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}
