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

// open reads a file, whatever it is packed in.
func (r *reading) open(file io.Reader) error {
	b := bufio.NewReaderSize(file, 1<<16)
	start, err := b.Peek(4)
	if len(start) == 0 && err != io.EOF {
		return r.fatal(r.atLine(0), "it cannot be read: %v", reason(err))
	}
	if magic := string(start); magic == zipMagic || magic == emptyZip {
		switch f, ok := file.(*os.File); {
		case r.entry != "":
			return r.fatal(r.atLine(0), "it is an archive inside an archive; unpack it first")
		case ok && isRegular(f):
			return r.archive(f)
		}
		return r.archive(b)
	}
	return r.unpacked(b, string(start))
}

// unpacked reads a file that begins like this, and is no archive.
func (r *reading) unpacked(b io.Reader, magic string) error {
	switch {
	case strings.HasPrefix(magic, gzipMagic):
		z, err := gzip.NewReader(b)
		if err != nil {
			return r.fatal(r.atLine(0), "it begins like gzip, but is not: %v", err)
		}
		defer z.Close()
		return r.text(z)
	case strings.HasPrefix(magic, zstdMagic):
		z, err := newZstd(b)
		if err != nil {
			return r.fatal(r.atLine(0), "it begins like zstd, but is not: %v", err)
		}
		defer z.Close()
		return r.text(z)
	}
	return r.text(b)
}

func newZstd(file io.Reader) (*zstd.Decoder, error) {
	return zstd.NewReader(file, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
}

func isRegular(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode().IsRegular()
}
