package syntaxtest

import (
	"os"
	"strings"
)

// A File is a file of a txtar archive.
type File struct{ Name, Text string }

// ReadArchive reads a txtar archive: each file follows a line `-- NAME --`.
// What precedes the first file is returned as its comment.
func ReadArchive(path string) (comment string, files []File, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", nil, err
	}
	for line := range strings.Lines(string(text)) {
		name, isName := strings.CutPrefix(strings.TrimSuffix(line, " --\n"), "-- ")
		switch {
		case isName && strings.HasSuffix(line, " --\n"):
			files = append(files, File{Name: name})
		case len(files) == 0:
			comment += line
		default:
			files[len(files)-1].Text += line
		}
	}
	return comment, files, nil
}

// WriteArchive writes a txtar archive. Each text has to end with a line
// break.
func WriteArchive(path, comment string, files []File) error {
	var b strings.Builder
	b.WriteString(comment)
	for _, f := range files {
		b.WriteString("-- " + f.Name + " --\n" + f.Text)
	}
	return os.WriteFile(path, []byte(b.String()), 0o644)
}
