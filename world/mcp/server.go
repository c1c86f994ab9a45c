package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mantrac/mantrac/lang/tool"
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/world/runtime"
	"github.com/mantrac/mantrac/world/simulator"
)

// The resources of a session.
const (
	promptURI = "mantrac://prompt"
	manualURI = "mantrac://manual"
)

// instructions are for agents that read them.
const instructions = "The task is the prompt `task`. The rules of the desk are the resource " + manualURI + "."

// A link leads to a session, which begins when it is used first.
type link struct {
	simulator *simulator.Simulator
	name      string // of the case
	seed      uint64
	handle    string
	server    *sdk.Server

	mu      sync.Mutex
	session *simulator.Session
	offered []*tool.Tool // by the server
}

// open returns the session.
func (l *link) open(ctx context.Context) (*simulator.Session, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	// Concurrent first requests begin one session: the lock is held while it begins.
	if l.session != nil {
		return l.session, nil
	}
	s, err := l.simulator.BeginAs(ctx, l.handle, l.name, l.seed)
	if err == nil {
		l.session = s
	}
	return s, err
}

// call makes a call in the session of a link.
func (l *link) call(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
	s, err := l.open(ctx)
	if err != nil {
		return nil, err
	}
	id := ""
	// Standard input has no headers, and so no ids of calls.
	if r.Extra != nil {
		id = r.Extra.Header.Get(idHeader)
	}
	a, err := s.Call(ctx, tool.Agent, id, r.Params.Name, string(r.Params.Arguments))
	if err != nil {
		return nil, err
	}
	// A fault of the call may have taken a tool away.
	l.offerCurrent()
	return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: a.Text}}, IsError: a.Status != trace.OK}, nil
}

// offer makes the list of the server's tools what it should be. Faults take tools away,
// and a reset gives them back; clients that listen are notified.
func (l *link) offer(tools []*tool.Tool) {
	var gone []string
	// Tools are compared by identity: the session returns those of its world.
	for _, t := range l.offered {
		if !slices.Contains(tools, t) {
			gone = append(gone, t.Name)
		}
	}
	if len(gone) > 0 {
		l.server.RemoveTools(gone...)
	}
	for _, t := range tools {
		if !slices.Contains(l.offered, t) {
			l.server.AddTool(&sdk.Tool{Name: t.Name, Description: t.Description, InputSchema: json.RawMessage(t.Input.AppendJSON(nil))}, l.call)
		}
	}
	l.offered = tools
}

// offerCurrent offers the tools of the session, if it has begun.
func (l *link) offerCurrent() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.session != nil {
		l.offer(l.session.Tools(tool.Agent))
	}
}

func implementation(version string) *sdk.Implementation {
	return &sdk.Implementation{Name: "mantrac", Version: version}
}

// newServer returns a server of the tools and texts of a world.
func newServer(w *runtime.World, l *link, version string) *sdk.Server {
	s := sdk.NewServer(implementation(version), &sdk.ServerOptions{
		Instructions: instructions,
		Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}, Prompts: &sdk.PromptCapabilities{}, Resources: &sdk.ResourceCapabilities{}},
		GetSessionID: func() string { return l.handle },
	})
	l.server = s
	l.offer(w.Tools(tool.Agent))
	s.AddReceivingMiddleware(l.receive)
	s.AddPrompt(&sdk.Prompt{Name: "task", Description: "what the agent is asked for"}, func(context.Context, *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: w.Prompt()}}}}, nil
	})
	addText(s, promptURI, "prompt", w.Prompt())
	addText(s, manualURI, "manual", l.simulator.Manual())
	return s
}

// receive makes a result also of the call of a tool that does not exist, and puts it into
// the trace: the SDK would answer with an error that no model reads. A list has the tools
// that there are now.
func (l *link) receive(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, r sdk.Request) (sdk.Result, error) {
		// All calls bypass the SDK's own look-up of the tool.
		if c, ok := r.(*sdk.CallToolRequest); ok {
			return l.call(ctx, c)
		}
		if method == "tools/list" {
			l.offerCurrent()
		}
		return next(ctx, method, r)
	}
}

// addText adds a text as a resource, unless there is none.
func addText(s *sdk.Server, uri, name, text string) {
	if text == "" {
		return
	}
	s.AddResource(&sdk.Resource{URI: uri, Name: name, MIMEType: "text/plain"}, func(context.Context, *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: uri, MIMEType: "text/plain", Text: text}}}, nil
	})
}

// Serve serves one session of a case on standard input and output, until the client
// is gone or the context ends.
func Serve(ctx context.Context, x *simulator.Simulator, name string, seed uint64, version string) error {
	w, err := x.World(name)
	if err != nil {
		return err
	}
	l := &link{simulator: x, name: name, seed: seed, handle: simulator.NewHandle()}
	if _, err := l.open(ctx); err != nil {
		return err
	}
	client := newStdio(os.Stdin, os.Stdout)
	err = newServer(w, l, version).Run(ctx, &sdk.IOTransport{Reader: client, Writer: client, MaxLineLength: -1})
	if ctx.Err() != nil || errors.Is(err, sdk.ErrConnectionClosed) {
		err = nil
	}
	if ctx.Err() == nil && err == nil {
		return client.faults()
	}
	if err != nil {
		err = fmt.Errorf("standard input: %w", err)
	}
	return err
}

// maxMessage bounds the messages of clients.
const maxMessage = 1 << 20
