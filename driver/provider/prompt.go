package provider

import "strings"

// Prompt writes a request as one text, for providers that take only that. If the
// answer has a schema, the text ends with it and asks for JSON. A conversation of
// several turns has a heading for each.
func Prompt(r Request) string {
	var b strings.Builder
	part := func(heading, text string) {
		if b.Len() > 0 {
			b.WriteString("\n\n")
		}
		if heading != "" {
			b.WriteString("# " + heading + "\n\n")
		}
		b.WriteString(strings.TrimSpace(text))
	}
	if r.System != "" {
		part("", r.System)
	}
	for _, m := range r.Messages {
		switch {
		// A single message needs no heading.
		case len(r.Messages) == 1:
			part("", m.Text)
		case m.Role == Assistant:
			part("Your previous answer", m.Text)
		default:
			part("Request", m.Text)
		}
	}
	if r.Schema != nil {
		part("", schemaInstruction(r))
	}
	b.WriteByte('\n')
	return b.String()
}

// schemaInstruction asks for an answer that satisfies the schema of a request, for
// models to which the schema cannot be given otherwise.
func schemaInstruction(r Request) string {
	return "Answer with one JSON value and nothing else. It must be valid under this JSON schema:\n\n" + string(r.Schema)
}
