package glossary

import (
	"fmt"
	"strings"
)

const preface = `# Metrics

What every number is, how it is computed, and how that is proven. This page is
made from the table in ` + "`internal/metrics/glossary`" + `; change it there.

Every metric has one canonical value, computed by Lapkeep from the full
recording. The device's own value stands beside it under ` + "`device`" + `. What is
missing is left out and named with its reason, never zero.

A recording is read through one rule of time: samples count while the timer
runs; a row stands for one second, or under smart recording for the time to
the next row, at most 10 s, and longer where even the middle step between rows
is over 5 s: twice the step that nine of ten keep within, at most four times the
middle one. Values that are not possible are left out and counted, as are rows
that leap to another distance, place or altitude and back; a channel of nothing
but zeros is no sensor. What was done stands in data_quality.
`

// Markdown is the table as the text of docs/metrics.md.
func Markdown() string {
	var b strings.Builder
	b.WriteString(preface)
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n", g.Title)
		for _, e := range g.Entries {
			e.write(&b)
		}
	}
	return b.String()
}

func (e Entry) write(b *strings.Builder) {
	fmt.Fprintf(b, "\n### `%s`: %s\n\n", e.Key, e.Title)
	for _, line := range []struct{ name, text string }{
		{"Formula", e.Formula},
		{"Inputs", e.Inputs},
		{"Needs", e.Needs},
		{"Unit", e.Unit},
		{"Source", e.Source},
		{"Limits", e.Limits},
		{"Other tools", e.Differs},
		{"Proof", e.Proof},
		{"Rule version", e.version()},
	} {
		if line.text != "" {
			fmt.Fprintf(b, "- %s: %s\n", line.name, line.text)
		}
	}
}

// Markdown is what there is to say of one metric.
func (e Entry) Markdown() string {
	var b strings.Builder
	e.write(&b)
	return strings.TrimLeft(b.String(), "\n")
}
