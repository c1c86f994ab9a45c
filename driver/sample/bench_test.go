package sample_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/mantrac/mantrac/driver/document"
	"github.com/mantrac/mantrac/driver/document/reader"
	"github.com/mantrac/mantrac/driver/sample"
)

// generated returns a manual in Markdown of at least so many words.
func generated(words int) string {
	r := rand.New(rand.NewPCG(1, 1))
	vocabulary := strings.Fields("agent customer order refund item approval ticket request seat bag flight crew captain passenger before after must never unless only report check payment limit")
	var b strings.Builder
	sentence := func() {
		for range 8 + r.IntN(14) {
			b.WriteString(vocabulary[r.IntN(len(vocabulary))] + " ")
			words--
		}
		b.WriteString("end.\n")
		words--
	}
	b.WriteString("# Manual\n\n")
	for chapter := 1; words > 0; chapter++ {
		fmt.Fprintf(&b, "## %d %s\n\n", chapter, vocabulary[r.IntN(len(vocabulary))])
		for section := range 6 {
			fmt.Fprintf(&b, "### %d.%d %s\n\n", chapter, section+1, vocabulary[r.IntN(len(vocabulary))])
			for range 3 {
				sentence()
				sentence()
				b.WriteString("\n- ")
				sentence()
				b.WriteString("\n")
			}
		}
	}
	return b.String()
}

// BenchmarkManual cuts a manual of 17,000 words into chunks and draws 160 samples.
func BenchmarkManual(b *testing.B) {
	text := []byte(generated(17_000))
	for b.Loop() {
		d, err := reader.Parse("manual.md", text, reader.Options{})
		if err != nil {
			b.Fatal(err)
		}
		g, err := document.Build([]*document.Document{d}, document.Options{MaxTokens: document.DefaultMaxTokens})
		if err != nil {
			b.Fatal(err)
		}
		s, err := sample.New(g, sample.Options{Strategy: sample.CoverageIslands, Seed: 42, Min: 2, Max: 4})
		if err != nil {
			b.Fatal(err)
		}
		if r := s.Draw(160, nil); r.Covered != r.Eligible {
			b.Fatalf("%d of %d chunks are covered", r.Covered, r.Eligible)
		}
		b.ReportMetric(float64(len(g.Chunks)), "chunks")
		b.ReportMetric(float64(d.Words()), "words")
	}
}
