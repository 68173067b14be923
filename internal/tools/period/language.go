package period

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

// entry maps Chinese words to English. Only the English words are interpreted.
type entry struct {
	class   class
	english string
	words   string // separated by commas
}

// class is what a word does in a phrase. A form is a row of them.
type class string

const (
	filler  class = "-"       // particles, which say nothing of when
	fixed   class = "fixed"   // a whole phrase: yesterday
	which   class = "which"   // last, this, next
	unit    class = "unit"    // week
	weekday class = "weekday" // monday
	month   class = "month"   // may
	number  class = "n"       // 3
	year    class = "year"    // 2026, in digits
	amount  class = "amount"  // 6 months, in one word
	date    class = "date"    // 2026-05-01
	back    class = "back"    // after an amount: ago; after a month: before
	later   class = "later"   // after an amount: to come
	from    class = "from"    // before a span that an end or onwards follows
	onwards class = "onwards" // after a span: since
	to      class = "to"      // between two spans
	until   class = "until"   // between two spans, or before one
)

// lexicon is the table as it is asked. It is made when the first text comes that
// is not English: a server that is asked in English never needs it.
type lexicon struct {
	index   map[string]entry
	longest int // of the words, in runes
}

var chinese = sync.OnceValue(func() *lexicon {
	x := &lexicon{index: map[string]entry{}}
	for _, e := range entries() {
		for w := range strings.SplitSeq(e.words, ",") {
			x.index[w] = e
			x.longest = max(x.longest, utf8.RuneCountInString(w))
		}
	}
	return x
})

// translated reads a span in Chinese. It refuses what means several spans.
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
			WithFix("Write which, in English: %s.", strings.Join(meant, ", or "))
	}
	return r, found, nil
}

// inEnglish returns the readings of a Chinese text in English words.
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

// mostBytes is more than any phrase for a span of days has.
const mostBytes = 160

// fold writes digits and what joins spans as the table does.
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

// first returns the word that text begins with, and its length in bytes.
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
		return token{e.class, e.english}, end
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

// readings returns the meanings of words in English; of several spans the last
// one counts.
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

// phrased writes words in the English order, once for each of their readings.
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

// entries returns the words of simplified Chinese. A month or year of the
// calendar is another word than an amount of months, and before a weekday last
// means last week's.
func entries() []entry {
	return []entry{
		{from, "", "从,自"},
		{filler, "", "的,在,里,内,以内,之内,期间"},
		{fixed, "today", "今天,今日,现在"},
		{fixed, "yesterday", "昨天,昨日"},
		{fixed, "tomorrow", "明天,明日"},
		{fixed, "day before yesterday", "前天,前日"},
		{fixed, "day after tomorrow", "后天"},
		{fixed, "3 days ago", "大前天"},
		{fixed, "in 3 days", "大后天"},
		{fixed, "all", "全部,所有,所有时间,一直"},
		{fixed, "ytd", "今年以来,年初至今,今年至今,年初到现在,今年到现在"},
		{fixed, "mtd", "本月以来,本月至今,月初至今,这个月以来,这个月到现在"},
		{fixed, "wtd", "本周以来,本周至今,这周以来"},
		{fixed, "last year", "去年"},
		{fixed, "this year", "今年,本年,本年度"},
		{fixed, "next year", "明年"},
		{fixed, "this season", "本赛季,这个赛季"},
		{fixed, "last season", "上赛季,上个赛季"},
		{which, "last", "上,上个,上一,上一个"},
		{which, "next", "下,下个,下一,下一个,未来,接下来,今后"},
		{which, "this", "本,这,这个,这一,这一个,当前"},
		{which, "past", "最近,过去,近,最近这,过去这"},
		{unit, "day", "天"},
		{unit, "week", "周,星期,个星期,礼拜,个礼拜"},
		{unit, "weekend", "周末"},
		{unit, "month", "个月"},
		{unit, "quarter", "季度,个季度"},
		{"月", "month", "月,月份"},
		{"年", "year", "年"},
		{"日", "day", "日,号"},
		{amount, "6 months", "半年"},
		{back, "ago", "前,之前,以前"},
		{later, "in", "后,之后,以后"},
		{onwards, "since", "以来,至今,到现在,起,开始"},
		{to, "to", "至,到,-,—,..,/"},
		{until, "until", "直到,截至,截止到"},
		{number, "1", "一"},
		{number, "2", "二,两"},
		{number, "3", "三"},
		{number, "4", "四"},
		{number, "5", "五"},
		{number, "6", "六"},
		{number, "7", "七"},
		{number, "8", "八"},
		{number, "9", "九"},
		{number, "10", "十"},
		{number, "12", "十二"},
		{number, "14", "十四"},
		{number, "15", "十五"},
		{number, "20", "二十"},
		{number, "28", "二十八"},
		{number, "30", "三十"},
		{number, "60", "六十"},
		{number, "90", "九十"},
		{weekday, "monday", "周一,星期一,礼拜一"},
		{weekday, "tuesday", "周二,星期二,礼拜二"},
		{weekday, "wednesday", "周三,星期三,礼拜三"},
		{weekday, "thursday", "周四,星期四,礼拜四"},
		{weekday, "friday", "周五,星期五,礼拜五"},
		{weekday, "saturday", "周六,星期六,礼拜六"},
		{weekday, "sunday", "周日,周天,星期日,星期天,礼拜日,礼拜天"},
		{month, "january", "1月,01月,一月,1月份,一月份"},
		{month, "february", "2月,02月,二月,2月份,二月份"},
		{month, "march", "3月,03月,三月,3月份,三月份"},
		{month, "april", "4月,04月,四月,4月份,四月份"},
		{month, "may", "5月,05月,五月,5月份,五月份"},
		{month, "june", "6月,06月,六月,6月份,六月份"},
		{month, "july", "7月,07月,七月,7月份,七月份"},
		{month, "august", "8月,08月,八月,8月份,八月份"},
		{month, "september", "9月,09月,九月,9月份,九月份"},
		{month, "october", "10月,十月,10月份,十月份"},
		{month, "november", "11月,十一月,11月份,十一月份"},
		{month, "december", "12月,十二月,12月份,十二月份"},
	}
}

// orders returns the known orders of words and the English order. Anything that
// is not a class is a word.
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
