package prompt

// Data is what the template of a stage sees.
type Data interface{ template() string }

// DocumentExtraction asks which chunks of a manual a chunk refers to.
type DocumentExtraction struct {
	Contents []Chunk // the table of contents, without texts
	Chunk    Chunk
	Read     []Chunk // others that the model asked for, with their texts
	More     bool    // it may ask for others
}

// A Chunk is a part of a manual.
type Chunk struct{ ID, Title, Text string }

// ToolRelevance asks which tools a sample of a manual is about.
type ToolRelevance struct {
	Manual string
	Tools  []Tool
}

// A Tool is a tool in a list.
type Tool struct{ Name, Description string }

// ScenarioGeneration asks for scenarios of a sample.
type ScenarioGeneration struct {
	Manual, Tools string
	Count         int
}

// CheckGeneration asks for the checks of a scenario. It has no model.
type CheckGeneration struct {
	Manual, Tools string
	Prompt        string
	Values        []Value
}

// A Value is a variable of a scenario with its value, as JSON.
type Value struct{ Name, Value, Meaning string }

// SchemaPrepass asks for the variables of the model of a sample. It has no checks.
type SchemaPrepass struct {
	Manual, Tools string
	Variables     []Value // of all scenarios; the value is a list of those that occur
}

// FullPass asks for the transitions of a model. It has no checks.
type FullPass struct {
	Manual, Tools string
	Declarations  string
}

// FixRepair asks for an answer without the faults of an earlier one. It follows the
// request that the answer was for.
type FixRepair struct {
	Answer string
	Faults string
	Pages  string // of the codes of the faults
}

// Resolution asks how conflicts between checks and model are closed.
type Resolution struct {
	Manual, Tools    string
	Model            string
	Cases            []Case
	Conflicts        []Conflict
	OfCase, Backward bool
}

// A Conflict is one of those that a request is about.
type Conflict struct {
	Text       string
	Side       string // "" or the side that is wrong: model or checks
	Candidates []string
	Refused    string // an earlier answer, and why it could not be used
}

// A Case is a case of a suite.
type Case struct{ Name, Text string }

// Judge asks whether edits that a model wrote say what the manual says.
type Judge struct {
	Manual   string
	Cases    []Case
	Conflict string
	Edits    string
	Effect   string
}

// LocusReassessment asks which side is wrong, when a conflict is there again.
type LocusReassessment struct {
	Manual, Tools string
	Model         string
	Cases         []Case
	Conflict      string
	History       []string
}

func (DocumentExtraction) template() string { return "document_extraction" }
func (ToolRelevance) template() string      { return "tool_relevance" }
func (ScenarioGeneration) template() string { return "scenario_generation" }
func (CheckGeneration) template() string    { return "check_generation" }
func (SchemaPrepass) template() string      { return "smt_schema_prepass" }
func (FullPass) template() string           { return "smt_full_pass" }
func (FixRepair) template() string          { return "fix_repair" }
func (Judge) template() string              { return "judge" }
func (LocusReassessment) template() string  { return "locus_reassessment" }

func (r Resolution) template() string {
	switch {
	case r.Backward:
		return "backward_audit"
	case r.OfCase:
		return "check_resolution"
	}
	return "conflict_resolution"
}
