package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/urfave/cli/v2"

	"github.com/mantrac/mantrac/project"
	"github.com/mantrac/mantrac/trace/grade"
	"github.com/mantrac/mantrac/trace/importer"
)

// traceFlags are those of verbs that read traces beside a format of their own.
func traceFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "input-format", Usage: "`FORMAT` of the traces, instead of the one recognised"},
		&cli.StringFlag{Name: "error-prefix", Value: importer.DefaultErrorPrefix, Usage: "`TEXT` that the result of a failed call begins with, where a format has no mark for failure"},
		&cli.StringSliceFlag{Name: "redacted", Usage: "`TEXT` that replaces a hidden argument; * matches any text"},
	}
}

func importOptions(c *cli.Context) importer.Options {
	prefix := c.String("error-prefix")
	return importer.Options{
		Format: c.String("input-format"), ErrorPrefix: prefix, NoErrorPrefix: prefix == "", Redacted: c.StringSlice("redacted"),
	}
}

// byText reports whether a note says that a call was taken to have failed by
// the text of its result.
func byText(n importer.Note) bool { return n.Code == "error-by-text" }

// unusedPrefix warns if the user gives an error prefix that no result has.
func unusedPrefix(c *cli.Context, used bool) {
	if prefix := c.String("error-prefix"); c.IsSet("error-prefix") && prefix != "" && !used {
		complain(fmt.Errorf("--error-prefix %q matches no result without a mark of failure", prefix))
	}
}

// traceEndings are those of files that are taken from folders.
var traceEndings = []string{".json", ".jsonl", ".ndjson", ".eval", ".zip"}

// errNoTraces is why a folder or a pattern has no files.
var errNoTraces = errors.New("there are no traces")

// traceFiles returns the files that arguments name: files as they are, what is
// in folders by their endings, what matches patterns; "-" is standard input.
func traceFiles(args []string) ([]string, error) {
	var list []string
	listed := make(map[string]bool)
	for _, arg := range args {
		found, err := tracesIn(arg)
		if err != nil {
			return nil, err
		}
		for _, name := range found {
			if !listed[name] {
				listed[name] = true
				list = append(list, name)
			}
		}
	}
	return list, nil
}

func tracesIn(arg string) ([]string, error) {
	if arg == "-" {
		return []string{arg}, nil
	}
	info, err := os.Stat(arg)
	if err != nil && strings.ContainsAny(arg, "*?[{") {
		found, err := doublestar.FilepathGlob(arg, doublestar.WithFilesOnly())
		if err != nil {
			return nil, fmt.Errorf("%s: %w", project.Shown(arg), err)
		}
		if len(found) == 0 {
			return nil, fmt.Errorf("%s: %w that match", project.Shown(arg), errNoTraces)
		}
		slices.Sort(found)
		return found, nil
	}
	if err != nil || !info.IsDir() {
		return []string{arg}, nil // whether it can be read is seen when it is
	}
	found, err := tracesBelow(arg)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s: %w (*.json, *.jsonl, *.eval) in the folder", project.Shown(arg), errNoTraces)
	}
	return found, err
}

// tracesBelow returns the files below a folder that end as traces do. Links to
// files are files, those to folders below it are not followed.
func tracesBelow(folder string) (found []string, err error) {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != root && strings.HasPrefix(e.Name(), ".") {
			return filepath.SkipDir
		}
		name := strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(e.Name()), ".gz"), ".zst")
		if slices.Contains(traceEndings, filepath.Ext(name)) && isFile(path, e) {
			below, err := filepath.Rel(root, path)
			if err != nil {
				return err
			}
			found = append(found, filepath.Join(folder, below))
		}
		return nil
	})
	return found, err
}

// isFile reports whether an entry of a folder is a file, or leads to one.
func isFile(path string, e fs.DirEntry) bool {
	if e.Type()&fs.ModeSymlink == 0 {
		return e.Type().IsRegular()
	}
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

// spares returns an error if an output is one of the files to read, or another
// output.
func spares(outputs []string, inputs []string) error {
	for i, out := range outputs {
		if out == "-" || isDevice(out) {
			continue
		}
		for k, other := range slices.Concat(inputs, outputs[:i]) {
			if out == "" || !sameFile(out, other) {
				continue
			}
			if k < len(inputs) {
				return fmt.Errorf("%s is one of the files to read, and cannot be the output", project.Shown(other))
			}
			return fmt.Errorf("%s cannot be two outputs at once", project.Shown(out))
		}
	}
	return nil
}

// readEdges reads forbidden edges.
func readEdges(name string) ([]grade.Edge, error) {
	text, err := project.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var edges []grade.Edge
	d := json.NewDecoder(strings.NewReader(strings.TrimPrefix(string(text), "\ufeff")))
	d.DisallowUnknownFields()
	if err := d.Decode(&edges); err != nil {
		return nil, fmt.Errorf(`%s: a list [{"from": TOOL, "to": TOOL, "reason": …}] is wanted: %w`, project.Shown(name), err)
	}
	for i, e := range edges {
		if e.From == "" || e.To == "" {
			return nil, fmt.Errorf("%s: edge %d lacks its from or its to", project.Shown(name), i+1)
		}
	}
	return edges, nil
}

// listClasses writes the table of classes.
func listClasses(w io.Writer) error {
	families := []struct {
		of   grade.Family
		head string
	}{
		{grade.OfCheck, "failed checks"},
		{grade.OfFinding, "findings (* only if asked for by --findings)"},
		{grade.OfTrace, "failed traces"},
	}
	for i, f := range families {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, f.head)
		for _, c := range grade.Classes {
			if c.Family != f.of {
				continue
			}
			mark := " "
			if c.Noisy {
				mark = "*"
			}
			if _, err := fmt.Fprintf(w, "  %s %-22s %-3s %s\n", mark, c.Class, c.Error, c.About); err != nil {
				return err
			}
		}
	}
	return nil
}
