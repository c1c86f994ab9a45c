package feature

import (
	"context"
	"strconv"
	"strings"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/mantrac/mantrac/lang/ast"
	"github.com/mantrac/mantrac/lang/forms"
	"github.com/mantrac/mantrac/lang/keywords"
	"github.com/mantrac/mantrac/lang/ops"
	"github.com/mantrac/mantrac/lang/source"
	"github.com/mantrac/mantrac/lang/syntax"
	"github.com/mantrac/mantrac/lsp/snapshot"
)

// The legend of semantic tokens. Their numbers are places in these lists.
var (
	TokenTypes     = []string{"keyword", "variable", "property", "parameter", "function", "enumMember", "string", "number", "operator", "comment", "type", "class"}
	TokenModifiers = []string{"declaration", "readonly", "modification"}
)

const (
	tokKeyword = iota
	tokVariable
	tokProperty
	tokParameter
	tokFunction
	TokEnumMember
	tokString
	tokNumber
	TokOperator
	tokComment
	tokType
	TokClass
)

// The bits of modifiers.
const (
	modDeclaration = 1 << iota
	modReadonly
	modModification
)

// sortTokens are the types of tokens that name things.
var sortTokens = map[snapshot.Sort]uint32{
	snapshot.Variable: tokVariable, snapshot.Constant: tokVariable, snapshot.Local: tokParameter, snapshot.Tool: tokFunction, snapshot.Parameter: tokParameter,
	snapshot.Case: TokClass, snapshot.Check: tokProperty, snapshot.Field: tokProperty, snapshot.Calls: tokFunction, snapshot.Definition: tokFunction, snapshot.Bound: tokParameter,
	snapshot.Result: tokParameter, snapshot.Part: tokProperty, snapshot.Joined: tokParameter, snapshot.Rule: TokEnumMember,
}

// SentTokens keeps the tokens that were sent last, by document: an editor shows
// those, and asks for what has changed since.
type SentTokens struct {
	mu   sync.Mutex
	last int
	data map[protocol.DocumentURI]sent
}

type sent struct {
	id   string
	data []uint32
}

// SemanticTokensProvider announces the tokens.
func SemanticTokensProvider() semanticTokensOptions {
	o := semanticTokensOptions{Range: true}
	o.Legend.TokenTypes, o.Legend.TokenModifiers, o.Full.Delta = TokenTypes, TokenModifiers, true
	return o
}

// put keeps the tokens of a document, and returns their id and what was there.
func (t *SentTokens) put(u protocol.DocumentURI, data []uint32) (id string, had sent) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.data == nil {
		t.data = make(map[protocol.DocumentURI]sent)
	}
	t.last++
	had = t.data[u]
	id = strconv.Itoa(t.last)
	t.data[u] = sent{id, data}
	return id, had
}

// Forget drops what was sent of a document that is closed.
func (t *SentTokens) Forget(u protocol.DocumentURI) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.data, u)
}

// Full says what each token of a document is.
func (t *SentTokens) Full(_ context.Context, now *snapshot.Snapshot, p *protocol.SemanticTokensParams) (protocol.SemanticTokens, error) {
	data := tokensOf(now, p.TextDocument.URI, nil)
	id := ""
	// A closed document gets no id, since nothing would ever remove its tokens.
	if isOpen(now, p.TextDocument.URI) {
		id, _ = t.put(p.TextDocument.URI, data)
	}
	return protocol.SemanticTokens{ResultID: id, Data: data}, nil
}

// isOpen reports whether a document is in a buffer of the client.
func isOpen(s *snapshot.Snapshot, u protocol.DocumentURI) bool {
	_, ok := s.Documents[snapshot.PathOf(u)]
	return ok
}

// Delta says what has changed since the tokens of a document were
// sent. If they are not those that the client has, it gets all of them.
func (t *SentTokens) Delta(_ context.Context, now *snapshot.Snapshot, p *protocol.SemanticTokensDeltaParams) (any, error) {
	data := tokensOf(now, p.TextDocument.URI, nil)
	if !isOpen(now, p.TextDocument.URI) {
		return protocol.SemanticTokens{Data: data}, nil
	}
	id, had := t.put(p.TextDocument.URI, data)
	if had.id == "" || had.id != p.PreviousResultID {
		return protocol.SemanticTokens{ResultID: id, Data: data}, nil
	}
	return protocol.SemanticTokensDelta{ResultID: id, Edits: tokenEdits(had.data, data)}, nil
}

// tokenEdits returns the one edit that makes a list of tokens another.
func tokenEdits(had, data []uint32) []protocol.SemanticTokensEdit {
	start := 0
	for start < min(len(had), len(data)) && had[start] == data[start] {
		start++
	}
	end := 0
	// The common end must not overlap the common beginning.
	for end < min(len(had), len(data))-start && had[len(had)-1-end] == data[len(data)-1-end] {
		end++
	}
	if start == len(had) && start == len(data) {
		return []protocol.SemanticTokensEdit{}
	}
	return []protocol.SemanticTokensEdit{{Start: uint32(start), DeleteCount: uint32(len(had) - start - end), Data: data[start : len(data)-end]}}
}

// SemanticTokensRange is SemanticTokens for a part of a document.
func SemanticTokensRange(_ context.Context, now *snapshot.Snapshot, p *protocol.SemanticTokensRangeParams) (protocol.SemanticTokens, error) {
	return protocol.SemanticTokens{Data: tokensOf(now, p.TextDocument.URI, &p.Range)}, nil
}

// tokensOf returns the tokens of a document, five numbers each as the protocol
// has it.
func tokensOf(s *snapshot.Snapshot, u protocol.DocumentURI, only *protocol.Range) []uint32 {
	v, c, err := s.Open(u)
	if err != nil || c.Tree == nil {
		return []uint32{}
	}
	t := tokenizer{unit: s.Mapper.Unit, text: c.Source.Text(), groups: v.InFile(c.Path), data: []uint32{}, checks: c.Tree.Kind == ast.ChecksFile}
	span := c.Source.Span(0, len(t.text))
	if only != nil {
		span = s.Mapper.Bytes(c.Source, *only)
	}
	for _, p := range c.Tree.Tree.Pieces {
		// Pieces outside of the range are skipped. The tokenizer catches up by offsets.
		if p.Start < span.End && span.Start < p.Start+len(p.Source.Text()) {
			t.piece(p, span)
		}
	}
	return t.data
}

// A tokenizer writes the tokens of a file, from its start to its end.
type tokenizer struct {
	unit   source.Unit
	text   string
	groups []snapshot.Group // of the names in the file, those that are still ahead
	passed int              // names of the first group that are behind
	data   []uint32
	checks bool     // the file is a suite
	lists  []string // the words at the heads of the lists around the token

	at           int // up to where line and column have been counted
	line, column int
	lastLine     int // of the last token
	lastColumn   int
}

func (t *tokenizer) piece(p syntax.Piece, span source.Span) {
	head := false // the token before is an opening parenthesis
	t.lists = t.lists[:0]
	for _, token := range p.Tokens {
		start, end := p.Start+token.Start, p.Start+token.End
		if token.Kind == syntax.Space {
			continue
		}
		// Lists are tracked also for tokens outside of the range.
		t.enter(token.Kind, start, end, head)
		if end > span.Start && start < span.End {
			if kind, modifiers, ok := t.classify(token.Kind, start, end, head); ok {
				t.write(start, end, kind, modifiers)
			}
		}
		head = token.Kind == syntax.LParen
	}
}

// enter notes what lists a token is in.
func (t *tokenizer) enter(kind syntax.Kind, start, end int, head bool) {
	switch {
	case kind == syntax.LParen:
		t.lists = append(t.lists, "")
	case kind == syntax.RParen && len(t.lists) > 0:
		t.lists = t.lists[:len(t.lists)-1]
	case kind == syntax.Ident && head && len(t.lists) > 0:
		t.lists[len(t.lists)-1] = t.text[start:end]
	}
}

// classify says what a token is.
func (t *tokenizer) classify(kind syntax.Kind, start, end int, head bool) (typ, modifiers uint32, ok bool) {
	switch kind {
	case syntax.Comment:
		return tokComment, 0, true
	case syntax.Int, syntax.Real:
		return tokNumber, 0, true
	case syntax.String, syntax.OpenString:
		if g, m := t.named(start); m != nil {
			// A mention may be a plain string that merely reads like a name of an enum.
			if is, _ := g.Occurrence(*m).IsName(); is {
				return TokEnumMember, bits(m), true
			}
		}
		return tokString, 0, true
	case syntax.Ident:
		if _, m := t.named(start); m != nil {
			return sortTokens[m.Sort], bits(m), true
		}
		// A joined variable is named without its mark, so its mention starts one byte later.
		if _, m := t.named(start + len("?")); m != nil && m.Sort == snapshot.Joined {
			return sortTokens[m.Sort], bits(m), true
		}
		return t.wordToken(t.text[start:end], head)
	}
	return 0, 0, false
}

// bare reports whether a word that is not at the head of its list is one of the
// language: an owner, a test, or what leaves a map open.
func (t *tokenizer) bare(word string) bool {
	list := ""
	if len(t.lists) > 0 {
		list = t.lists[len(t.lists)-1]
	}
	switch {
	case keywords.Lookup(list) == keywords.By:
		return word == ast.ByUser || word == ast.ByAny
	case ops.Lookup(list) == ops.Map:
		return word == ast.OpenWord
	}
	return t.checks && forms.LookupTest(word).Bare()
}

// named returns the name that starts at an offset, or nil.
func (t *tokenizer) named(start int) (*snapshot.Group, *snapshot.Mention) {
	for len(t.groups) > 0 {
		g := &t.groups[0]
		for ; t.passed < len(g.List); t.passed++ {
			switch m := &g.List[t.passed]; {
			case g.Start+m.At.Start == start:
				// passed is not advanced: the same name may be asked for again.
				return g, m
			case g.Start+m.At.Start > start:
				return nil, nil
			}
		}
		// Tokens come in ascending order, so names before the offset are never needed again.
		t.groups, t.passed = t.groups[1:], 0
	}
	return nil, nil
}

func bits(m *snapshot.Mention) uint32 {
	var set uint32
	switch m.Role {
	case snapshot.Declares:
		set |= modDeclaration
	case snapshot.Writes:
		set |= modModification
	}
	if m.Sort == snapshot.Constant {
		set |= modReadonly
	}
	return set
}

// wordToken says what a word is that names nothing. Words that are not of the
// language are left to the grammar of the editor.
func (t *tokenizer) wordToken(word string, head bool) (typ, modifiers uint32, ok bool) {
	key := keywords.Lookup(word)
	isType := key.Info().Place == keywords.InType
	switch {
	case word == "true" || word == "false" || word == "null" || !head && t.bare(word):
		return tokKeyword, 0, true
	case isType && (head || !key.IsList()):
		// Enum and the like are types at the head of a list only, Bool and the like anywhere.
		return tokType, 0, true
	case !head || isType:
		return 0, 0, false
	case ops.Lookup(word).IsOperator():
		return TokOperator, 0, true
	case key != keywords.None || ops.Lookup(word) != ops.None || forms.Lookup(word) != forms.None || t.checks && forms.LookupTest(word) != forms.NoTest:
		return tokKeyword, 0, true
	}
	return 0, 0, false
}

// write writes a token, of one that runs over lines its first.
func (t *tokenizer) write(start, end int, typ, modifiers uint32) {
	text := t.text[start:end]
	if i := strings.IndexAny(text, "\r\n"); i >= 0 {
		text = text[:i]
	}
	t.count(start)
	line, column := t.line, t.column
	// On a new line the protocol counts columns from the start of the line.
	if line != t.lastLine {
		t.lastColumn = 0
	}
	t.data = append(t.data, uint32(line-t.lastLine), uint32(column-t.lastColumn), uint32(source.Len(text, t.unit)), typ, modifiers)
	t.lastLine, t.lastColumn = line, column
}

// lineFeeds makes every line break of the protocol a line feed.
var lineFeeds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// count moves to an offset.
func (t *tokenizer) count(to int) {
	// Only the text since the last token is counted, so a whole file takes linear time.
	between := t.text[t.at:to]
	if strings.Contains(between, "\r") {
		between = lineFeeds.Replace(between)
	}
	if n := strings.Count(between, "\n"); n > 0 {
		t.line += n
		t.column, between = 0, between[strings.LastIndexByte(between, '\n')+1:]
	}
	t.column += source.Len(between, t.unit)
	t.at = to
}

// semanticTokensOptions announce semantic tokens.
type semanticTokensOptions struct {
	Legend struct {
		TokenTypes     []string `json:"tokenTypes"`
		TokenModifiers []string `json:"tokenModifiers"`
	} `json:"legend"`
	Range bool `json:"range"`
	Full  struct {
		Delta bool `json:"delta"`
	} `json:"full"`
}
