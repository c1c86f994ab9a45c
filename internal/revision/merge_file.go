package revision

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/mantrac/mantrac/project"
)

// errBinary is what git says of texts that it does not take for texts.
const errBinary = "Cannot merge binary files"

// A LineMerge is three texts merged line by line.
type LineMerge struct {
	Text string
	// Clean says that there was no conflict. The others are in the text, between
	// the markers of git.
	Clean bool
	// Binary says that git does not take the texts for texts; Text is ours then.
	Binary bool
}

// MergeLines merges three texts as git does. It needs git, but no repository,
// and leaves nothing behind.
func MergeLines(ctx context.Context, base, ours, theirs string) (LineMerge, error) {
	dir, err := os.MkdirTemp("", "mantrac-")
	if err != nil {
		return LineMerge{}, err
	}
	defer os.RemoveAll(dir)
	// The names are those of the markers in the result.
	for name, text := range map[string]string{"base": base, "ours": ours, "theirs": theirs} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			return LineMerge{}, err
		}
	}
	r := Repository{dir: dir}
	out, err := r.command(ctx, "merge-file", "-p", "ours", "base", "theirs").Output()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return LineMerge{Text: string(out), Clean: true}, nil
	case !errors.As(err, &exit):
		return LineMerge{}, explained(err)
	case strings.Contains(string(exit.Stderr), errBinary):
		return LineMerge{Text: ours, Binary: true}, nil
	case exit.ExitCode() > 0 && exit.ExitCode() < 128:
		// git merge-file exits with the number of conflicts, and with 128 or more on errors.
		return LineMerge{Text: string(out)}, nil
	}
	return LineMerge{}, fmt.Errorf("git merge-file: %s", project.Shown(strings.TrimSpace(string(exit.Stderr))))
}
