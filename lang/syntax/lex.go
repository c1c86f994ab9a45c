package syntax

// Lex cuts a text that is in a file, but does not start it, into tokens.
// Every text can be cut, and the tokens cover it.
func Lex(text string) []Token { return lexInside(text) }
