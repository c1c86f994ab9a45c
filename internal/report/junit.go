package report

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/mantrac/mantrac/internal/spool"
)

// A TestSuite is a suite of tests as JUnit has them.
type TestSuite struct {
	Name     string     `xml:"name,attr"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Errors   int        `xml:"errors,attr"`
	Skipped  int        `xml:"skipped,attr,omitempty"`
	Cases    []TestCase `xml:"testcase"`
}

// A TestCase is a test, which passed unless it has one of the outcomes. Its texts may
// have any characters.
type TestCase struct {
	Class   string       `xml:"classname,attr"`
	Name    string       `xml:"name,attr"`
	Failure *TestOutcome `xml:"failure"`
	Error   *TestOutcome `xml:"error"`
	Skipped *TestOutcome `xml:"skipped"`
}

// A TestOutcome says why a test did not pass.
type TestOutcome struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr,omitempty"`
	Body    string `xml:",chardata"`
}

// Add adds a test.
func (s *TestSuite) Add(c TestCase) {
	s.Tests++
	for _, o := range []struct {
		outcome *TestOutcome
		count   *int
	}{{c.Failure, &s.Failures}, {c.Error, &s.Errors}, {c.Skipped, &s.Skipped}} {
		if o.outcome != nil {
			*o.count++
			o.outcome.Message, o.outcome.Type, o.outcome.Body = clean(o.outcome.Message), clean(o.outcome.Type), clean(o.outcome.Body)
		}
	}
	c.Class, c.Name = clean(c.Class), clean(c.Name)
	s.Cases = append(s.Cases, c)
}

// JUnit writes suites of tests as JUnit XML. The numbers of all tests precede
// the suites, which are kept in a spool until they are known.
func JUnit(w io.Writer, list iter.Seq[TestSuite]) (err error) {
	var suites spool.Spool
	defer func() { err = cmp.Or(err, suites.Err(), suites.Close()) }()
	all := TestSuite{}
	newline := "" // before and after the suites, if there are any
	e := xml.NewEncoder(spoolWriter{&suites})
	e.Indent("  ", "  ")
	for s := range list {
		newline = "\n"
		all.Tests += s.Tests
		all.Failures += s.Failures
		all.Errors += s.Errors
		s.Name = clean(s.Name)
		if err := e.EncodeElement(s, xml.StartElement{Name: xml.Name{Local: "testsuite"}}); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(w, xml.Header+`<testsuites tests="%d" failures="%d" errors="%d">%s`, all.Tests, all.Failures, all.Errors, newline)
	// The numbers are known now, so the suites can follow.
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

// clean replaces what XML 1.0 cannot hold.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		// These characters are not allowed in XML 1.0, not even as references.
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == 0xFFFE || r == 0xFFFF {
			return utf8.RuneError
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
