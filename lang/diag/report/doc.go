// Package report writes diagnostics as text, plain text for screen readers,
// JSON, SARIF and GitHub annotations. Each function is one projection of the
// same list. None loses a code, severity, message, span, role, note, help, fix
// or edit; parity_test.go holds the five against each other.
//
// A projection keeps the order of the list (see [diag.Canonical]), writes the
// same bytes for the same list on every machine, and returns the error of its
// single write.
//
// # Text
//
// [Text] shows the source as typed, in the manner of rustc and protocompile:
//
//	error[MC0412]: `itm` is a tool argument, not a state variable
//	  --> procurement.wm:14:11
//	   |
//	14 |   (pre (= itm "U2723QE")
//	   |           ^^^
//	   = note: transition `check_inventory` binds the argument `item` to `itm` on line 13
//	help: read it with `param`
//	   |
//	14 |   (pre (= (param itm) "U2723QE")
//	   |           +++++++   +
//
// Positions are FILE:LINE:COLUMN, columns in bytes. Carets are under what
// they mean by display width. A span over several lines is underlined to the
// end of its first one and says where its last byte is: (to 17:5). Other
// places are underlined with dashes; those in other files follow a ":::" line.
// A fix is shown as its result: + is under inserted characters, ~ under
// replaced ones; where that cannot be seen in one line, - and + lines are
// for the old and the new.
//
// # Plain
//
// [Plain] says the same in sentences, without drawings, for screen readers.
// Columns are in bytes and name the first and the last one: "columns 11 to
// 13".
//
// # JSON
//
// [JSON] is for programs, and described by [Schema]. Every position is a byte
// offset, a line, and columns in bytes, UTF-16 code units and cells; every key
// is always there.
//
// # SARIF
//
// [SARIF] is version 2.1.0. Columns are UTF-16 code units and ends exclusive;
// regions also have byte offsets. Relative names are resolved against
// %SRCROOT%. What the format has no place for (role of the primary span,
// notes, help, tags) is in the property bag of the result.
//
// # GitHub
//
// [GitHub] is a list of workflow commands, one a line. The primary span is in
// the properties, everything else in the message body, worded as in [Plain].
//
// # Hostile text
//
// Names, messages and source may hold anything. Text, Plain and GitHub never
// pass on a control character, a bidirectional override or a byte that is not
// UTF-8: source lines show a replacement character for each (a blank for a
// tab), and words show an escape such as \n or \x1b. The one exception is the
// file property of a GitHub command, by which GitHub looks the file up: there
// only line breaks are escaped, as GitHub wants it. JSON and SARIF are exact,
// but for bytes that are not UTF-8, which neither format can hold; file names
// in SARIF are exact even then.
package report
