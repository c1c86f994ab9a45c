package importer

import (
	"cmp"
	"os"
	"path/filepath"

	"github.com/mantrac/mantrac/lang/document"
	"github.com/mantrac/mantrac/trace"
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
	marks:     true,
}

func isTau2(v document.Value) int {
	list := v.Get("simulations")
	switch {
	case list.IsList() && (list.Len() == 0 || list.Index(0).Get("messages").IsList() || v.Get("info").IsObject()):
		return 3
	case v.Path("info", "agent_info").IsObject() && v.Path("info", "environment_info").IsObject():
		return 2
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
	about  trace.Header // what all simulations of the file share
	looked bool         // for what is beside the file
}

func (s *simulations) close() error { return nil }

func (s *simulations) record(v document.Value) error {
	list := v.Get("simulations")
	// A single simulation has the configuration beside its file.
	if list.Kind() == document.Absent && !v.Get("info").IsObject() {
		s.beside()
		return s.element(v)
	}
	s.head(v)
	if list.Kind() == document.Absent {
		s.note("left-out", s.at(v)) // the simulations are files beside it
	}
	return each(list, s.element)
}

// head reads the configuration, in the form of the program and in a shorter
// one.
func (s *simulations) head(v document.Value) {
	info := v.Get("info")
	s.about.Domain = cmp.Or(info.Path("environment_info", "domain_name").Text(), info.Get("domain").Text())
	s.about.Model = cmp.Or(info.Path("agent_info", "llm").Text(), info.Get("agent_llm").Text())
}

// beside reads the configuration of a simulation that is a file of its own, from
// results.json in the folder above that of simulations.
func (s *simulations) beside() {
	folder := filepath.Dir(s.path)
	// The file is looked for once, though every record asks.
	if s.path == "" || s.looked || filepath.Base(folder) != "simulations" {
		return
	}
	s.looked = true
	results := filepath.Join(filepath.Dir(folder), "results.json")
	info, err := os.Stat(results)
	// The file is read as a whole, so its size is bounded.
	if err != nil || info.Size() > document.DefaultLimit {
		return
	}
	text, err := os.ReadFile(results)
	var d document.Document
	if err == nil && d.Parse(string(text)) == nil {
		s.head(d.Root())
	}
}

// element reads a simulation.
func (s *simulations) element(v document.Value) error {
	if !v.Get("messages").IsList() {
		return s.problem(s.at(v), "the record is not a simulation: it has no list of messages")
	}
	if ok, err := s.unique(v); !ok {
		return err
	}
	h := s.about
	h.At = s.at(v)
	h.ID = scalar(v.Get("id"))
	h.Task = scalar(v.Get("task_id"))
	h.Ended = v.Get("termination_reason").Text()
	reward := v.Path("reward_info", "reward")
	if !reward.Given() {
		reward = v.Get("reward")
	}
	if err := s.outcome(&h, v.Get("trial"), reward); err != nil {
		return err
	}
	t := s.begin(h)
	t.marked = true
	if err := t.messages(v.Get("messages")); err != nil {
		return err
	}
	return t.end()
}
