// Package openai asks OpenAI and every server that speaks its chat completions: Ollama,
// vLLM, OpenRouter and others. Chat completions and not responses, since that is what
// the others have.
//
// The key is in OPENAI_API_KEY, and OPENAI_BASE_URL has the base URL of another server.
// Ollama's is in OLLAMA_BASE_URL, without the final /v1.
//
// This package is not part of the supported API, and may change.
package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/packages/ssestream"
	"github.com/openai/openai-go/v3/shared"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/hosted"
)

var service = hosted.Service{
	Name:         "openai",
	BaseURL:      "https://api.openai.com/v1",
	BaseVariable: "OPENAI_BASE_URL",
	KeyVariables: []string{"OPENAI_API_KEY"},
}

// New is the [provider.Constructor] of openai.
func New(o provider.Options) (provider.Provider, string, error) {
	e, err := service.Open(o)
	if err != nil {
		return nil, "", err
	}
	return &model{e, e.BaseURL == service.BaseURL}, e.Name, nil
}

// NewOllama is the [provider.Constructor] of ollama: its server speaks the protocol, and
// needs no key.
func NewOllama(o provider.Options) (provider.Provider, string, error) {
	env := o.Environment
	if env == nil {
		env = os.Getenv
	}
	o.BaseURL = cmp.Or(o.BaseURL, env("OLLAMA_BASE_URL"))
	// The address of Ollama is mostly written without the path of its OpenAI protocol.
	if o.BaseURL = strings.TrimRight(o.BaseURL, "/"); o.BaseURL != "" && !strings.HasSuffix(o.BaseURL, "/v1") {
		o.BaseURL += "/v1"
	}
	e, err := hosted.Service{Name: "ollama", BaseURL: "http://localhost:11434/v1"}.Open(o)
	if err != nil {
		return nil, "", err
	}
	return &model{endpoint: e}, e.Name, nil
}

type model struct {
	endpoint *hosted.Endpoint
	own      bool // OpenAI's own service
}

func (m *model) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	ctx, call := m.endpoint.Begin(ctx, r, progress)
	options := []option.RequestOption{
		option.WithBaseURL(m.endpoint.BaseURL + "/"),
		option.WithHTTPClient(m.endpoint.Client),
		option.WithMaxRetries(0),
	}
	if m.endpoint.Key != "" {
		options = append(options, option.WithAPIKey(m.endpoint.Key))
	}
	chat := openai.NewChatCompletionService(options...)
	stream := chat.NewStreaming(ctx, m.params(r))
	defer stream.Close()

	var end hosted.End
	var refusal strings.Builder
	for stream.Next() {
		chunk := stream.Current()
		end.Model = chunk.Model
		// Most parts of the stream have no usage.
		if u := chunk.Usage; u.PromptTokens+u.CompletionTokens > 0 {
			end.Usage = provider.Usage{Input: u.PromptTokens, CachedInput: u.PromptTokensDetails.CachedTokens, Output: u.CompletionTokens}
		}
		for _, c := range chunk.Choices {
			call.Delta(c.Delta.Content)
			refusal.WriteString(c.Delta.Refusal)
			if c.FinishReason != "" {
				end.Reached, end.Kind = true, kind(c.FinishReason)
			}
		}
	}
	// A refusal comes in parts like an answer.
	if refusal.Len() > 0 {
		end.Kind, end.Detail = provider.Refused, refusal.String()
	}
	var inStream *ssestream.StreamError
	if end.Err = stream.Err(); errors.As(end.Err, &inStream) {
		end.Body = inStream.Event.Data
	}
	return call.Finish(ctx, end)
}

// kind says what a reason to finish means for the answer.
func kind(reason string) provider.Kind {
	switch reason {
	case "length":
		return provider.Truncated
	case "content_filter":
		return provider.Filtered
	}
	return ""
}

// params writes a request in the terms of the SDK.
func (m *model) params(r provider.Request) openai.ChatCompletionNewParams {
	p := openai.ChatCompletionNewParams{
		Model:         r.Model,
		StreamOptions: openai.ChatCompletionStreamOptionsParam{IncludeUsage: openai.Bool(true)},
	}
	if r.System != "" {
		p.Messages = append(p.Messages, openai.SystemMessage(r.System))
	}
	for _, m := range r.Messages {
		if m.Role == provider.Assistant {
			p.Messages = append(p.Messages, openai.AssistantMessage(m.Text))
		} else {
			p.Messages = append(p.Messages, openai.UserMessage(m.Text))
		}
	}
	// OpenAI's own service has replaced the older name.
	if r.MaxTokens > 0 && m.own {
		p.MaxCompletionTokens = openai.Int(int64(r.MaxTokens))
	} else if r.MaxTokens > 0 {
		p.MaxTokens = openai.Int(int64(r.MaxTokens)) // the name that other servers know
	}
	if r.Temperature != nil {
		p.Temperature = openai.Float(*r.Temperature)
	}
	if r.Schema != nil {
		p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: schema(r)}
	}
	return p
}

// schema asks for strict adherence only if the schema is in the subset that has it;
// otherwise the service would refuse the request.
func schema(r provider.Request) shared.ResponseFormatJSONSchemaJSONSchemaParam {
	s := shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: r.SchemaName, Schema: r.Schema}
	var value any
	s.Name = cmp.Or(s.Name, "answer")
	if json.Unmarshal(r.Schema, &value) == nil && strict(value) {
		s.Strict = openai.Bool(true)
	}
	return s
}

// strict reports whether each object of a schema has only the properties that it lists,
// and requires them all.
func strict(schema any) bool {
	switch s := schema.(type) {
	case []any:
		for _, v := range s {
			if !strict(v) {
				return false
			}
		}
	case map[string]any:
		// An object without a list of properties is one as well.
		if properties, ok := s["properties"].(map[string]any); ok || s["type"] == "object" {
			required, _ := s["required"].([]any)
			if s["additionalProperties"] != false || len(required) != len(properties) {
				return false
			}
		}
		for _, v := range s {
			if !strict(v) {
				return false
			}
		}
	}
	return true
}
