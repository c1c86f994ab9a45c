// Package mcp offers the sessions of a simulator over the Model Context Protocol, on
// standard input and output and over streamable HTTP.
//
// The protocol has had no sessions since revision 2026-07-28. Which session of the
// simulator a request is about is said by, in this order,
//
//   - the handle of a session that was begun over plain HTTP (package server), in the
//     header Mantrac-Session or in ?session=: this serves clients of all revisions;
//   - the header Mcp-Session-Id of earlier revisions: it is the handle of a session
//     that begins with the first call, of the case in ?case=. Clients of the newest
//     revision negotiate an earlier one here;
//   - the process, on standard input and output.
//
// Tools have the schemas of the suite. Arguments are validated by the simulator and not
// by the SDK. What a model should read, as refusals and the names of tools that do not
// exist, is a result with isError, and is in the trace. The prompt `task` and the
// resources mantrac://prompt and mantrac://manual are what the agent is asked for.
// A tool that a fault makes disappear leaves the list. Clients of the newest revision that
// listen are notified, as are those on standard input and output, and those of earlier
// revisions that have a session of the protocol.
//
// This package is not part of the supported API, and may change.
package mcp
