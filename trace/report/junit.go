package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/spool"
	"github.com/mantrac/mantrac/trace/grade"
)

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string        `xml:"classname,attr"`
	Name    string        `xml:"name,attr"`
	Failure *junitOutcome `xml:"failure"`
	Error   *junitOutcome `xml:"error"`
}

type junitOutcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Body    string `xml:",chardata"`
}

// JUnit writes a test suite for each trace and a test for each check. A check
// that fails is a failure; one that could not be decided, and a record that
// could not be read, is an error. The numbers of all tests stand before the
// suites, which are kept in a spool until they are known.
func JUnit(w io.Writer, r *Report) (err error) {
	var suites spool.Spool
	defer func() { err = cmp.Or(err, suites.Err(), suites.Close()) }()
	all := junitSuite{}
	newline := "" // before and after the suites, if there are any
	e := xml.NewEncoder(spoolWriter{&suites})
	e.Indent("  ", "  ")
	for s := range r.junitSuites {
		newline = "\n"
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		if err := e.EncodeElement(s, xml.StartElement{Name: xml.Name{Local: "testsuite"}}); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, xml.Header+`<testsuites tests="%d" failures="%d" errors="%d">%s`, all.Tests, all.Failures, all.Errors, newline)
	suites.All(func(part []byte) bool {
		if err == nil {
			_, err = w.Write(part)
		}
		return err == nil
	})
	if err == nil {
		_, err = io.WriteString(w, newline+"</testsuites>\n")
	}
	return err
}

// A spoolWriter adds what is written to a spool.
type spoolWriter struct{ to *spool.Spool }

// Write implements [io.Writer].
func (w spoolWriter) Write(p []byte) (int, error) { return len(p), w.to.Add(p) }

// junitSuites calls yield with the suites of a report.
func (r *Report) junitSuites(yield func(junitSuite) bool) {
	for x := range r.Results {
		if !yield(junitTrace(x)) {
			return
		}
	}
	if len(r.Problems) == 0 {
		return
	}
	s := junitSuite{Name: "records that could not be read"}
	for _, p := range r.Problems {
		s.add(junitCase{Class: clean(p.File), Name: clean(p.At.String()), Error: &junitOutcome{clean(p.Message), "unreadable", clean(p.Error())}})
	}
	yield(s)
}

func (s *junitSuite) add(c junitCase) {
	s.Tests++
	if c.Failure != nil {
		s.Failures++
	}
	if c.Error != nil {
		s.Errors++
	}
	s.Cases = append(s.Cases, c)
}

func junitTrace(x *grade.Result) junitSuite {
	s := junitSuite{Name: clean(nameOf(x))}
	for _, c := range x.Judged() {
		t := junitCase{Class: clean(x.Case), Name: clean(c.Check)}
		switch c.Verdict {
		case grade.Fail:
			t.Failure = &junitOutcome{clean(said(&c)), clean(string(c.Class)), clean(proof(c.Evidence))}
		case grade.Inconclusive:
			t.Error = &junitOutcome{clean(said(&c)), "inconclusive", clean(proof(c.Evidence))}
		}
		s.add(t)
	}
	return s
}

// clean replaces what XML 1.0 cannot hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
