package importer

import (
	"github.com/mantrac/mantrac/trace"
	"github.com/mantrac/mantrac/trace/document"
)

// tau2 is the format of tau2-bench's results: an object with simulations, or
// one simulation a file. Arguments are objects, users call tools as well, and
// failed calls are marked.
var tau2 = &format{
	name:      "tau2",
	about:     "results of tau2-bench, also a simulation a file",
	recognise: isTau2,
	open:      func(r *reading) handler { return &simulations{reading: r} },
	streams:   "simulations",
}

func isTau2(v document.Value) int {
	list := v.Get("simulations")
	switch {
	case list.IsList() && (list.Len() == 0 || list.Index(0).Get("messages").IsList() || v.Get("info").IsObject()):
		return 3
	case !v.Get("messages").IsList():
		return 0
	case v.Get("task_id").Given() && (v.Get("termination_reason").Given() || v.Get("reward_info").Given()):
		return 3
	}
	for _, m := range v.Get("messages").Items() {
		if m.Get("turn_idx").Given() || m.Get("tool_messages").IsList() || m.Get("role").Text() == "tool" && m.Get("requestor").Given() {
			return 2
		}
	}
	return 0
}

type simulations struct {
	*reading
	about trace.Header // what all simulations of the file share
}

func (s *simulations) close() error { return nil }

func (s *simulations) record(v document.Value) error {
	list := v.Get("simulations")
	if list.Kind() == document.Absent {
		return s.element(v)
	}
	if err := s.head(v); err != nil {
		return err
	}
	for _, one := range list.Items() {
		if err := s.element(one); err != nil {
			return err
		}
	}
	return nil
}

// head reads the configuration, in the form of the files and in that of the
// program.
func (s *simulations) head(v document.Value) error {
	info := v.Get("info")
	s.about.Domain = info.Get("domain").Text()
	if domain := info.Path("environment_info", "domain_name").Text(); domain != "" {
		s.about.Domain = domain
	}
	s.about.Model = info.Get("agent_llm").Text()
	if model := info.Path("agent_info", "llm").Text(); model != "" {
		s.about.Model = model
	}
	return nil
}

// element reads a simulation.
func (s *simulations) element(v document.Value) error {
	h := s.about
	h.At = s.at(v)
	h.ID = v.Get("id").Text()
	h.Task = scalar(v.Get("task_id"))
	h.Trial, _ = v.Get("trial").Int()
	h.Ended = v.Get("termination_reason").Text()
	reward := v.Path("reward_info", "reward")
	if !reward.Given() {
		reward = v.Get("reward")
	}
	if x, ok := reward.Float(); ok {
		h.Reward = &x
	}
	t := s.begin(h)
	t.marked = true
	if err := t.messages(v.Get("messages")); err != nil {
		return err
	}
	return t.end()
}
