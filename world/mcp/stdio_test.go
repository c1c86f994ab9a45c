package mcp

import (
	"bufio"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// At the end of the input all requests are answered, however long the answers take; lines
// that are no messages are answered by errors, and end nothing.
func TestStdio(t *testing.T) {
	server := sdk.NewServer(&sdk.Implementation{Name: "s", Version: "1"}, nil)
	server.AddTool(&sdk.Tool{Name: "slow", InputSchema: map[string]any{"type": "object"}}, func(ctx context.Context, _ *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(200 * time.Millisecond):
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "done"}}}, nil
		}
	})
	const begin = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`
	call := func(id string) string {
		return `{"jsonrpc":"2.0","id":` + id + `,"method":"tools/call","params":{"name":"slow"}}`
	}
	for _, test := range []struct {
		input  string
		want   []string
		faulty bool
	}{
		{call("1") + "\n" + call(`"1"`), []string{`"id":1,"result"`, `"id":"1","result"`}, false},
		{"nothing\n\n" + call("1") + "\n", []string{`"code":-32700`, `"id":1,"result"`}, true},
		{"[1]\n{}\n" + call("1"), []string{`"code":-32600`, `"id":1,"result"`}, true},
		{`{"x": "` + strings.Repeat("x", maxMessage) + `"}` + "\n" + call("1"), []string{"longer than", `"id":1,"result"`}, true},
		{call("1") + "\n" + `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, nil, false},
	} {
		read, write := io.Pipe()
		var lines []string
		ended := make(chan struct{})
		go func() {
			for s := bufio.NewScanner(read); s.Scan(); {
				lines = append(lines, s.Text())
			}
			close(ended)
		}()
		client := newStdio(io.NopCloser(strings.NewReader(begin+test.input)), write)
		if err := server.Run(t.Context(), &sdk.IOTransport{Reader: client, Writer: client, MaxLineLength: -1}); err != nil {
			t.Errorf("%.200s: %v", test.input, err)
		}
		write.Close()
		<-ended
		text := strings.Join(lines, "\n")
		for _, want := range test.want {
			if !strings.Contains(text, want) {
				t.Errorf("%.200s: there is no %s in\n%s", test.input, want, text)
			}
		}
		if (client.faults() != nil) != test.faulty {
			t.Errorf("%.200s: %v", test.input, client.faults())
		}
	}
}
