// Package anthropic asks Anthropic's models by its messages API.
//
// The key is in ANTHROPIC_API_KEY, and ANTHROPIC_BASE_URL has another base URL.
//
// This package is not part of the supported API, and may change.
package anthropic

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"

	"github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/hosted"
)

var service = hosted.Service{
	Name:         "anthropic",
	BaseURL:      "https://api.anthropic.com",
	BaseVariable: "ANTHROPIC_BASE_URL",
	KeyVariables: []string{"ANTHROPIC_API_KEY"},
}

// defaultMaxTokens is the largest answer if the request does not say, which the API
// requires.
const defaultMaxTokens = 16384

// New is the [provider.Constructor] of anthropic.
func New(o provider.Options) (provider.Provider, string, error) {
	e, err := service.Open(o)
	if err != nil {
		return nil, "", err
	}
	return model{e}, e.Name, nil
}

type model struct{ endpoint *hosted.Endpoint }

func (m model) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	params, err := params(r)
	if err != nil {
		return provider.Answer{}, err
	}
	ctx, call := m.endpoint.Begin(ctx, r, progress)
	options := []option.RequestOption{
		option.WithBaseURL(m.endpoint.BaseURL),
		option.WithHTTPClient(m.endpoint.Client),
		// The client repeats requests itself, and counts each of them.
		option.WithMaxRetries(0),
		option.WithoutOpenTelemetry(),
	}
	if m.endpoint.Key != "" {
		options = append(options, option.WithAPIKey(m.endpoint.Key))
	}
	messages := anthropic.NewMessageService(options...)
	stream := messages.NewStreaming(ctx, params)
	defer stream.Close()

	var end hosted.End
	var message anthropic.Message
	// The loop also ends where the SDK cannot read an event.
	for stream.Next() && end.Err == nil {
		event := stream.Current()
		end.Err = message.Accumulate(event)
		call.Delta(event.Delta.Text)
		end.Reached = event.Type == "message_stop"
	}
	if err := stream.Err(); err != nil {
		end.Err = err
		// Within a stream the SDK has the text of the error, which the transport has not seen.
		var inStream *anthropic.Error
		if errors.As(err, &inStream) {
			end.Body = []byte(inStream.RawJSON())
		}
	}
	end.Model = message.Model
	end.Kind = kind(message.StopReason)
	end.Detail = message.StopDetails.Explanation
	u := message.Usage
	end.Usage = provider.Usage{
		// The API counts cached tokens apart from the others.
		Input:       u.InputTokens + u.CacheReadInputTokens + u.CacheCreationInputTokens,
		CachedInput: u.CacheReadInputTokens,
		Output:      u.OutputTokens,
	}
	return call.Finish(ctx, end)
}

// kind says what a reason to stop means for the answer.
func kind(reason anthropic.StopReason) provider.Kind {
	switch reason {
	case anthropic.StopReasonMaxTokens:
		return provider.Truncated
	case anthropic.StopReasonRefusal:
		return provider.Refused
	case anthropic.StopReasonModelContextWindowExceeded:
		return provider.TooLong
	}
	return ""
}

// params writes a request in the terms of the SDK.
func params(r provider.Request) (anthropic.MessageNewParams, error) {
	p := anthropic.MessageNewParams{Model: r.Model, MaxTokens: int64(r.MaxTokens)}
	p.MaxTokens = cmp.Or(p.MaxTokens, defaultMaxTokens)
	if r.System != "" {
		p.System = []anthropic.TextBlockParam{{Text: r.System}}
	}
	for _, m := range r.Messages {
		text := anthropic.NewTextBlock(m.Text)
		if m.Role == provider.Assistant {
			p.Messages = append(p.Messages, anthropic.NewAssistantMessage(text))
		} else {
			p.Messages = append(p.Messages, anthropic.NewUserMessage(text))
		}
	}
	if r.Temperature != nil {
		p.Temperature = anthropic.Float(*r.Temperature)
	}
	if r.Schema != nil {
		if err := json.Unmarshal(r.Schema, &p.OutputConfig.Format.Schema); err != nil {
			return p, provider.Errorf(provider.Invalid, "the schema of the answer is not a JSON object: %v", err)
		}
	}
	return p, nil
}
