package stage

import (
	"context"

	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/edit"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/validate"
)

// maxConflicts is how many conflicts one request is about: an answer with edits about all
// of them is far shorter than maxTokens.
const maxConflicts = 8

// A pass closes the causes of one kind, each at most once.
type pass struct {
	round int
	kind  func(*cause) bool
	only  string // the case whose checks are repaired; "" for conflict_resolution and backward_audit
	all   map[string]*question
}

// A question is about how a cause is closed.
type question struct {
	*cause
	pass    *pass
	side    string // that is known to be wrong; "" if it is not known
	refused string // the last answer, and why it could not be used
	asked   int
	done    bool
}

// resolve closes the causes of a pass. They are searched for again after each answer, so
// that what is said of candidates is what they do now. It ends because a cause is asked
// about a limited number of times.
func (w *work) resolve(ctx context.Context, p *pass) error {
	// Each pass counts anew how often a cause was asked about.
	p.all = make(map[string]*question)
	for {
		// The search is a step, so that it is not repeated for the same files.
		s, err := w.forwardSearch(ctx)
		if err != nil {
			return err
		}
		computed, batch, err := w.questions(ctx, p, s)
		switch {
		case err != nil:
			return err
		case computed != nil:
			err = w.takeOnly(ctx, computed)
		case len(batch) > 0:
			err = w.askAll(ctx, batch)
		default:
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// questions returns what is still to be done in a pass: a cause that is closed without
// asking, or else those that the next request is about.
func (w *work) questions(ctx context.Context, p *pass, s *search) (computed *question, batch []*question, err error) {
	for i := range s.Causes {
		c := &s.Causes[i]
		if !p.kind(c) {
			continue
		}
		q := p.all[c.Key]
		if q == nil {
			q = &question{pass: p}
			p.all[c.Key] = q
		}
		// The cause is the one that was found now; the question is kept.
		q.cause = c
		// The side is looked at before the first question, and only where it is open.
		if q.asked == 0 && !q.done && p.only == "" {
			if err := w.reassess(ctx, q); err != nil {
				return nil, nil, err
			}
		}
		switch {
		case q.done:
		case w.computes(q):
			return q, nil, nil
		// What does not fit is asked in the next request.
		case len(batch) < maxConflicts:
			batch = append(batch, q)
		}
	}
	return nil, batch, nil
}

// computes reports whether a question has a single computed answer.
func (w *work) computes(q *question) bool {
	k, ok := q.cause.only()
	// A repair of the side that is right would leave the wrong one as it is.
	return ok && q.asked == 0 && q.pass.only == "" && w.Config.Validation.Computed && (q.side == "" || q.side == k.Side)
}

// takeOnly makes the only repair of a cause.
func (w *work) takeOnly(ctx context.Context, q *question) error {
	q.done = true
	k, _ := q.cause.only()
	edits, err := edit.ReadJSON(k.Edits)
	if err != nil {
		return err
	}
	why, err := w.makeEdits(ctx, q, edits, "computed", "the only repair that closes the conflict and opens none")
	if err == nil && why != "" {
		err = w.leave(q, why)
	}
	return err
}

// askAll asks about causes and carries the decisions out. What cannot be carried out is
// asked again, with the reason.
func (w *work) askAll(ctx context.Context, batch []*question) error {
	offered := make([][]candidate, len(batch))
	for i, q := range batch {
		offered[i] = w.offered(q)
		q.asked++
	}
	list, err := w.decide(ctx, batch, offered)
	// An answer that cannot be had leaves the causes open, and the run goes on.
	if err != nil && !unmade(err) {
		return err
	}
	if err != nil {
		for _, q := range batch {
			if err := w.leave(q, err.Error()); err != nil {
				return err
			}
		}
		return nil
	}
	// Repairs that are made are added to the rounds.
	before := len(w.rounds)
	for _, d := range list {
		// Conflicts are numbered from 1 in the request.
		q := batch[d.Conflict-1]
		q.refused = ""
		if q.done = !q.pass.kind(q.cause); q.done { // an earlier decision was about its cases
			continue
		}
		if err := w.follow(ctx, q, offered[d.Conflict-1], d); err != nil {
			return err
		}
	}
	return w.giveUp(list, batch, len(w.rounds) > before)
}

// giveUp leaves open what is not to be asked again: what could not be used too often, and
// what the model left as it is although nothing else has changed.
func (w *work) giveUp(list []decision, batch []*question, changed bool) error {
	for _, d := range list {
		q := batch[d.Conflict-1]
		last := q.asked > w.Config.LLM.MaxRepairs
		var err error
		switch {
		case q.done:
		case q.refused != "" && last:
			err = w.leave(q, "no answer of the model could be used: "+q.refused)
		// Without a change the same question would get the same answer.
		case q.refused == "" && (last || !changed):
			err = w.leave(q, "the model chose nothing: "+d.Reason)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// leave logs why a cause was not closed.
func (w *work) leave(q *question, why string) error {
	q.done = true
	return w.note("", "left open", q.Key+": "+why)
}

// offered returns the candidates that an answer may choose.
func (w *work) offered(q *question) []candidate {
	var list []candidate
	for _, k := range q.Candidates {
		edits, err := edit.ReadJSON(k.Edits)
		// A candidate that the answer may not choose is not shown.
		if err == nil && k.usable() && permitted(edits, q.pass.only) && (q.side == "" || q.side == k.Side) {
			list = append(list, k)
		}
	}
	return list
}

// decide asks for decisions, one about each question.
func (w *work) decide(ctx context.Context, batch []*question, offered [][]candidate) ([]decision, error) {
	only := batch[0].pass.only
	data := prompt.Resolution{
		Manual: w.manual, Tools: string(w.toolsJSON), Model: w.folder.texts[modelFile], Cases: w.casesOf(batch...),
		OfCase: only != "", Backward: only == "" && batch[0].Kind == validate.OverRestrictive,
	}
	for i, q := range batch {
		c := prompt.Conflict{Text: q.Text, Side: q.side, Refused: q.refused}
		c.Candidates = lists.Map(offered[i], func(k candidate) string { return k.Text })
		data.Conflicts = append(data.Conflicts, c)
	}
	subject := w.name
	if only != "" {
		subject += "/" + only
	}
	return settle(ctx, w.Driver, subject, data, func(p prompt.Prompt, answer string) ([]decision, []fault) {
		d, wrong := decode[decisions](p, answer)
		if wrong == nil {
			wrong = d.faults(offered)
		}
		return d.Decisions, wrong
	}, w.subjects(batch...)...)
}

// subjects returns the cases of questions as the log names them.
func (w *work) subjects(batch ...*question) []string {
	return lists.Map(affected(batch), func(name string) string { return w.name + "/" + name })
}

// casesOf returns the cases of questions as they are in the suite.
func (w *work) casesOf(batch ...*question) []prompt.Case {
	var list []prompt.Case
	for _, name := range affected(batch) {
		list = append(list, prompt.Case{Name: name, Text: caseSource(w.folder.texts[suiteFile], name)})
	}
	return list
}

// affected returns the names of the cases of questions, each once.
func affected(batch []*question) []string {
	// Repairs of one case's checks show only that case.
	if only := batch[0].pass.only; only != "" {
		return []string{only}
	}
	var all cause
	for _, q := range batch {
		all.Conflicts = append(all.Conflicts, q.Conflicts...)
	}
	return all.cases()
}
