package app

import (
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/tools"
	"lapkeep/internal/tools/oldnames"
)

// finder ranks tools by the words of their names, titles and descriptions, as
// clients with many tools do before a model sees any: BM25 (Robertson and
// Zaragoza, The Probabilistic Relevance Framework, 2009).
type finder struct {
	counts map[string]map[string]float64 // by tool, by word
	within map[string]float64            // in how many tools a word is
	length float64                       // of the mean tool, in words
}

func newFinder(table *tools.Table) finder {
	f := finder{counts: map[string]map[string]float64{}, within: map[string]float64{}}
	for _, r := range table.Rows() {
		words := map[string]float64{}
		for _, w := range searchWords(r.Name + " " + r.Title + " " + r.Description) {
			words[w]++
			f.length++
		}
		for w := range words {
			f.within[w]++
		}
		f.counts[r.Name] = words
	}
	f.length /= float64(len(f.counts))
	return f
}

// rank is the tools from the best on.
func (f finder) rank(ask string) []string {
	const k1, b = 1.2, 0.75
	score := map[string]float64{}
	for name, words := range f.counts {
		length := 0.0
		for _, n := range words {
			length += n
		}
		for _, w := range searchWords(ask) {
			rarity := math.Log(1 + (float64(len(f.counts))-f.within[w]+0.5)/(f.within[w]+0.5))
			score[name] += rarity * words[w] * (k1 + 1) / (words[w] + k1*(1-b+b*length/f.length))
		}
	}
	return slices.SortedFunc(maps.Keys(f.counts), func(x, y string) int {
		switch {
		case score[x] > score[y]:
			return -1
		case score[x] < score[y]:
			return 1
		}
		return strings.Compare(x, y)
	})
}

var searchWord = regexp.MustCompile(`[a-z0-9]+`)

// searchWords are the words of a text that say something, in the singular.
func searchWords(text string) []string {
	const empty = " a all an and are as at be by do for from give had have how i in into is it its last me my next of on one or " +
		"out over show tell that the their there this to was were what where which will with "
	var out []string
	for _, w := range searchWord.FindAllString(strings.ToLower(text), -1) {
		if strings.Contains(empty, " "+w+" ") {
			continue
		}
		if stem, ok := strings.CutSuffix(w, "ies"); ok {
			w = stem + "y"
		} else if len(w) > 3 && !strings.HasSuffix(w, "ss") {
			w = strings.TrimSuffix(w, "s")
		}
		out = append(out, w)
	}
	return out
}

var trialRow = regexp.MustCompile("(?m)^\\| ([^|]+) \\| (`([a-z_]+)`|not yet) \\| `([a-z_]+)`([^|]*) \\|$")

// TestTrialQuestionsFindTheirTools: a search by keywords has the right tool
// among its first three for nearly all trial questions of another server.
func TestTrialQuestionsFindTheirTools(t *testing.T) {
	t.Parallel()
	known := map[string]string{}
	for _, n := range oldnames.All() {
		known[n.Old] = n.Tool
	}
	f := newFinder(wholeTable(t))
	rows := trialRow.FindAllStringSubmatch(readText(t, filepath.Join(repository, "docs", "examples.md")), -1)
	found := 0
	for _, row := range rows {
		ask, tool, there, otherwise := row[1], row[3], row[4], row[5] != ""
		if known[there] != tool && !otherwise {
			t.Errorf("%q: %s is replaced by %q, not by %q", ask, there, known[there], tool)
		}
		first := f.rank(ask)[:3]
		if slices.Contains(first, tool) {
			found++
		} else {
			t.Logf("%q finds %v, not %q", ask, first, tool)
		}
	}
	if len(rows) != 36 || found < 30 {
		t.Errorf("of %d questions %d find their tool", len(rows), found)
	}
}

// TestTheFinderFinds: rare words count, repeated ones little.
func TestTheFinderFinds(t *testing.T) {
	t.Parallel()
	f := newFinder(wholeTable(t))
	for ask, want := range map[string]string{
		"predict times on a flat course": "predict_race",
		"please disconnect":              "disconnect_source",
		"original as TCX":                "export_activity",
	} {
		if got := f.rank(ask); got[0] != want || len(got) != len(f.counts) {
			t.Errorf("%q finds %v", ask, got[:3])
		}
	}
}
