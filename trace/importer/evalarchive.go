package importer

import (
	"archive/zip"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
)

// An evalArchive is a log of Inspect as an archive: a header, and for each
// sample an entry samples/NAME.json, or a folder samples/NAME with the sample in
// pieces: sample.json, and the sequences messages, events and attachments, each
// in chunks that are named by the index of their first element.
type evalArchive struct {
	*reading
	directory *zipDirectory
	broken    int    // entries that could not be read
	held      uint64 // bytes of the sample that is being read
}

// evalHeaders are the entries that make an archive a log of Inspect. The second
// is that of a log that is not finished.
var evalHeaders = []string{"header.json", "_journal/start.json"}

// findEvalHeader returns the record of the header of a log; nil where there is
// none.
func findEvalHeader(d *zipDirectory) ([]byte, error) {
	found := make([][]byte, len(evalHeaders))
	err := d.entries(func(record []byte, name string) error {
		if i := slices.Index(evalHeaders, name); i >= 0 && found[i] == nil {
			// The record is only valid during the call.
			found[i] = slices.Clone(record)
		}
		return nil
	})
	// A log may have both headers; the first of the list counts.
	for _, header := range found {
		if header != nil {
			return header, err
		}
	}
	return nil, err
}

// sampleOf returns what entries of the same sample have in common.
func sampleOf(name string) string {
	inside, is := strings.CutPrefix(name, "samples/")
	// The folder of a sample in pieces ends with a slash, unlike a sample that is one entry.
	if folder, _, deep := strings.Cut(inside, "/"); is && deep {
		return "samples/" + folder + "/"
	}
	return name
}

// read reads the samples in the order of their first entries.
func (a *evalArchive) read(header []byte, groups *spool.Grouper) error {
	files, err := a.directory.open([][]byte{header})
	if err != nil {
		return err
	}
	a.notes.add("format-inspect", "recognised as inspect: "+inspect.about, trace.Pointer{Path: files[0].Name})
	a.format = inspect
	s := &samples{reading: a.reading}
	// The header is read before all samples, wherever it is in the archive.
	v, err := a.document(files[0])
	if err != nil {
		return err
	}
	s.head(v)
	var group [][]byte
	groups.All(func(first bool, record []byte) bool {
		if first {
			err = a.sample(s, group)
			// The group before is complete when the next begins.
			group = group[:0]
		}
		group = append(group, slices.Clone(record))
		return err == nil
	})
	if err == nil {
		// The last group has no next one.
		err = a.sample(s, group)
	}
	return cmp.Or(err, groups.Err())
}

// sample reads the sample that some entries are, if they are one.
func (a *evalArchive) sample(s *samples, group [][]byte) error {
	if len(group) == 0 {
		return nil
	}
	list, err := a.directory.open(group)
	if err != nil {
		return err
	}
	byName := make(map[string]*zip.File, len(list))
	for _, f := range list {
		// A second entry of a name is reported, since readers differ in which of them they take.
		if byName[f.Name] != nil {
			if err := a.secondEntry(f.Name); err != nil {
				return err
			}
			continue
		}
		byName[f.Name] = f
	}
	// The limit is for all entries of a sample together.
	a.held, a.halves = 0, false
	folder := sampleOf(list[0].Name)
	switch {
	case !strings.HasPrefix(folder, "samples/"):
	case folder == list[0].Name:
		return a.one(s, list[0])
	case byName[folder+"sample.json"] != nil:
		return a.chunked(s, folder, byName)
	}
	return nil
}

// one reads a sample that is one entry.
func (a *evalArchive) one(s *samples, f *zip.File) error {
	v, err := a.document(f)
	if err != nil || !v.IsObject() {
		return err
	}
	return s.element(v)
}

// chunked reads a sample in pieces.
func (a *evalArchive) chunked(s *samples, folder string, files map[string]*zip.File) error {
	shell, err := a.document(files[folder+"sample.json"])
	if err != nil || !shell.IsObject() {
		return err
	}
	one := sample{shell: shell, attachments: make(map[string]string)}
	// Entries of other samples may have been broken before.
	had := a.broken
	chunks := sequences(files)
	if one.events, err = a.sequence(chunks[folder+"events/"]); err != nil {
		return err
	}
	if one.pool, err = a.sequence(chunks[folder+"messages/"]); err != nil {
		return err
	}
	texts, err := a.sequence(chunks[folder+"attachments/"])
	if err != nil {
		return err
	}
	for i, text := range texts {
		if !lost(text) {
			one.attachments[strconv.Itoa(i)] = text.Text()
		}
	}
	one.messages = slices.DeleteFunc(slices.Clone(one.pool), lost)
	one.partial = a.broken > had
	return s.sample(&one)
}

// A chunk is an entry with a part of a sequence.
type chunk struct {
	start int // the index of its first element
	file  *zip.File
}

// sequences finds the chunks of the sequences of a sample, by folder.
func sequences(files map[string]*zip.File) map[string][]chunk {
	chunks := make(map[string][]chunk)
	for name, f := range files {
		folder, inside := path.Split(name)
		if start, err := strconv.Atoi(strings.TrimSuffix(inside, ".json")); err == nil {
			chunks[folder] = append(chunks[folder], chunk{start, f})
		}
	}
	for _, list := range chunks {
		// The names decide between equal numbers, so that the order does not depend on the map.
		slices.SortFunc(list, func(a, b chunk) int {
			return cmp.Or(cmp.Compare(a.start, b.start), strings.Compare(a.file.Name, b.file.Name))
		})
	}
	return chunks
}

// maxLost bounds the elements that may be missing in a sequence: a small archive could
// claim any number.
const maxLost = 1 << 20

// lost reports whether an element of a sequence could not be read.
func lost(v document.Value) bool { return v.Kind() == document.Absent }

// sequence returns the elements of a sequence, each at its index. Those of chunks that
// could not be read are lost.
func (a *evalArchive) sequence(chunks []chunk) (list []document.Value, err error) {
	missing := 0
	for _, c := range chunks {
		// A broken entry gives no elements, and is counted.
		v, err := a.document(c.file)
		if err != nil {
			return nil, err
		}
		found := elements(v)
		// References would lead to other elements if these moved up.
		if gap := c.start - len(list); gap > 0 && len(found) > 0 {
			a.broken++
			if gap > maxLost-missing {
				return list, a.problem(trace.Pointer{Path: c.file.Name}, "%d elements are missing before this entry", gap)
			}
			missing += gap
			list = append(list, make([]document.Value, gap)...)
		}
		list = append(list, found...)
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
	return a.root(d), nil
}

// content returns what is in an entry, if it is not more than a record may be.
// An entry with more in it than the archive says cannot be read.
func (a *evalArchive) content(f *zip.File) (string, error) {
	size := f.UncompressedSize64
	// Sizes are those that the archive states; the reader fails where there is more.
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
		err = fmt.Errorf("unknown compression method %d", f.Method)
	}
	if err != nil {
		return "", err
	}
	defer in.Close()
	var b strings.Builder
	// The checks above bound what is reserved here.
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
