// Package sarif defines the parts of SARIF 2.1.0 that mantrac writes, under
// the names of the standard. The go-sarif module is not used for them: it
// writes every list and offset that is not set, and brings a validator and the
// standard's schema into the binary. Its copy of the schema serves the tests.
package sarif

const (
	schema   = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
	version  = "2.1.0"
	homepage = "https://github.com/mantrac/mantrac"
)

// sourceRoot is the name that code scanning services know for the folder
// that relative names start from.
const sourceRoot = "%SRCROOT%"

// New returns a log of one run by a version of mantrac. Columns count UTF-16
// code units.
func New(mantrac string, rules []Rule, results []Result) *Log {
	return &Log{
		Schema:  schema,
		Version: version,
		Runs: []Run{{
			Tool: Tool{Driver: Driver{Name: "mantrac", Version: mantrac, InformationURI: homepage, Rules: rules}},
			OriginalURIBaseIDs: map[string]ArtifactLocation{
				sourceRoot: {Description: &Message{"The folder that mantrac ran in."}},
			},
			ColumnKind: "utf16CodeUnits",
			Results:    results,
		}},
	}
}

// A Log is a SARIF log.
type Log struct {
	Schema  string `json:"$schema"`
	Version string `json:"version"`
	Runs    []Run  `json:"runs"`
}

// A Run is one run of a tool.
type Run struct {
	Tool               Tool                        `json:"tool"`
	OriginalURIBaseIDs map[string]ArtifactLocation `json:"originalUriBaseIds"`
	Invocations        []Invocation                `json:"invocations,omitempty"`
	ColumnKind         string                      `json:"columnKind"`
	Results            []Result                    `json:"results"`
}

// A Tool is what ran.
type Tool struct {
	Driver Driver `json:"driver"`
}

// A Driver is the part of a tool that ran.
type Driver struct {
	Name           string `json:"name"`
	Version        string `json:"version,omitempty"`
	InformationURI string `json:"informationUri"`
	Rules          []Rule `json:"rules"`
}

// A Rule is a reportingDescriptor: a kind of result.
type Rule struct {
	ID               string  `json:"id"`
	ShortDescription Message `json:"shortDescription"`
	Help             Message `json:"help"`
	HelpURI          string  `json:"helpUri,omitempty"`
}

// A Message is plain text.
type Message struct {
	Text string `json:"text"`
}

// A Result is one finding.
type Result struct {
	RuleID              string            `json:"ruleId"`
	RuleIndex           int               `json:"ruleIndex"`
	Level               string            `json:"level"`
	Message             Message           `json:"message"`
	Locations           []Location        `json:"locations"`
	RelatedLocations    []Location        `json:"relatedLocations,omitempty"`
	CodeFlows           []CodeFlow        `json:"codeFlows,omitempty"`
	PartialFingerprints map[string]string `json:"partialFingerprints"`
	Fixes               []Fix             `json:"fixes,omitempty"`
	Suppressions        []Suppression     `json:"suppressions,omitempty"`
	Properties          *Properties       `json:"properties,omitempty"`
}

// A Suppression is why a result needs no action.
type Suppression struct {
	Kind          string `json:"kind"`
	Justification string `json:"justification"`
}

// A Location is a place, with a message where it plays a part.
type Location struct {
	ID               *int              `json:"id,omitempty"`
	PhysicalLocation PhysicalLocation  `json:"physicalLocation"`
	LogicalLocations []LogicalLocation `json:"logicalLocations,omitempty"`
	Message          *Message          `json:"message,omitempty"`
}

// A LogicalLocation is a place that is no line: a JSON pointer.
type LogicalLocation struct {
	FullyQualifiedName string `json:"fullyQualifiedName"`
	Kind               string `json:"kind"`
}

// A CodeFlow is how it came about, step by step.
type CodeFlow struct {
	ThreadFlows []ThreadFlow `json:"threadFlows"`
}

// A ThreadFlow is the steps of one thread.
type ThreadFlow struct {
	Locations []ThreadFlowLocation `json:"locations"`
}

// A ThreadFlowLocation is one step.
type ThreadFlowLocation struct {
	Location Location `json:"location"`
}

// A PhysicalLocation is a place in a file.
type PhysicalLocation struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
	Region           *Region          `json:"region,omitempty"`
}

// An ArtifactLocation is a file.
type ArtifactLocation struct {
	URI         string   `json:"uri,omitempty"`
	URIBaseID   string   `json:"uriBaseId,omitempty"`
	Description *Message `json:"description,omitempty"`
}

// A Region is a part of a file; without columns it is whole lines.
type Region struct {
	StartLine   int  `json:"startLine"`
	StartColumn int  `json:"startColumn,omitempty"`
	EndLine     int  `json:"endLine,omitempty"`
	EndColumn   int  `json:"endColumn,omitempty"`
	ByteOffset  *int `json:"byteOffset,omitempty"`
	ByteLength  *int `json:"byteLength,omitempty"`
}

// A Fix is a set of edits.
type Fix struct {
	Description     Message          `json:"description"`
	ArtifactChanges []ArtifactChange `json:"artifactChanges"`
	Properties      FixProperties    `json:"properties"`
}

// FixProperties says who may apply a fix: diag.Level as a word.
type FixProperties struct {
	Level string `json:"level"`
}

// An ArtifactChange is the edits of one file.
type ArtifactChange struct {
	ArtifactLocation ArtifactLocation `json:"artifactLocation"`
	Replacements     []Replacement    `json:"replacements"`
}

// A Replacement is one edit.
type Replacement struct {
	DeletedRegion   Region   `json:"deletedRegion"`
	InsertedContent *Message `json:"insertedContent,omitempty"` // same shape as a message
}

// Properties holds what the standard has no place for. "tags" is the
// standard's own name.
type Properties struct {
	Role  string   `json:"role,omitempty"`
	Notes []string `json:"notes,omitempty"`
	Help  []string `json:"help,omitempty"`
	Tags  []string `json:"tags,omitempty"`
}

// An Invocation says how a run went.
type Invocation struct {
	ExecutionSuccessful        bool           `json:"executionSuccessful"`
	ToolExecutionNotifications []Notification `json:"toolExecutionNotifications,omitempty"`
}

// A Notification is a condition of the tool, such as a file that it could not
// read.
type Notification struct {
	Descriptor Reference  `json:"descriptor"`
	Level      string     `json:"level"`
	Message    Message    `json:"message"`
	Locations  []Location `json:"locations,omitempty"`
}

// A Reference names a rule.
type Reference struct {
	ID string `json:"id"`
}
