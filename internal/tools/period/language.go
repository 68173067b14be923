package period

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// entry maps Chinese words to English words. Only the English words are parsed.
type entry struct {
	Class   class
	English string
	Words   []string
}

// class is the function of a word in a phrase. The form of a phrase is a sequence of classes.
type class string

const (
	filler  class = "-"       // words without a meaning for time
	fixed   class = "fixed"   // a complete phrase: yesterday
	which   class = "which"   // last, this, next
	unit    class = "unit"    // week
	weekday class = "weekday" // monday
	month   class = "month"   // may
	number  class = "n"       // 3
	year    class = "year"    // 2026, in digits
	amount  class = "amount"  // 6 months, in one word
	date    class = "date"    // 2026-05-01
	back    class = "back"    // "ago" after an amount, "before" after a month
	later   class = "later"   // after an amount: "from now"
	from    class = "from"    // before a span that is followed by onwards or an end
	onwards class = "onwards" // after a span: since
	to      class = "to"      // between two spans
	until   class = "until"   // between two spans, or before one
)

// lexicon is the table of entries, prepared for look-ups. It is built for the first text
// that is not English, so that a server that gets only English questions never builds it.
type lexicon struct {
	index   map[string]entry
	longest int // length of the longest word, in runes
}

var chinese = sync.OnceValue(func() *lexicon {
	x := &lexicon{index: map[string]entry{}}
	for _, e := range entries() {
		for _, w := range e.Words {
			x.index[w] = e
			x.longest = max(x.longest, utf8.RuneCountInString(w))
		}
	}
	return x
})

// translated parses a span in Chinese. It returns an error if the text is ambiguous.
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
		return r, false, training.Errorf(training.KindInvalid, "%q can mean different days.", i18n.Clip(words, i18n.MostQuoted)).
			WithFix("Write one of these, in English: %s.", strings.Join(meant, ", or "))
	}
	return r, found, nil
}

// inEnglish returns the possible meanings of a Chinese text in English words.
func inEnglish(words string) []string {
	text := fold(words)
	if len(text) > mostBytes || text == "" {
		return nil
	}
	tokens, ok := chinese().tokens(text)
	if !ok {
		return nil
	}
	return readings(tokens)
}

// mostBytes is the maximum length of a phrase; no phrase for a span is longer.
const mostBytes = 160

// fold replaces digits, and words between spans, with the forms that the table uses.
func fold(s string) string {
	return strings.Join(strings.Fields(folds().Replace(s)), " ")
}

var folds = sync.OnceValue(func() *strings.Replacer {
	pairs := []string{"...", " .. ", "..", " .. ", "，", " ", "～", " .. ", "~", " .. "}
	for d := range 10 {
		pairs = append(pairs, string(rune('０'+d)), strconv.Itoa(d))
	}
	return strings.NewReplacer(pairs...)
})

// token is a word of a text, with its meaning in English.
type token struct {
	class   class
	english string
}

// tokens splits a text into numbers and words in the table, preferring long
// words. ok is false if a word is unknown.
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

// first returns the word at the beginning of a text, and its length in bytes.
func (x *lexicon) first(text string) (token, int) {
	end, runes := 0, 0
	var e entry
	for i, r := range text {
		if runes++; runes > x.longest {
			break
		}
		if got, ok := x.index[text[:i+utf8.RuneLen(r)]]; ok {
			e, end = got, i+utf8.RuneLen(r)
		}
	}
	if end > 0 {
		return token{e.Class, e.English}, end
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

// readings returns the possible meanings of words in English. If there are
// several spans, it uses the last one.
func readings(ts []token) []string {
	if len(ts) == 0 {
		return nil
	}
	begins := ts
	if ts[0].class == from {
		begins = ts[1:]
	}
	if i := slices.IndexFunc(begins, func(t token) bool { return t.class == to || t.class == until }); i > 0 {
		return pairs(readings(begins[:i]), " to ", readings(begins[i+1:]))
	}
	switch {
	case ts[len(ts)-1].class == onwards:
		return pairs([]string{"since"}, " ", readings(begins[:len(begins)-1]))
	case ts[0].class == until:
		return pairs([]string{string(until)}, " ", readings(ts[1:]))
	}
	return phrased(ts)
}

// phrased puts words into English order. It returns one phrase for each possible meaning.
func phrased(ts []token) []string {
	said := map[string]string{}
	classes := make([]string, 0, len(ts))
	for _, t := range ts {
		classes = append(classes, string(t.class))
		said[string(t.class)] = t.english
	}
	order := orders()[strings.Join(classes, " ")]
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

// pairs combines each text in a with each text in b.
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

//go:embed chinese.json
var chineseWords []byte

// entries returns the words of simplified Chinese. Names of months and years are distinguished from
// words for a number of months. Before a weekday, "last" means the weekday of the previous week.
func entries() (all []entry) {
	if err := json.Unmarshal(chineseWords, &all); err != nil {
		panic("period: chinese.json is damaged: " + err.Error())
	}
	return all
}

// orders maps each known order of classes to the English order. Anything in the
// English order that is not a class is a literal word.
func orders() map[string]string {
	return map[string]string{
		"fixed": "fixed", "date": "date", "month": "month", "weekday": "weekday", "amount": "amount", "n unit": "n unit", "year": "year",
		"which unit": "which unit", "which n unit": "which n unit", "which amount": "which amount",
		"n unit back": "n unit ago", "amount back": "amount ago", "n unit later": "in n unit", "amount later": "in amount",
		"which weekday": "weekday which week", "which unit weekday": "weekday which unit", "unit": "last|this unit",
		"month back": "before month", "fixed back": "before fixed", "date back": "before date", "month year": "month year",
		"which 月": "which month", "year 年": "year", "year 年 month": "month year", "year 年 month n 日": "n month year",
		"month n 日": "n month", "n 年": "n years", "which n 年": "which n years", "n 年 back": "n years ago", "n 年 later": "in n years",
	}
}
