// Package server offers the sessions of a simulator over plain HTTP with JSON.
//
//	GET    /cases                                   the names of the cases
//	POST   /sessions  {"case": NAME, "seed": N}     begins a session: its handle and the prompt
//	GET    /prompt                                  the prompt of the case
//	GET    /manual                                  the manual, as text
//	GET    /tools                                   the tools, as OpenAI takes them
//	POST   /call      {"name": TOOL, "arguments": {…}}
//	                                                calls a tool; also {"function": {…}}, and
//	                                                arguments in a string, as OpenAI writes calls
//	POST   /say       {"text": …}                   records what the agent says to the user:
//	                                                the user's reply, "" if there is none, and
//	                                                whether the user has ended the conversation
//	POST   /reset                                   begins the session again
//	GET    /trace                                   the events so far, as JSON Lines
//	DELETE /session                                 ends the session
//
// All but the first two name a session by its handle: in the header Mantrac-Session,
// or in ?session=. Calls that a tool refuses are answered with status 200 and
// "status": "rejected", since an agent should read them. An error is a status from 400
// on and {"error": …}; it has changed nothing. A key that a body should not have is an
// error, except in OpenAI's form of a call, to which providers add keys.
//
// A handle is all that it takes to act in a session. So the server answers only
// requests whose Host is the machine itself or the name that it listens at, and none
// that a page of another origin has sent. The size of requests, and the time to send
// one, are limited.
//
// This package is not part of the supported API, and may change.
package server
