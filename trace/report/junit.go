package report

import (
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

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
// could not be read, is an error.
func JUnit(w io.Writer, r *Report) error {
	all := junitSuite{}
	for s := range r.junitSuites {
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	e := xml.NewEncoder(w)
	e.Indent("", "  ")
	head := xml.StartElement{Name: xml.Name{Local: "testsuites"}}
	for _, c := range []struct {
		name string
		n    int
	}{{"tests", all.Tests}, {"failures", all.Failures}, {"errors", all.Errors}} {
		head.Attr = append(head.Attr, xml.Attr{Name: xml.Name{Local: c.name}, Value: strconv.Itoa(c.n)})
	}
	err := e.EncodeToken(head)
	for s := range r.junitSuites {
		if err == nil {
			err = e.EncodeElement(s, xml.StartElement{Name: xml.Name{Local: "testsuite"}})
		}
	}
	if err == nil {
		err = errors.Join(e.EncodeToken(head.End()), e.Flush())
	}
	if err == nil {
		_, err = io.WriteString(w, "\n")
	}
	return err
}

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
