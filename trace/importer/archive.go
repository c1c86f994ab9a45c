package importer

import (
	"archive/zip"
	"cmp"
	"errors"
	"io"
	"os"
	"path"
	"strings"

	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/trace"
)

// What archives begin with: those with an entry, and those without.
const (
	zipMagic = "PK\x03\x04"
	emptyZip = "PK\x05\x06"
)

// methodZstd is the number of zstd in archives.
const methodZstd = 93

// archive reads a ZIP file. It needs to go to and fro in it, so what is no
// regular file is copied to one first.
func (r *reading) archive(file io.Reader) error {
	f, ok := file.(*os.File)
	// A pipe cannot be read from the end, where the directory of an archive is.
	if !ok {
		spool, err := os.CreateTemp("", "mantrac-*.zip")
		if err != nil {
			return r.fatal(trace.Pointer{}, "the archive cannot be copied to a temporary file: %v", err)
		}
		// The file is removed after it was closed: deferred calls run in reverse order.
		defer os.Remove(spool.Name())
		defer spool.Close()
		if _, err := io.Copy(spool, file); err != nil {
			return r.fatal(trace.Pointer{}, "the archive cannot be read: %v", err)
		}
		f = spool
	}
	info, err := f.Stat()
	if err != nil {
		return r.fatal(trace.Pointer{}, "the archive cannot be read: %v", reason(err))
	}
	d, err := openZipDirectory(f, info.Size())
	if err == nil {
		err = r.entries(d)
	}
	if errors.Is(err, errNoZip) {
		return r.fatal(trace.Pointer{}, "it begins like a ZIP archive, but cannot be read as one: %v", err)
	}
	return err
}

// entries reads the entries of an archive.
func (r *reading) entries(d *zipDirectory) error {
	header, err := findEvalHeader(d)
	if err != nil {
		return err
	}
	found := false
	groups := spool.Grouper{}
	defer groups.Close()
	err = d.entries(func(record []byte, name string) error {
		// Folders have entries of their own in some archives.
		if strings.HasSuffix(name, "/") {
			return nil
		}
		if leadsOut(name) {
			return r.problem(trace.Pointer{Path: name}, "the entry was skipped: its name leads out of the archive")
		}
		found = true
		key := name
		// In a log of Inspect all entries of a sample belong together.
		if header != nil {
			key = sampleOf(name)
		}
		return groups.Add([]byte(key), record)
	})
	switch {
	case err != nil:
		return err
	case !found:
		return r.fatal(trace.Pointer{}, "the archive is empty")
	case header != nil:
		return (&evalArchive{reading: r, directory: d}).read(header, &groups)
	}
	return r.files(d, &groups)
}

// leadsOut reports whether the name of an entry leads out of the archive.
// Nothing is unpacked to where its name says, but such a name is a sign of
// somebody who hopes so.
func leadsOut(name string) bool {
	// A name that Clean changes has empty or dotted parts.
	return path.IsAbs(name) || strings.Contains(name, `\`) || path.Clean(name) != name || strings.HasPrefix(name, "..")
}

// files reads the entries of an archive as files of their own. Groups are those
// of the same name, of which the first is read.
func (r *reading) files(d *zipDirectory, groups *spool.Grouper) (err error) {
	groups.All(func(first bool, record []byte) bool {
		var list []*zip.File
		if list, err = d.open([][]byte{record}); err != nil {
			return false
		}
		if first {
			err = r.entryFile(list[0])
		} else {
			err = r.secondEntry(list[0].Name)
		}
		return err == nil
	})
	return cmp.Or(err, groups.Err())
}

// secondEntry reports an entry whose name another one has.
func (r *reading) secondEntry(name string) error {
	return r.problem(trace.Pointer{Path: name}, "the entry was skipped: duplicate name")
}

// entryFile reads an entry as a file of its own.
func (r *reading) entryFile(f *zip.File) error {
	in, err := f.Open()
	if err != nil {
		return r.problem(trace.Pointer{Path: f.Name}, "the entry cannot be read: %v", err)
	}
	defer in.Close()
	// An entry is a file of its own: what was found out about the one before does not count.
	r.entry, r.ended, r.marks = f.Name, false, marks{}
	// The size that the archive states may be a lie, so the bound rests on the compressed size.
	r.bound = func() int64 { return unpackedSize(int64(f.CompressedSize64)) }
	defer func() { r.entry, r.bound = "", nil }()
	if err := r.open(in); err != nil {
		return err
	}
	// Whether a file has marks of failure is known at its end, which is here.
	r.unmarked()
	return nil
}
