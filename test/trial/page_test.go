package trial

import (
	"fmt"
	"strings"
	"testing"

	"lapkeep/test/golden"
)

// checkPage compares docs/trial.md with the outcomes, or writes it.
func checkPage(t *testing.T, outcomes []outcome) {
	t.Helper()
	golden.Check(t, "../../docs/trial.md", render(outcomes))
}

func render(outcomes []outcome) string {
	var b strings.Builder
	right := func(o outcome) bool { return o.wrong == "" }
	fmt.Fprintf(&b, `# The trial

Questions that athletes ask in public threads, put to the demo athlete on %s over the protocol. Each answer is held against a
computation that shares no code with the product: sums over the recordings as they were made, brute force over every window,
the plain definitions of [metrics.md](metrics.md). `+"`go test ./test/trial`"+` runs it, `+"`make docs`"+` writes this page.

Answered right: **%s**. The right tool is the first that a search by keywords finds (names, descriptions and arguments of
the default tools; the words that an assistant which has seen no tool would search with): **%s**, one of the first three: %s.
Of %d questions no right tool is in the default list.

`, asked.Format("2 January 2006"), part(count(outcomes, right), outcomes), part(count(outcomes, outcome.found), outcomes),
		part(count(outcomes, outcome.near), outcomes), len(outcomes)-count(outcomes, outcome.offered))
	b.WriteString("| group | en | de | es | fr | zh | right | found first |\n|---|---|---|---|---|---|---|---|\n")
	for _, c := range chapters() {
		in := inGroup(outcomes, c.group)
		fmt.Fprintf(&b, "| %s |", c.heading)
		for _, lang := range []string{"en", "de", "es", "fr", "zh"} {
			fmt.Fprintf(&b, " %d |", count(in, func(o outcome) bool { return o.Lang == lang }))
		}
		fmt.Fprintf(&b, " %d of %d | %d of %d |\n", count(in, right), len(in), count(in, outcome.found), len(in))
	}
	for _, c := range chapters() {
		fmt.Fprintf(&b, "\n## %s\n\n| question | | tool | answer | | found |\n|---|---|---|---|---|---|\n", c.heading)
		for _, o := range inGroup(outcomes, c.group) {
			b.WriteString(row(o))
		}
	}
	return b.String()
}

func part(n int, of []outcome) string {
	return fmt.Sprintf("%d of %d (%.0f %%)", n, len(of), 100*float64(n)/float64(len(of)))
}

func inGroup(outcomes []outcome, group string) (out []outcome) {
	for _, o := range outcomes {
		if o.Group == group {
			out = append(out, o)
		}
	}
	return out
}

func row(o outcome) string {
	verdict, found := "right", "first"
	if o.wrong != "" {
		verdict = "wrong: " + o.Known
	}
	switch {
	case !o.offered():
		found = "not offered"
	case !o.found():
		found = "`" + o.ranks[0] + "`"
	}
	return fmt.Sprintf("| %s | %s | `%s` | %s | %s | %s |\n", o.Ask, o.Lang, o.Call, o.want, verdict, found)
}
