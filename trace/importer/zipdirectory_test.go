package importer

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// zipOf makes an archive of small entries.
func zipOf(t testing.TB, entries int, comment string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range entries {
		w, err := z.CreateHeader(&zip.FileHeader{Name: fmt.Sprintf("folder/%d.json", i)})
		if err == nil {
			_, err = fmt.Fprintf(w, `{"n":%d}`, i)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := z.SetComment(comment); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// streamed returns the names of an archive, and what is in some of its entries.
func streamed(b []byte, some func(i int) bool) (names, texts []string, err error) {
	d, err := openZipDirectory(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, nil, err
	}
	err = d.entries(func(record []byte, name string) error {
		names = append(names, name)
		if !some(len(names) - 1) {
			return nil
		}
		files, err := d.open([][]byte{record, record})
		if err != nil {
			return err
		}
		text, err := contentOf(files[1])
		texts = append(texts, text)
		return err
	})
	return names, texts, err
}

func contentOf(f *zip.File) (string, error) {
	in, err := f.Open()
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(in)
	return string(text), err
}

// The stream has the entries that archive/zip has: after other bytes, with a
// long comment, and with more entries than 16 bits count.
func TestZipDirectory(t *testing.T) {
	for name, b := range map[string][]byte{
		"empty":         zipOf(t, 0, ""),
		"some":          zipOf(t, 5, ""),
		"a comment":     zipOf(t, 5, strings.Repeat("x", 60_000)),
		"other bytes":   append([]byte("#!/bin/sh\n"), zipOf(t, 5, "")...),
		"many":          zipOf(t, 70_000, ""),
		"a wrong count": modulo(zipOf(t, 70_000, "")),
	} {
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		some := func(i int) bool { return i%1000 == 3 }
		var names, texts []string
		for i, f := range z.File {
			names = append(names, f.Name)
			if some(i) {
				text, err := contentOf(f)
				if err != nil {
					t.Fatal(err)
				}
				texts = append(texts, text)
			}
		}
		gotNames, gotTexts, err := streamed(b, some)
		if err != nil || !slices.Equal(gotNames, names) || !slices.Equal(gotTexts, texts) {
			t.Errorf("%s: %d of %d names, %d of %d texts, %v", name, len(gotNames), len(names), len(gotTexts), len(texts), err)
		}
	}
}

// modulo makes an archive without ZIP64, as some programs write it: the number of
// its entries is what 16 bits hold.
func modulo(b []byte) []byte {
	end := len(b) - zipEndSize
	end64 := b[end-zipLocatorSize-zipEnd64Size:]
	for at, value := range map[int]uint64{8: binary.LittleEndian.Uint64(end64[24:]), 10: binary.LittleEndian.Uint64(end64[32:])} {
		binary.LittleEndian.PutUint16(b[end+at:], uint16(value))
	}
	binary.LittleEndian.PutUint32(b[end+12:], uint32(binary.LittleEndian.Uint64(end64[40:])))
	binary.LittleEndian.PutUint32(b[end+16:], uint32(binary.LittleEndian.Uint64(end64[48:])))
	return slices.Concat(b[:end-zipLocatorSize-zipEnd64Size], b[end:])
}

// Damaged archives are refused, or have the entries that archive/zip has.
func TestDamagedZipDirectory(t *testing.T) {
	whole := zipOf(t, 20, "")
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		b := slices.Clone(whole)
		for range 1 + r.IntN(3) {
			b[len(b)-1-r.IntN(len(b)*2/3)] = byte(r.IntN(256))
		}
		b = b[:len(b)-r.IntN(2)*r.IntN(30)]
		names, _, err := streamed(b, func(int) bool { return true })
		z, other := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil || other != nil {
			continue
		}
		for i, f := range z.File {
			if i >= len(names) || names[i] != f.Name {
				t.Fatalf("%d names, archive/zip has %d", len(names), len(z.File))
			}
		}
	}
}
