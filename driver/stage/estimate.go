package stage

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/mantrac/mantrac/driver/config"
	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/prompt"
	"github.com/mantrac/mantrac/driver/provider"
	"github.com/mantrac/mantrac/internal/lists"
	"github.com/mantrac/mantrac/lang/tool"
)

// An Estimate is what a run asks, if no answer has faults and no case a conflict.
type Estimate []Expected

// An Expected is the requests of a stage.
type Expected struct {
	Stage    string
	Requests int
	Tokens   int64 // of the prompts, a token being four bytes
}

// EstimateOf estimates a run. Prompts that depend on answers are taken to be about all
// tools and a section of the manual of the average size.
func EstimateOf(c *config.Config, g *document.Graph, tools *tool.Set) Estimate {
	text, eligible := "", 0
	for _, k := range g.Chunks {
		text += k.Text
		if !k.Trivial() {
			eligible++
		}
	}
	chunks := min((c.Sampling.Min+c.Sampling.Max+1)/2, max(eligible, 1))
	// The average sample has about so many of the chunks.
	part := text[:len(text)*chunks/max(eligible, chunks, 1)]
	schemas := string(toolsJSON(tools.Tools))
	samples := c.Sampling.Samples
	list := Estimate{}
	add := func(n int, d prompt.Data) {
		// A prompt that is not sent is not listed.
		if p, err := prompt.Render(d); err == nil && n > 0 {
			list = append(list, Expected{p.Name, n, int64(n) * provider.Tokens(p.System+p.Text)})
		}
	}
	if len(g.Chunks) > 1 {
		add(eligible, prompt.DocumentExtraction{Chunk: prompt.Chunk{Text: text[:len(text)/len(g.Chunks)]}, More: true})
	}
	relevance := prompt.ToolRelevance{Manual: part}
	relevance.Tools = lists.Map(tools.Tools, func(t *tool.Tool) prompt.Tool { return prompt.Tool{Name: t.Name, Description: t.Description} })
	add(samples, relevance)
	add(samples, prompt.ScenarioGeneration{Manual: part, Tools: schemas, Count: c.Sampling.Scenarios})
	add(samples*c.Sampling.Scenarios, prompt.CheckGeneration{Manual: part, Tools: schemas})
	add(samples, prompt.SchemaPrepass{Manual: part, Tools: schemas})
	add(samples, prompt.FullPass{Manual: part, Tools: schemas})
	return list
}

// Text writes the estimate as a table.
func (e Estimate) Text(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	requests, tokens := 0, int64(0)
	fmt.Fprintln(t, "requests\ttokens\t  stage")
	for _, x := range e {
		fmt.Fprintf(t, "%d\t%d\t  %s\n", x.Requests, x.Tokens, x.Stage)
		requests, tokens = requests+x.Requests, tokens+x.Tokens
	}
	fmt.Fprintf(t, "%d\t%d\t  at least, without repairs\n", requests, tokens)
	return t.Flush()
}
