package main

import (
	"fmt"
	"strings"
)

// score counts the mutants of one tree.
type score struct{ killed, above, equivalent, open int }

func (s score) share() string {
	if n := s.killed + s.above + s.open; n > 0 {
		return fmt.Sprintf("%.0f %%", 100*float64(s.killed+s.above)/float64(n))
	}
	return ""
}

func (s *score) count(o outcome) {
	switch o {
	case killed:
		s.killed++
	case above:
		s.above++
	case survived:
		s.open++
	case equivalent:
		s.equivalent++
	case notBuilt:
	}
}

// page is what docs/mutations.md says.
func page(seed string, all []result) string {
	var out strings.Builder
	fmt.Fprintf(&out, head, seed)
	var sum score
	for _, tree := range trees() {
		var s score
		for _, r := range all {
			if r.Tree == tree {
				s.count(r.Outcome)
				sum.count(r.Outcome)
			}
		}
		row(&out, "`"+tree+"`", s)
	}
	row(&out, "all", sum)
	out.WriteString("\n## Survivors\n\n")
	listed(&out, all, survived)
	out.WriteString("\n## Equivalent\n\nNobody can see that they were made:\n\n")
	listed(&out, all, equivalent)
	return out.String()
}

func row(out *strings.Builder, name string, s score) {
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d | %s |\n", name, s.killed+s.above+s.open+s.equivalent, s.killed, s.above, s.equivalent, s.open, s.share())
}

func listed(out *strings.Builder, all []result, o outcome) {
	none := true
	for _, r := range all {
		if r.Outcome != o {
			continue
		}
		if none {
			out.WriteString("| where | line | changed | why |\n|---|---|---|---|\n")
		}
		none = false
		why := r.Why
		if why == "" {
			why = "open"
		}
		fmt.Fprintf(out, "| %s:%d | %s | %s | %s |\n", r.File, r.Line, code(r.Text), code(r.What), why)
	}
	if none {
		out.WriteString("None.\n")
	}
}

// code is source in a cell of a table.
func code(s string) string {
	fence := "`"
	if strings.Contains(s, "`") {
		fence = "`` "
	}
	end := strings.TrimSpace(fence)
	if fence != end {
		end = " " + end
	}
	return fence + strings.ReplaceAll(s, "|", `\|`) + end
}

const head = "# Mutations\n\n" +
	"Faults that were put into the code one at a time, and whether a test of the package saw them: conditions negated and their\n" +
	"boundaries moved, operators swapped, errors dropped, statements removed, numbers moved. `make mutate` draws them, runs the tests\n" +
	"of the changed package, short and without the collection of real recordings, and writes this page; `MUTANTS` and `SEED` say how\n" +
	"many and which. Each tree is drawn from alike. This is the draw of seed %s.\n\n" +
	"A mutant is killed when a test fails, or does not end; above, when only a test of the package does that it is a part of. Of those that changed nothing anybody could see, `test/mutate/equivalent.txt`\n" +
	"says why; they do not count in the share.\n\n" +
	"| in | mutants | killed | above | equivalent | open | killed of those that can be |\n|---|---|---|---|---|---|---|\n"
