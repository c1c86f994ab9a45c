package provider

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// A Request is one question to a language model.
type Request struct {
	// Stage and Case say what the question is for. They are not sent; the ledger
	// adds up tokens by them.
	Stage string `json:"-"`
	Case  string `json:"-"`

	Model    string    `json:"model"` // as the provider names it, see [Parse]
	System   string    `json:"system,omitempty"`
	Messages []Message `json:"messages"`

	// Schema is the JSON schema of the answer, or nil for text. SchemaName is an
	// identifier of it, which some providers require.
	Schema     json.RawMessage `json:"schema,omitempty"`
	SchemaName string          `json:"schema_name,omitempty"`

	MaxTokens   int      `json:"max_tokens,omitempty"`  // of the answer; 0 leaves it to the provider
	Temperature *float64 `json:"temperature,omitempty"` // nil leaves it to the provider

	// Attempt distinguishes questions that are equal and are to be answered
	// independently. It is not sent, but it is part of the key.
	Attempt int `json:"attempt,omitempty"`
}

// A Message is one turn of a conversation.
type Message struct {
	Role Role   `json:"role"`
	Text string `json:"text"`
}

// A Role says who wrote a message.
type Role string

// The roles. The last message of a request is the user's.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// An Answer is what a model answered.
type Answer struct {
	Text  string `json:"text"`
	Usage Usage  `json:"usage"`
	Model string `json:"model,omitempty"` // as the provider names the one that answered
}

// Usage counts tokens.
type Usage struct {
	Input       int64 `json:"input"` // all, with the cached ones
	CachedInput int64 `json:"cached_input,omitempty"`
	Output      int64 `json:"output"` // with those of reasoning

	// Estimated says that the provider reported no counts: a token is taken to be
	// four bytes, as package document does.
	Estimated bool `json:"estimated,omitempty"`
}

// Plus returns the sum of two counts.
func (u Usage) Plus(v Usage) Usage {
	return Usage{u.Input + v.Input, u.CachedInput + v.CachedInput, u.Output + v.Output, u.Estimated || v.Estimated}
}

// A Provider answers requests.
type Provider interface {
	// Complete asks the model once, and returns when the answer is whole. If
	// progress is not nil, it is called with each part of the answer as it arrives.
	//
	// An error is an *[Error], or that of the context if the context ended. Beside
	// an error, the answer has what had arrived, and what it cost.
	//
	// It is safe for several goroutines.
	Complete(ctx context.Context, r Request, progress func(delta string)) (Answer, error)
}

// Key identifies the question: requests have the same key if the same is asked of
// the same model. Stage and Case do not matter, nor does white space in the schema.
func (r Request) Key() string {
	// White space in the schema must not change the key.
	if r.Schema != nil {
		var b bytes.Buffer
		if json.Compact(&b, r.Schema) == nil {
			r.Schema = b.Bytes()
		} else {
			// A schema that is not JSON would make the request impossible to marshal.
			r.Schema, _ = json.Marshal(string(r.Schema))
		}
	}
	data, _ := json.Marshal(r) // a struct of strings and numbers, and JSON that has just been read
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Tokens estimates the number of tokens of a text: a token is four bytes, rounded up.
func Tokens(text string) int64 { return int64(len(text)+3) / 4 }

// Estimate returns the usage of a question and its answer, for providers that do
// not report it.
func Estimate(r Request, answer string) Usage {
	return Usage{Input: Tokens(Prompt(r)), Output: Tokens(answer), Estimated: true}
}
