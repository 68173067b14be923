package main

import (
	"fmt"
	"strings"
)

// score counts the mutants of one tree.
type score struct{ killed, above, later, equivalent, open int }

// share is that of the mutants that can be killed.
func (s score) share(n int) string {
	if all := s.killed + s.above + s.later + s.open; all > 0 {
		return fmt.Sprintf("%.0f %%", 100*float64(n)/float64(all))
	}
	return ""
}

func (s *score) count(r result) {
	switch r.Outcome {
	case killed:
		if r.Later {
			s.later++
		} else {
			s.killed++
		}
	case above:
		s.above++
	case survived:
		s.open++
	case equivalent:
		s.equivalent++
	case notBuilt:
	}
}

// page is the text of docs/mutations.md.
func page(seed string, all []result) string {
	var out strings.Builder
	fmt.Fprintf(&out, head, seed)
	var sum score
	for _, tree := range trees() {
		var s score
		for _, r := range all {
			if r.Tree == tree {
				s.count(r)
				sum.count(r)
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
	first := s.killed + s.above
	fmt.Fprintf(out, "| %s | %d | %d | %d | %d | %d | %d | %s | %s |\n", name, first+s.later+s.open+s.equivalent,
		s.killed, s.above, s.later, s.equivalent, s.open, s.share(first), s.share(first+s.later))
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
	"A mutant is killed when a test fails, or does not end; above, when only a test of the package does that it is a part of; later,\n" +
	"when it survived at first and its package got a test. So \"at first\" is what to expect of a change that nobody has looked at, and\n" +
	"\"now\" is of this draw alone. Of those that changed nothing anybody could see, `test/mutate/equivalent.txt` says why; they do not\n" +
	"count in the shares.\n\n" +
	"| in | mutants | killed | above | later | equivalent | open | at first | now |\n|---|---|---|---|---|---|---|---|---|\n"
