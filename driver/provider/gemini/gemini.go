// Package gemini asks Google's Gemini models by its developer API.
//
// The key is in GEMINI_API_KEY or GOOGLE_API_KEY, and GOOGLE_GEMINI_BASE_URL has another
// base URL.
//
// This package is not part of the supported API, and may change.
package gemini

import (
	"context"
	"encoding/json"
	"errors"

	"google.golang.org/genai"

	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/driver/provider/hosted"
)

var service = hosted.Service{
	Name:         "gemini",
	BaseURL:      "https://generativelanguage.googleapis.com",
	BaseVariable: "GOOGLE_GEMINI_BASE_URL",
	KeyVariables: []string{"GEMINI_API_KEY", "GOOGLE_API_KEY"},
}

// noKey is sent where there is none: the SDK does not go without.
const noKey = "none"

// New is the [provider.Constructor] of gemini.
func New(o provider.Options) (provider.Provider, string, error) {
	e, err := service.Open(o)
	if err != nil {
		return nil, "", err
	}
	key := e.Key
	if key == "" {
		key = noKey
	}
	// The client is made without a request, so it has no context of one.
	client, err := genai.NewClient(context.Background(), &genai.ClientConfig{
		APIKey:      key,
		Backend:     genai.BackendGeminiAPI,
		HTTPClient:  e.Client,
		HTTPOptions: genai.HTTPOptions{BaseURL: e.BaseURL + "/"}, // without RetryOptions, it asks once
	})
	if err != nil {
		return nil, "", &provider.Error{Kind: provider.Invalid, Name: e.Name, Detail: err.Error(), Err: err}
	}
	return model{e, client}, e.Name, nil
}

type model struct {
	endpoint *hosted.Endpoint
	client   *genai.Client
}

func (m model) Complete(ctx context.Context, r provider.Request, progress func(string)) (provider.Answer, error) {
	config, err := config(r)
	if err != nil {
		return provider.Answer{}, err
	}
	ctx, call := m.endpoint.Begin(ctx, r, progress)
	var end hosted.End
	for chunk, err := range m.client.Models.GenerateContentStream(ctx, r.Model, contents(r), config) {
		if err != nil {
			end.Err = err
			// The error of the SDK is a copy of the body, which is put together again.
			var inStream genai.APIError
			if errors.As(err, &inStream) {
				end.Body, _ = json.Marshal(map[string]any{"error": inStream}) // it was read from JSON
			}
			break
		}
		receive(&end, call, chunk)
	}
	return call.Finish(ctx, end)
}

// receive takes what a part of the stream has.
func receive(end *hosted.End, call *hosted.Call, chunk *genai.GenerateContentResponse) {
	end.Model = chunk.ModelVersion
	if u := chunk.UsageMetadata; u != nil {
		end.Usage = provider.Usage{
			Input:       int64(u.PromptTokenCount),
			CachedInput: int64(u.CachedContentTokenCount),
			Output:      int64(u.CandidatesTokenCount) + int64(u.ThoughtsTokenCount),
		}
	}
	// A blocked prompt has no candidates, and so no reason to finish.
	if f := chunk.PromptFeedback; f != nil && f.BlockReason != "" {
		end.Reached, end.Kind, end.Detail = true, provider.Filtered, "the prompt: "+string(f.BlockReason)
	}
	for _, c := range chunk.Candidates {
		if c.Content != nil {
			for _, p := range c.Content.Parts {
				// Thoughts are no part of the answer.
				if !p.Thought {
					call.Delta(p.Text)
				}
			}
		}
		if c.FinishReason != "" {
			end.Reached, end.Kind, end.Detail = true, kind(c.FinishReason), string(c.FinishReason)
		}
	}
}

// kind says what a reason to finish means for the answer.
func kind(reason genai.FinishReason) provider.Kind {
	switch reason {
	case genai.FinishReasonStop:
		return ""
	case genai.FinishReasonMaxTokens:
		return provider.Truncated
	case genai.FinishReasonSafety, genai.FinishReasonRecitation, genai.FinishReasonBlocklist,
		genai.FinishReasonProhibitedContent, genai.FinishReasonSPII, genai.FinishReasonLanguage:
		return provider.Filtered
	}
	return provider.Garbled
}

// contents writes the conversation in the terms of the SDK.
func contents(r provider.Request) []*genai.Content {
	var list []*genai.Content
	for _, m := range r.Messages {
		role := genai.RoleUser
		if m.Role == provider.Assistant {
			role = genai.RoleModel
		}
		list = append(list, genai.NewContentFromText(m.Text, genai.Role(role)))
	}
	return list
}

// config writes the rest of a request in the terms of the SDK.
func config(r provider.Request) (*genai.GenerateContentConfig, error) {
	// The SDK has 32 bits for it.
	c := &genai.GenerateContentConfig{MaxOutputTokens: int32(min(r.MaxTokens, 1<<30))}
	if r.System != "" {
		c.SystemInstruction = genai.NewContentFromText(r.System, genai.RoleUser)
	}
	if r.Temperature != nil {
		c.Temperature = new(float32(*r.Temperature))
	}
	if r.Schema != nil {
		c.ResponseMIMEType = "application/json"
		if err := json.Unmarshal(r.Schema, &c.ResponseJsonSchema); err != nil {
			return nil, provider.Errorf(provider.Invalid, "the schema of the answer is not JSON: %v", err)
		}
	}
	return c, nil
}
