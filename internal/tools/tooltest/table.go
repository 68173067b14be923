package tooltest

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/tools"
)

// CheckTable runs every rule over the whole table, and compares each tool's
// contract with its snapshot in testdata/snapshots beside the test. Run the
// test with -update to write the snapshots anew. The budget holds for the
// default set.
func CheckTable(t *testing.T, table *tools.Table) {
	t.Helper()
	for _, problem := range Problems(table) {
		t.Error(problem)
	}
	checkSnapshots(t, table)
}

// Problems are the rules that the table breaks, snapshots apart.
func Problems(table *tools.Table) []string {
	var out []string
	seen := map[string]bool{}
	for _, r := range table.Rows() {
		if seen[r.Name] {
			out = append(out, r.Name+": the name is taken twice")
		}
		seen[r.Name] = true
		for _, p := range slices.Concat(rowProblems(r), schemaProblems(r), unreadProblems(table, r)) {
			out = append(out, r.Name+": "+p)
		}
	}
	return append(out, budgetProblems(table)...)
}

var (
	namePattern = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	// orders are words that tell a model how to behave instead of what a tool does.
	orders = regexp.MustCompile(`(?i)\b(you must|you should|always|never|do not|don't|make sure|remember to|important|before using|call this first|ask the user)\b`)
	// writing are first words of a name that promise a change.
	writing = regexp.MustCompile(`^(create|update|delete|save|add|apply|edit|mark|import|sync|connect|disconnect|star|duplicate|export)_|^undo$`)
	ending  = regexp.MustCompile(`[.?!)]$`)
)

func rowProblems(r tools.Row) []string {
	var out []string
	add := func(bad bool, what string) {
		if bad {
			out = append(out, what)
		}
	}
	add(!namePattern.MatchString(r.Name) || len(r.Name) > 40, "the name is not snake_case of at most 40 letters")
	add(r.Title == "" || strings.HasSuffix(r.Title, "."), "the title is missing or ends with a full stop")
	add(r.Toolset == "", "it belongs to no toolset")
	add(r.Description == "", "it has no description")
	add(len(r.Description) > tools.MaxDescription, "the description is longer than 400 bytes")
	add(!ending.MatchString(r.Description), "the description is not made of sentences")
	add(orders.MatchString(r.Description), "the description gives orders: "+orders.FindString(r.Description))
	add(r.Safety == tools.Read && writing.MatchString(r.Name), "its name promises a change, but it only reads")
	add(r.Safety != tools.Read && !writing.MatchString(r.Name), "it writes, but its name does not say so")
	add(r.Safety == tools.Destructive && r.Idempotent && strings.HasPrefix(r.Name, "create"), "what creates and destroys is not idempotent")
	add(r.Full && r.Safety == tools.Read, "a read needs no --writes full")
	add(r.PageOnly && r.Default, "a row for the page alone is not in the default set")
	in := r.Input()
	for alias, target := range r.Aliases {
		add(in.Properties[alias] != nil, "the alias "+alias+" is an argument itself")
		add(in.Properties[target] == nil, "the alias "+alias+" leads to no argument")
	}
	return out
}

func budgetProblems(table *tools.Table) []string {
	set, err := table.Select(tools.Selection{Writes: tools.WritesFull, More: true})
	if err != nil {
		return []string{err.Error()}
	}
	var out []string
	over := func(what string, got, most int) {
		if got > most {
			out = append(out, what+" costs "+number(got)+" tokens, more than "+number(most))
		}
	}
	cost, err := set.Cost()
	if err != nil {
		return []string{err.Error()}
	}
	over("listing the default set", cost.Total, tools.MaxTokens)
	over("the default set's names, descriptions and input schemas", cost.Inputs, tools.MaxInputTokens)
	if n := len(set.Rows()); n > tools.MaxTools {
		out = append(out, "the default set has "+number(n)+" tools, more than "+number(tools.MaxTools))
	}
	all, err := table.Cost()
	if err != nil {
		return []string{err.Error()}
	}
	over("listing all toolsets", all.Total, max(tools.MaxAllTokens, tools.MaxMeanTokens*len(all.Tools)))
	for _, name := range table.Names() {
		over(name, all.Tools[name], tools.MaxToolTokens)
	}
	return out
}
