package source

import "strings"

// Returns lists the offsets just after the carriage returns that no line feed
// follows, in ascending order; nobody may change the list. They end no line
// here, as in every compiler, but they do for editors. The first call takes
// time linear in the text.
func (f *File) Returns() []int {
	f.onceReturns.Do(func() {
		for i := 0; ; {
			n := strings.IndexByte(f.text[i:], '\r')
			if n < 0 {
				return
			}
			if i += n + 1; i == len(f.text) || f.text[i] != '\n' {
				f.returns = append(f.returns, i)
			}
		}
	})
	return f.returns
}
