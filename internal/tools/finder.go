package tools

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// SearchText is the part of a tool that a search reads. Arguments contains the names and
// descriptions of the arguments.
type SearchText struct{ Name, Title, Description, Arguments string }

// Finder ranks tools by the words that describe them, as clients with many
// tools do before a model sees any tool. It uses BM25F, which weights a word by its field
// (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009).
type Finder struct {
	counts map[string]map[string]float64 // weighted number of occurrences, by tool and word
	within map[string]float64            // number of tools with a word
}

// NewFinder returns a finder over the texts of each tool.
func NewFinder(texts []SearchText) Finder {
	f := Finder{counts: map[string]map[string]float64{}, within: map[string]float64{}}
	for _, t := range texts {
		f.counts[t.Name] = map[string]float64{}
	}
	// Words in the name have the most meaning, and words in the arguments the least.
	f.add(texts, 3, func(t SearchText) string { return t.Name })
	f.add(texts, 1.5, func(t SearchText) string { return t.Title })
	f.add(texts, 1, func(t SearchText) string { return t.Description })
	f.add(texts, 0.5, func(t SearchText) string { return t.Arguments })
	for _, words := range f.counts {
		for w := range words {
			f.within[w]++
		}
	}
	return f
}

// add counts the words of a field. A word counts for less if the text is longer than
// those of other tools.
func (f Finder) add(texts []SearchText, weight float64, field func(SearchText) string) {
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
	return f.sorted(f.scores(searchWords(ask)))
}

func (f Finder) sorted(score map[string]float64) []string {
	return slices.SortedFunc(maps.Keys(f.counts), func(x, y string) int {
		return cmp.Or(cmp.Compare(score[y], score[x]), strings.Compare(x, y))
	})
}

// Find returns the tools that have any of the words, best first, while somebody types: an
// unknown word stands for all words that begin with it.
func (f Finder) Find(typed string) []string {
	var words []string
	for _, w := range searchWords(typed) {
		if f.within[w] > 0 || utf8.RuneCountInString(w) < 2 {
			words = append(words, w)
			continue
		}
		for known := range f.within {
			if strings.HasPrefix(known, w) {
				words = append(words, known)
			}
		}
	}
	score := f.scores(words)
	return slices.DeleteFunc(f.sorted(score), func(name string) bool { return score[name] == 0 })
}

func (f Finder) scores(words []string) map[string]float64 {
	const k1 = 1.2
	score := map[string]float64{}
	for _, w := range words {
		rarity := math.Log(1 + (float64(len(f.counts))-f.within[w]+0.5)/(f.within[w]+0.5))
		for name, words := range f.counts {
			score[name] += rarity * words[w] * (k1 + 1) / (words[w] + k1)
		}
	}
	return score
}

// searchWords returns the stems of the words of a text, without words that have no
// meaning for a search. Chinese has no spaces, so each two characters are a word.
func searchWords(text string) []string {
	const empty = " a all an and are as at be by do for from give had have how i in into is it its last me my next of on one or " +
		"out over show tell that the their there this to was were what where which will with "
	var out []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		for _, l := range strings.FieldsFunc(w, isHan) {
			if !strings.Contains(empty, " "+l+" ") {
				out = append(out, stem(l))
			}
		}
		for _, han := range strings.FieldsFunc(w, func(r rune) bool { return !isHan(r) }) {
			runes := []rune(han)
			for i := range max(1, len(runes)-1) {
				out = append(out, string(runes[i:min(i+2, len(runes))]))
			}
		}
	}
	return out
}

func isHan(r rune) bool { return unicode.Is(unicode.Han, r) }

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

// SearchText returns the part of the tool that a search reads.
func (r Row) SearchText() SearchText {
	return SearchText{r.Name, r.Title, r.Description, strings.Join(argumentWords(r.Input()), " ")}
}

// argumentWords returns the names and descriptions of the properties of a schema, and of the
// items of lists.
func argumentWords(s *jsonschema.Schema) (out []string) {
	if s == nil {
		return nil
	}
	for _, name := range s.PropertyOrder {
		p := s.Properties[name]
		out = append(append(append(out, name, p.Description), argumentWords(p)...), argumentWords(p.Items)...)
	}
	return out
}
