package importer

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/klauspost/compress/zstd"

	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/document"
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
	if !ok {
		spool, err := os.CreateTemp("", "mantrac-*.zip")
		if err != nil {
			return r.fatal(trace.Pointer{}, "the archive cannot be copied to a temporary file: %v", err)
		}
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
	z, err := zip.NewReader(f, info.Size())
	if err != nil {
		return r.fatal(trace.Pointer{}, "it begins like a ZIP archive, but cannot be read as one: %v", err)
	}
	z.RegisterDecompressor(methodZstd, zstd.ZipDecompressor(zstdOptions...))
	return r.entries(z)
}

// entries reads what is in an archive. Nothing is unpacked to where its name
// says, but a name that leads out of the archive is a sign of somebody who
// hopes so, and the entry is refused.
func (r *reading) entries(z *zip.Reader) error {
	byName := make(map[string]*zip.File)
	var names []string
	for _, f := range z.File {
		name := f.Name
		switch {
		case strings.HasSuffix(name, "/"):
			continue
		case path.IsAbs(name) || strings.Contains(name, `\`) || path.Clean(name) != name || strings.HasPrefix(name, ".."):
			if err := r.problem(trace.Pointer{Path: name}, "the entry is not read: its name leads out of the archive"); err != nil {
				return err
			}
			continue
		case byName[name] != nil:
			if err := r.problem(trace.Pointer{Path: name}, "the entry is not read: another one has its name"); err != nil {
				return err
			}
			continue
		}
		byName[name] = f
		names = append(names, name)
	}
	if byName["header.json"] != nil || byName["_journal/start.json"] != nil {
		return (&evalArchive{reading: r, files: byName, names: names}).read()
	}
	for _, name := range names {
		if err := r.entryFile(byName[name]); err != nil {
			return err
		}
	}
	if len(names) == 0 {
		return r.fatal(trace.Pointer{}, "the archive is empty")
	}
	return nil
}

// entryFile reads an entry as a file of its own.
func (r *reading) entryFile(f *zip.File) error {
	in, err := f.Open()
	if err != nil {
		return r.problem(trace.Pointer{Path: f.Name}, "the entry cannot be read: %v", err)
	}
	defer in.Close()
	r.entry, r.ended, r.marks = f.Name, false, marks{}
	r.bound = func() int64 { return unpackedSize(int64(f.CompressedSize64)) }
	defer func() { r.entry, r.bound = "", nil }()
	if err := r.open(in); err != nil {
		return err
	}
	r.unmarked()
	return nil
}

// An evalArchive is a log of Inspect as an archive: a header, and for each
// sample an entry samples/NAME.json, or a folder samples/NAME with the sample in
// pieces: sample.json, and the sequences messages, events and attachments, each
// in chunks that are named by the index of their first element.
type evalArchive struct {
	*reading
	files  map[string]*zip.File
	names  []string
	chunks map[string][]chunk // of the sequences, by folder
	broken int                // entries that could not be read
	held   uint64             // bytes of the sample that is being read
}

// A chunk is an entry with a part of a sequence.
type chunk struct {
	start int // the index of its first element
	file  *zip.File
}

func (a *evalArchive) read() error {
	header := a.files["header.json"]
	if header == nil {
		header = a.files["_journal/start.json"]
	}
	a.notes.add("format-inspect", "recognised as inspect: "+inspect.about, trace.Pointer{Path: header.Name})
	a.format = inspect
	s := &samples{reading: a.reading}
	v, err := a.document(header)
	if err != nil {
		return err
	}
	if err := s.head(v); err != nil {
		return err
	}
	a.sequences()
	for _, name := range a.names {
		inside, is := strings.CutPrefix(name, "samples/")
		if !is {
			continue
		}
		folder, entry, deep := strings.Cut(inside, "/")
		a.held = 0
		switch {
		case !deep:
			err = a.one(s, name)
		case entry == "sample.json":
			err = a.chunked(s, "samples/"+folder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// one reads a sample that is one entry.
func (a *evalArchive) one(s *samples, name string) error {
	v, err := a.document(a.files[name])
	if err != nil || !v.IsObject() {
		return err
	}
	return s.element(v)
}

// chunked reads a sample in pieces.
func (a *evalArchive) chunked(s *samples, folder string) error {
	shell, err := a.document(a.files[folder+"/sample.json"])
	if err != nil || !shell.IsObject() {
		return err
	}
	one := sample{shell: shell, attachments: make(map[string]string)}
	had := a.broken
	if one.events, err = a.sequence(folder + "/events/"); err != nil {
		return err
	}
	if one.pool, err = a.sequence(folder + "/messages/"); err != nil {
		return err
	}
	texts, err := a.sequence(folder + "/attachments/")
	if err != nil {
		return err
	}
	for i, text := range texts {
		one.attachments[strconv.Itoa(i)] = text.Text()
	}
	one.messages = one.pool
	one.partial = a.broken > had
	return s.sample(&one)
}

// sequences finds the chunks of all sequences.
func (a *evalArchive) sequences() {
	a.chunks = make(map[string][]chunk)
	for _, name := range a.names {
		folder, inside := path.Split(name)
		if start, err := strconv.Atoi(strings.TrimSuffix(inside, ".json")); err == nil {
			a.chunks[folder] = append(a.chunks[folder], chunk{start, a.files[name]})
		}
	}
	for _, list := range a.chunks {
		slices.SortStableFunc(list, func(a, b chunk) int { return cmp.Compare(a.start, b.start) })
	}
}

// sequence returns the elements of a sequence, in order.
func (a *evalArchive) sequence(folder string) (list []document.Value, err error) {
	for _, c := range a.chunks[folder] {
		v, err := a.document(c.file)
		if err != nil {
			return nil, err
		}
		for _, item := range v.Items() {
			list = append(list, item)
		}
	}
	return list, nil
}

// document reads an entry as a document of its own. What is wrong with it is
// reported; the value is not there then.
func (a *evalArchive) document(f *zip.File) (document.Value, error) {
	text, err := a.content(f)
	if err != nil {
		a.broken++
		return document.Value{}, a.problem(trace.Pointer{Path: f.Name}, "the entry cannot be read: %v", err)
	}
	d := &document.Document{Base: f.Name + "#"}
	if err := d.Parse(text); err != nil {
		a.broken++
		return document.Value{}, a.problem(trace.Pointer{Path: f.Name}, "not JSON: %v", err)
	}
	if d.NaNs > 0 {
		a.note("not-a-number", a.at(d.Root()))
	}
	return d.Root(), nil
}

// content returns what is in an entry, if it is not more than a record may be.
// An entry with more in it than the archive says cannot be read.
func (a *evalArchive) content(f *zip.File) (string, error) {
	size := f.UncompressedSize64
	switch limit := a.limit(); {
	case size > uint64(unpackedSize(int64(f.CompressedSize64))):
		return "", document.ErrTooDense
	case size > limit:
		return "", fmt.Errorf("%w: more than %d bytes", document.ErrTooLarge, limit)
	case a.held+size > limit:
		return "", fmt.Errorf("%w: the sample has more than %d bytes", document.ErrTooLarge, limit)
	}
	in, err := f.Open()
	if errors.Is(err, zip.ErrAlgorithm) {
		err = fmt.Errorf("it is packed by method %d, which is not known", f.Method)
	}
	if err != nil {
		return "", err
	}
	defer in.Close()
	var b strings.Builder
	b.Grow(int(size))
	_, err = io.Copy(&b, in)
	a.held += size
	return b.String(), err
}

// limit returns how many bytes a record may have.
func (a *evalArchive) limit() uint64 {
	if a.o.Limit > 0 {
		return uint64(a.o.Limit)
	}
	return document.DefaultLimit
}
