package glossary

import (
	"fmt"
	"strings"
)

// Index returns a table of the metrics, one per line; title translates a title.
func Index(title func(english string) string) string {
	var b strings.Builder
	for _, g := range Groups() {
		fmt.Fprintf(&b, "\n## %s\n\n", title(g.Title))
		for _, e := range g.Entries {
			fmt.Fprintf(&b, "- `%s`: %s\n", e.Key, title(e.Title))
		}
	}
	return strings.TrimLeft(b.String(), "\n")
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
		{"Verification", e.Proof},
		{"Rule version", e.version()},
	} {
		if line.text != "" {
			fmt.Fprintf(b, "- %s: %s\n", line.name, line.text)
		}
	}
}

// Markdown describes one metric in full.
func (e Entry) Markdown() string {
	var b strings.Builder
	e.write(&b)
	return strings.TrimLeft(b.String(), "\n")
}
