package tooltest

import (
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Finder ranks tools by the words that describe them, as clients with many
// tools do before a model sees any: BM25 (Robertson and Zaragoza, The
// Probabilistic Relevance Framework, 2009).
type Finder struct {
	counts map[string]map[string]float64 // by tool, by word
	within map[string]float64            // in how many tools a word is
	length float64                       // of the mean tool, in words
}

// NewFinder is over what there is to read of each tool, by its name.
func NewFinder(texts map[string]string) Finder {
	f := Finder{counts: map[string]map[string]float64{}, within: map[string]float64{}}
	for name, text := range texts {
		words := map[string]float64{}
		for _, w := range searchWords(text) {
			words[w]++
			f.length++
		}
		for w := range words {
			f.within[w]++
		}
		f.counts[name] = words
	}
	f.length /= float64(len(f.counts))
	return f
}

// Rank is the tools from the best on.
func (f Finder) Rank(ask string) []string {
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
