// Package simulator holds the sessions of agents that act in world models, side by
// side, and writes what happens to files.
//
// A [Simulator] serves cases. [Simulator.Begin] begins a [Session] of one, with a
// state of its own and a handle that cannot be guessed. Packages server and mcp offer
// sessions to agents over HTTP and MCP.
//
// # Files
//
// Each session has a file CASE-HANDLE.jsonl in the folder of traces, in the plain
// format of package trace, with the initial state in a label ([trace.InitLabel]) and the
// state after each call in a member "state". Files therefore have what no answer
// shows. The lines of a call and its answer are written by one system call before the
// answer is returned, so that a file is complete up to the last answer that anybody has
// got, also after the process was killed. What was written last may be lost if the
// machine itself stops.
//
// This package is not part of the supported API, and may change.
package simulator
