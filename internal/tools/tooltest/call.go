// Package tooltest holds the rules that every table of tools must follow:
// names, descriptions, schemas, budgets and the snapshot of each tool's
// contract. A test of the composed table calls [CheckTable]; tests of a toolset
// call their tools through [Call], which checks each answer.
package tooltest

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/tools"
)

// Call calls a tool that must succeed, and checks its answer against the full
// output schema. args is JSON.
func Call(t testing.TB, table *tools.Table, c *tools.Call, name, args string) tools.Result {
	t.Helper()
	res, err := table.Call(t.Context(), name, c, json.RawMessage(args))
	if err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
	r, _ := table.Lookup(name)
	if err := r.CheckOutput(res.Structured); err != nil {
		t.Errorf("%s %s breaks its output schema: %v\n%s", name, args, err, res.Structured)
	}
	if res.Text == "" {
		t.Errorf("%s %s has no text", name, args)
	}
	return res
}

// Decode calls a tool as [Call] does and decodes its answer into out.
func Decode(t testing.TB, table *tools.Table, c *tools.Call, name, args string, out any) {
	t.Helper()
	if err := json.Unmarshal(Call(t, table, c, name, args).Structured, out); err != nil {
		t.Fatalf("%s %s: %v", name, args, err)
	}
}

// Fails calls a tool that must not succeed, and returns the problem as a face shows it.
func Fails(t testing.TB, table *tools.Table, c *tools.Call, name, args string) tools.Problem {
	t.Helper()
	res, err := table.Call(context.WithoutCancel(t.Context()), name, c, json.RawMessage(args))
	if err == nil {
		t.Fatalf("%s %s succeeded: %s", name, args, res.Structured)
	}
	return tools.Describe(err)
}

// Text is the part of a tool that a search reads. Arguments contains the names and
// descriptions of the arguments.
type Text struct{ Name, Title, Description, Arguments string }

// Finder ranks tools by the words that describe them, as clients with many
// tools do before a model sees any tool. It uses BM25F, which weights a word by its field
// (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
type Finder struct {
	counts map[string]map[string]float64 // weighted number of occurrences, by tool and word
	within map[string]float64            // number of tools with a word
}

// NewFinder returns a finder over the texts of each tool.
func NewFinder(texts []Text) Finder {
	f := Finder{counts: map[string]map[string]float64{}, within: map[string]float64{}}
	for _, t := range texts {
		f.counts[t.Name] = map[string]float64{}
	}
	// Words in the name have the most meaning, and words in the arguments the least.
	f.add(texts, 3, func(t Text) string { return t.Name })
	f.add(texts, 1.5, func(t Text) string { return t.Title })
	f.add(texts, 1, func(t Text) string { return t.Description })
	f.add(texts, 0.5, func(t Text) string { return t.Arguments })
	for _, words := range f.counts {
		for w := range words {
			f.within[w]++
		}
	}
	return f
}

// add counts the words of a field. A word counts for less if the text is longer than
// those of other tools.
func (f Finder) add(texts []Text, weight float64, field func(Text) string) {
	const b = 0.75
	words, total := map[string][]string{}, 0
	for _, t := range texts {
		words[t.Name] = searchWords(field(t))
		total += len(words[t.Name])
	}
	mean := float64(total) / float64(len(texts))
	for name, list := range words {
		for _, w := range list {
			f.counts[name][w] += weight / (1 - b + b*float64(len(list))/mean)
		}
	}
}

// Rank returns the tools, best first.
func (f Finder) Rank(ask string) []string {
	const k1 = 1.2
	score := map[string]float64{}
	for _, w := range searchWords(ask) {
		rarity := math.Log(1 + (float64(len(f.counts))-f.within[w]+0.5)/(f.within[w]+0.5))
		for name, words := range f.counts {
			score[name] += rarity * words[w] * (k1 + 1) / (words[w] + k1)
		}
	}
	return slices.SortedFunc(maps.Keys(f.counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(score[y], score[x]), strings.Compare(x, y))
	})
}

var searchWord = regexp.MustCompile(`[a-z0-9]+`)

// searchWords returns the stems of the words of a text, without words that have no
// meaning for a search.
func searchWords(text string) []string {
	const empty = " a all an and are as at be by do for from give had have how i in into is it its last me my next of on one or " +
		"out over show tell that the their there this to was were what where which will with "
	var out []string
	for _, w := range searchWord.FindAllString(strings.ToLower(text), -1) {
		if !strings.Contains(empty, " "+w+" ") {
			out = append(out, stem(w))
		}
	}
	return out
}

// stem removes plural endings and -ing, -ed and -ly from a word, so that
// planned, plans and planning match. This is a part of what Porter's stemmer does (An
// algorithm for suffix stripping, 1980).
func stem(w string) string {
	const shortest = 3
	if root, ok := strings.CutSuffix(w, "ies"); ok && len(root) > 1 {
		w = root + "y"
	} else if len(w) > shortest && !strings.HasSuffix(w, "ss") {
		w = strings.TrimSuffix(w, "s")
	}
	for _, ending := range []string{"ing", "ed", "ly"} {
		if root, ok := strings.CutSuffix(w, ending); ok && len(root) >= shortest && !strings.HasSuffix(w, "eed") {
			w = single(root)
			break
		}
	}
	if len(w) > shortest {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}

// single undoes the doubling of a last consonant: runn becomes run.
func single(root string) string {
	last := len(root) - 1
	if last >= 3 && root[last] == root[last-1] && !strings.Contains("aeiouls", root[last:]) {
		return root[:last]
	}
	return root
}
