// Package bindings reads bindings.yaml and turns the answers of tools into JSON
// values by it.
//
// Models and checks read answers as JSON. Many tools answer with text, with words
// that a model does not have, or with dates. A bindings.yaml says how to read them:
//
//	failures: ['^Error:']                # of every tool: the call failed
//	tools:
//	  send_certificate:
//	    failures: ['not found$']         # of this tool
//	    answers:
//	      - matches: 'Certificate (?<id>\w+) added .* amount (?<amount>\d+)'
//	      - matches: '^nothing to do$'
//	        value: {amount: 0}
//	    fields:
//	      amount: {as: integer}
//	      status: {map: {"pending (item modified)": pending}}
//	      /flights/*/date: {date: YYYY-MM-DD}
//	      booked: {from: created_at, date: YYYY-MM-DD}
//	    records: {file: certificates.csv, key: id, argument: certificate_id}
//
// [Set.Read] reads an answer in three steps. A failure mark that matches makes it
// the answer of a failed call. Of the rules in `answers` the first that matches
// gives the value: `value`, with a member for each named group that took part.
// Without a rule that matches, the value is the text as JSON, or else the text
// itself. Then `fields` convert what is at their paths, in the order of the file.
// What is not there, or cannot be converted, stays as it is. With `from` a field adds
// a member, and the part that it is made of stays.
//
// `records` names a table, in JSON or CSV, that a simulator (package world/runtime)
// takes the answers of the tool from.
//
// Regular expressions are RE2, so that reading takes time linear in the answer,
// for each rule. They match anywhere in it. Nothing is kept of an answer.
package bindings
