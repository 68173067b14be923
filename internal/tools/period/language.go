package period

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"lapkeep/internal/platform/phrase"
	"lapkeep/internal/training"
)

// language is the table of one language: what its words are in English. What
// they mean is read from the English words alone.
type language struct {
	words []entry
	// forms are orders of words that this language has besides those of commonForms, or reads otherwise.
	forms map[string]string
	// unspaced languages write words without spaces between them.
	unspaced bool
}

// entry says what words are in English. Several readings are separated by |;
// where they are different days, the text is refused and they are named.
type entry struct {
	class   class
	english string
	words   string // separated by commas, folded as fold does
}

// class is what a word does in a phrase. A form is a row of them.
type class string

const (
	filler  class = "-"       // articles and prepositions, which say nothing of when
	fixed   class = "fixed"   // a whole phrase: yesterday
	which   class = "which"   // last, this, next
	unit    class = "unit"    // week
	units   class = "units"   // weeks, which only a number says how many of
	weekday class = "weekday" // monday
	month   class = "month"   // may
	number  class = "n"       // 3
	year    class = "year"    // 2026, in digits
	amount  class = "amount"  // 6 months, in one word
	date    class = "date"    // 2026-05-01
	in      class = "in"      // before an amount to come; before a month it says nothing
	during  class = "at"      // before a month or a year only
	ago     class = "ago"     // before an amount
	back    class = "back"    // after an amount: ago; after a month: before
	later   class = "later"   // after an amount: to come
	from    class = "from"    // before a span that an end or onwards follows
	since   class = "since"   // before a span
	onwards class = "onwards" // after a span: since
	before  class = "before"  // before a span
	to      class = "to"      // between two spans
	until   class = "until"   // between two spans, or before one
)

// commonForms are the orders of words that languages have, with the English
// order. What is no class is a word.
var commonForms = map[string]string{
	"fixed": "fixed", "date": "date", "month": "month", "weekday": "weekday", "amount": "amount", "n unit": "n unit", "year": "year",
	"which unit": "which unit", "unit which": "which unit", "in which unit": "which unit", "in unit which": "which unit",
	"which n unit": "which n unit", "n which unit": "which n unit", "n unit which": "which n unit",
	"in which n unit": "which n unit", "in n which unit": "which n unit",
	"which amount": "which amount", "amount which": "which amount", "in which amount": "which amount", "in amount": "in amount",
	"ago n unit": "n unit ago", "n unit back": "n unit ago", "ago amount": "amount ago", "amount back": "amount ago",
	"in n unit": "in n unit", "n unit later": "in n unit", "amount later": "in amount",
	"which weekday": "which weekday", "weekday which": "which weekday", "which unit weekday": "weekday which unit",
	"weekday which unit": "weekday which unit", "weekday unit which": "weekday which unit", "unit which weekday": "weekday which unit",
	"weekday in which unit": "weekday which unit",
	"in month":              "month", "at month": "month", "in year": "year", "at year": "year",
	"month year": "month year", "in month year": "month year", "at month year": "month year",
	"n month": "n month", "n month year": "n month year", "weekday n month": "weekday n month",
	"weekday n month year": "weekday n month year", "ago month": "before month", "month back": "before month",
	"fixed back": "before fixed", "date back": "before date", "ago fixed": "before fixed", "ago date": "before date", "unit": "last|this unit",
}

// lexicon is a table that can be asked.
type lexicon struct {
	language
	index   map[string]entry
	longest int // of the words, in spaces or runes
}

// lexicons are made when the first text comes that is not English: a server
// that is asked in English never needs them.
var lexicons = sync.OnceValue(func() []*lexicon {
	var all []*lexicon
	for _, l := range languages() {
		x := &lexicon{language: l, index: map[string]entry{}}
		for _, e := range l.words {
			for w := range strings.SplitSeq(e.words, ",") {
				x.index[w] = e
				x.longest = max(x.longest, len(x.ends(w)))
			}
		}
		all = append(all, x)
	}
	return all
})

// languages are those whose words are read besides English.
func languages() []language { return []language{german(), spanish(), french(), chinese()} }

// translated reads a span in another language than English. It refuses what
// means several spans.
func (c calendar) translated(words string) (r training.DayRange, found bool, err error) {
	var meant []string
	for _, english := range inEnglish(words) {
		got, ok := c.english(english)
		if !ok || found && got == r {
			continue
		}
		if !found {
			r = got
		}
		found, meant = true, append(meant, english)
	}
	if len(meant) > 1 {
		return r, false, training.Errorf(training.KindInvalid, "%q can mean different days.", phrase.Clip(words, phrase.MostQuoted)).
			WithFix("Write which, in English: %s.", strings.Join(meant, ", or "))
	}
	return r, found, nil
}

// inEnglish are the readings of a text in the languages, in English words.
func inEnglish(words string) (out []string) {
	text := fold(words)
	if len(text) > mostBytes || text == "" {
		return nil
	}
	for _, x := range lexicons() {
		if tokens, ok := x.tokens(text); ok {
			for _, reading := range x.readings(tokens) {
				if !slices.Contains(out, reading) {
					out = append(out, reading)
				}
			}
		}
	}
	return out
}

// mostBytes is more than any phrase for a span of days has.
const mostBytes = 160

// fold writes a word as the tables do: without accents, as it is typed on a
// keyboard that has none.
func fold(s string) string {
	return strings.Join(strings.Fields(folds().Replace(s)), " ")
}

var folds = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{
		"ä", "ae", "ö", "oe", "ü", "ue", "ß", "ss", "á", "a", "à", "a", "â", "a", "é", "e", "è", "e", "ê", "e", "ë", "e",
		"í", "i", "î", "i", "ï", "i", "ó", "o", "ô", "o", "ú", "u", "û", "u", "ù", "u", "ñ", "n", "ç", "c", "º", "", "°", "",
		"a\u0308", "ae", "o\u0308", "oe", "u\u0308", "ue", // the same letters, as some systems compose them
		"\u0300", "", "\u0301", "", "\u0302", "", "\u0303", "", "\u0308", "", "\u0327", "",
		"'", " ", "’", " ", "...", " .. ", "..", " .. ", "，", " ", "～", " .. ", "~", " .. ",
	}
	for d := range 10 {
		pairs = append(pairs, string(rune('０'+d)), strconv.Itoa(d))
	}
	return strings.NewReplacer(pairs...)
})

// token is a word of a text with what it is in English.
type token struct {
	class   class
	english string
}

// tokens splits a text into words of the table and numbers, the longest word
// first. It reports false where one is unknown.
func (x *lexicon) tokens(text string) (out []token, ok bool) {
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		t, n := x.first(text)
		if n == 0 {
			return nil, false
		}
		if t.class != filler {
			out = append(out, t)
		}
		text = text[n:]
	}
	return out, true
}

// first is the word that text begins with, and its length in bytes.
func (x *lexicon) first(text string) (token, int) {
	ends := x.ends(text)
	for _, end := range slices.Backward(ends[:min(len(ends), x.longest)]) {
		if e, ok := x.index[strings.TrimRight(text[:end], ".")]; ok {
			return token{e.class, e.english}, end
		}
	}
	if text[0] < '0' || text[0] > '9' {
		return token{}, 0
	}
	n := len(text) - len(strings.TrimLeft(text, "0123456789-./"))
	digits := strings.TrimRight(text[:n], ".")
	value, err := strconv.Atoi(digits)
	switch {
	case err != nil:
		return token{date, digits}, n
	case value >= 1900 && value < 2200:
		return token{year, digits}, n
	}
	return token{number, digits}, n
}

// ends are where a word of text may end: at spaces, or anywhere in a language
// that has none. A hyphen joins parts of words as a space does.
func (x *lexicon) ends(text string) (out []int) {
	for i, r := range text {
		switch {
		case x.unspaced:
			out = append(out, i+utf8.RuneLen(r))
		case r == ' ':
			out = append(out, i)
		}
		if len(out) > mostWords {
			return out
		}
	}
	if !x.unspaced {
		out = append(out, len(text))
	}
	return out
}

// mostWords is more than any entry of a table has.
const mostWords = 8

// readings are what words mean in English, as the last of several spans does.
func (x *lexicon) readings(ts []token) []string {
	if len(ts) == 0 {
		return nil
	}
	first, last := ts[0].class, ts[len(ts)-1].class
	begins := ts
	if first == from || first == since {
		begins = ts[1:]
	}
	if i := slices.IndexFunc(begins, func(t token) bool { return t.class == to || t.class == until }); i > 0 {
		return pairs(x.readings(begins[:i]), " to ", x.readings(begins[i+1:]))
	}
	switch {
	case last == onwards:
		return pairs([]string{string(since)}, " ", x.readings(begins[:len(begins)-1]))
	case first == since || first == until || first == before:
		return pairs([]string{string(first)}, " ", x.readings(ts[1:]))
	}
	return x.phrase(ts)
}

// phrase writes words in the English order, once for each of their readings.
func (x *lexicon) phrase(ts []token) []string {
	said := map[string]string{}
	classes := make([]string, 0, len(ts))
	counted := slices.ContainsFunc(ts, func(t token) bool { return t.class == number })
	for _, t := range ts {
		if t.class == units && counted {
			t.class = unit
		}
		classes = append(classes, string(t.class))
		said[string(t.class)] = t.english
	}
	form := strings.Join(classes, " ")
	order, own := x.forms[form]
	if !own {
		order = commonForms[form]
	}
	if order == "" {
		return nil
	}
	out := []string{""}
	for word := range strings.FieldsSeq(order) {
		if english, ok := said[word]; ok {
			word = english
		}
		out = pairs(out, " ", strings.Split(word, "|"))
	}
	return out
}

// pairs joins each of a with each of b.
func pairs(a []string, by string, b []string) (out []string) {
	for _, x := range a {
		for _, y := range b {
			if x == "" {
				out = append(out, y)
			} else {
				out = append(out, x+by+y)
			}
		}
	}
	return out
}
