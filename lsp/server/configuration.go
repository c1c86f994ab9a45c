package server

import (
	"context"
	"encoding/json"

	"github.com/mantrac/mantrac/lsp/snapshot"
)

// didChangeConfigurationParams holds either the section itself, or all
// settings of which it is one.
type didChangeConfigurationParams struct {
	Settings json.RawMessage `json:"settings"`
}

func (s *Server) didChangeConfiguration(p *didChangeConfigurationParams) error {
	section := p.Settings
	var all struct {
		Mantrac json.RawMessage `json:"mantrac"`
	}
	// Clients send either the section or all settings. The name of the section tells them apart.
	if json.Unmarshal(section, &all) == nil && len(all.Mantrac) > 0 {
		section = all.Mantrac
	}
	var err error
	s.change(func(next *snapshot.Snapshot) { err = next.Settings.Read(section) }) // verdicts of other settings are obsolete
	if err != nil {
		s.show(messageWarning, err.Error())
	}
	s.verify()
	s.Review.Awake()
	return nil
}

// The kinds of messages that a client shows.
const (
	messageError   = 1
	messageWarning = 2
	messageInfo    = 3
)

// show has the client show a message.
func (s *Server) show(kind int, text string) {
	s.later(func(ctx context.Context) {
		_ = s.conn.Notify(ctx, "window/showMessage", map[string]any{"type": kind, "message": text}) // nobody is there any more
	})
}
