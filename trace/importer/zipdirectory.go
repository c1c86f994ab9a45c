package importer

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/klauspost/compress/zstd"
)

// The package archive/zip keeps the directory of an archive in memory, which
// takes 1 kB an entry. A zipDirectory reads the directory as a stream instead.
// Entries are opened by archive/zip: it is given an archive that has the bytes
// of the file, and a directory of a few entries.
type zipDirectory struct {
	file   io.ReaderAt
	size   int64 // of the file
	start  int64 // of the directory, in the file
	offset int64 // of the directory, in the archive, which may be preceded by something else
	count  uint16
	unzstd zip.Decompressor
}

// The sizes of records of a ZIP archive, without what varies, and what they
// begin with. PKWARE's APPNOTE.TXT describes them.
const (
	zipEntrySize    = 46
	zipEndSize      = 22
	zipLocatorSize  = 20
	zipEnd64Size    = 56
	zipEntryMagic   = "PK\x01\x02"
	zipEndMagic     = "PK\x05\x06"
	zipLocatorMagic = "PK\x06\x07"
	zipEnd64Magic   = "PK\x06\x06"
)

// errNoZip says that a file is no archive, or one that is damaged.
var errNoZip = errors.New("it has no directory of entries")

func noZip(err error) error { return fmt.Errorf("%w: %w", errNoZip, err) }

// openZipDirectory finds the directory of an archive.
func openZipDirectory(file io.ReaderAt, size int64) (*zipDirectory, error) {
	d := &zipDirectory{file: file, size: size, unzstd: zstd.ZipDecompressor(zstdOptions...)}
	tail := make([]byte, min(size, zipEndSize+math.MaxUint16)) // the end may have a comment
	if _, err := file.ReadAt(tail, size-int64(len(tail))); err != nil {
		return nil, noZip(err)
	}
	// The comment may contain the magic number, so each place is checked.
	at := bytes.LastIndex(tail, []byte(zipEndMagic))
	for at >= 0 && !isZipEnd(tail[at:]) {
		at = bytes.LastIndex(tail[:at], []byte(zipEndMagic))
	}
	if at < 0 {
		return nil, errNoZip
	}
	// The directory ends where the end record begins.
	end := size - int64(len(tail)-at)
	record := tail[at:]
	d.count = binary.LittleEndian.Uint16(record[10:])
	length := uint64(binary.LittleEndian.Uint32(record[12:]))
	offset := uint64(binary.LittleEndian.Uint32(record[16:]))
	// Numbers that are too large for the record are in that of ZIP64.
	if d.count == math.MaxUint16 || length == math.MaxUint32 || offset == math.MaxUint32 {
		if record, at := d.end64(end); record != nil {
			end = at
			d.count = uint16(binary.LittleEndian.Uint64(record[32:]))
			length = binary.LittleEndian.Uint64(record[40:])
			offset = binary.LittleEndian.Uint64(record[48:])
		}
	}
	// The comparison cannot overflow, unlike a sum of both.
	if length > uint64(end) || offset > uint64(end)-length {
		return nil, errNoZip
	}
	// What precedes the archive in the file shifts the directory.
	d.start, d.offset = end-int64(length), int64(offset)
	return d, nil
}

// isZipEnd reports whether the end of a directory is there as a whole.
func isZipEnd(b []byte) bool {
	return len(b) >= zipEndSize && zipEndSize+int(binary.LittleEndian.Uint16(b[20:])) <= len(b)
}

// end64 returns the end of the directory of a large archive (ZIP64), which is
// found by a record before the usual end, and its place.
func (d *zipDirectory) end64(end int64) (record []byte, at int64) {
	var locator [zipLocatorSize]byte
	if end < zipLocatorSize {
		return nil, 0
	}
	if _, err := d.file.ReadAt(locator[:], end-zipLocatorSize); err != nil || string(locator[:4]) != zipLocatorMagic {
		return nil, 0
	}
	at = int64(binary.LittleEndian.Uint64(locator[8:]))
	record = make([]byte, zipEnd64Size)
	if at < 0 || at > end-zipEnd64Size {
		return nil, 0
	}
	if _, err := d.file.ReadAt(record, at); err != nil || string(record[:4]) != zipEnd64Magic {
		return nil, 0
	}
	return record, at
}

// entries calls yield with each record of the directory, and the name in it. A
// record is valid until the next one.
func (d *zipDirectory) entries(yield func(record []byte, name string) error) error {
	r := bufio.NewReaderSize(io.NewSectionReader(d.file, d.start, d.size-d.start), 1<<16)
	var record []byte
	for n := uint16(0); ; n++ {
		head, err := r.Peek(zipEntrySize)
		if err != nil || string(head[:4]) != zipEntryMagic {
			if n != d.count { // modulo 65,536, as not all programs write the larger number
				return errNoZip
			}
			return nil
		}
		name := int(binary.LittleEndian.Uint16(head[28:]))
		size := zipEntrySize + name + int(binary.LittleEndian.Uint16(head[30:])) + int(binary.LittleEndian.Uint16(head[32:]))
		// The buffer is used again for the next record.
		if cap(record) < size {
			record = make([]byte, size)
		}
		record = record[:size]
		if _, err := io.ReadFull(r, record); err != nil {
			return noZip(err)
		}
		if err := yield(record, string(record[zipEntrySize:zipEntrySize+name])); err != nil {
			return err
		}
	}
}

// open returns the entries of some records.
func (d *zipDirectory) open(records [][]byte) ([]*zip.File, error) {
	directory := bytes.Join(records, nil)
	length, at := uint64(len(directory)), uint64(d.start)+uint64(len(directory))
	le := binary.LittleEndian
	// The end record of ZIP64 holds any number and offset, so it is always written.
	b := append(directory, zipEnd64Magic...)
	b = le.AppendUint64(b, zipEnd64Size-12) // what follows
	// The version that made it, the version needed, and the numbers of disks.
	b = append(b, 45, 0, 45, 0, 0, 0, 0, 0, 0, 0, 0, 0)
	b = le.AppendUint64(b, uint64(len(records)))
	b = le.AppendUint64(b, uint64(len(records)))
	b = le.AppendUint64(b, length)
	b = le.AppendUint64(b, uint64(d.offset))
	b = append(append(b, zipLocatorMagic...), 0, 0, 0, 0)
	b = le.AppendUint64(b, at)
	b = append(b, 1, 0, 0, 0)
	b = append(append(b, zipEndMagic...), 0, 0, 0, 0)
	b = append(b, bytes.Repeat([]byte{0xff}, 12)...) // the numbers are those of ZIP64
	b = append(b, 0, 0)
	z, err := zip.NewReader(&spliced{d.file, d.start, b}, d.start+int64(len(b)))
	if err != nil {
		return nil, noZip(err)
	}
	z.RegisterDecompressor(methodZstd, d.unzstd)
	return z.File, nil
}

// A spliced file is the beginning of a file, and something else after it.
type spliced struct {
	file io.ReaderAt
	cut  int64
	rest []byte
}

// ReadAt implements [io.ReaderAt].
func (s *spliced) ReadAt(p []byte, at int64) (n int, err error) {
	if at < s.cut {
		// The read may begin before the cut and end after it.
		n, err = s.file.ReadAt(p[:min(int64(len(p)), s.cut-at)], at)
		if err != nil && err != io.EOF || n == len(p) {
			return n, err
		}
	}
	// Nothing is at or after the end of the new directory.
	if at+int64(n)-s.cut > int64(len(s.rest)) {
		return n, io.EOF
	}
	k := copy(p[n:], s.rest[at+int64(n)-s.cut:])
	if n += k; n < len(p) {
		err = io.EOF
	}
	return n, err
}
