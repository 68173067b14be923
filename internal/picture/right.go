package picture

import (
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// forms holds the shapes of an Arabic letter that the font has: alone, at the end, at the start and in the middle of
// a word. A letter with two shapes does not join the next one. Unicode lists them in this order.
var forms = sync.OnceValue(func() map[string][]rune {
	all := map[string][]rune{}
	for _, block := range [][2]rune{
		{0xfb56, 0xfb59}, {0xfb7a, 0xfb7d}, {0xfb8a, 0xfb8b}, {0xfb8e, 0xfb95}, {0xfbfc, 0xfbff}, {0xfe80, 0xfefc},
	} {
		for r := block[0]; r <= block[1]; r++ {
			base := norm.NFKC.String(string(r))
			all[base] = append(all[base], r)
		}
	}
	return all
})

// joined replaces Arabic letters by the shapes that they have in a word.
func joined(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Arabic, r) }) {
		return text
	}
	letters, before := []rune(text), false // the letter before joins this one
	var out strings.Builder
	for i := 0; i < len(letters); i++ {
		shapes := forms()[string(letters[i])]
		if i+1 < len(letters) { // lam and alef are one shape
			if both := forms()[string(letters[i:i+2])]; both != nil {
				shapes = both
				i++
			}
		}
		if len(shapes) == 0 {
			out.WriteRune(letters[i])
			before = false
			continue
		}
		next := len(shapes) == 4 && i+1 < len(letters) && len(forms()[string(letters[i+1])]) > 1
		k := 0
		if before && len(shapes) > 1 {
			k = 1
		}
		if next {
			k += 2
		}
		out.WriteRune(shapes[k])
		before = next
	}
	return out.String()
}

// visual returns a text in the order in which its letters stand, from left to right, without vowel points.
func visual(text string) string {
	bare := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) && unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Inherited) {
			return -1
		}
		return r
	}, text)
	var p bidi.Paragraph
	if _, err := p.SetString(bare); err != nil {
		return bare
	}
	order, err := p.Order()
	if err != nil {
		return bare
	}
	out, group := "", "" // a group is what is read from right to left, with the numbers in it
	for i := range order.NumRuns() {
		run := order.Run(i)
		part, leftward := run.String(), run.Direction() == bidi.RightToLeft
		if leftward {
			part = bidi.ReverseString(joined(part))
		}
		if leftward || order.Direction() == bidi.RightToLeft || group != "" && !strings.ContainsFunc(part, unicode.IsLetter) {
			group = part + group
			continue
		}
		out, group = out+turned(group)+part, ""
	}
	if order.Direction() == bidi.RightToLeft {
		return group
	}
	return out + turned(group)
}

// turned swaps the blanks at the ends of a group within a text that is read from left to right, which belong to
// the words beside it.
func turned(group string) string {
	left, right := strings.TrimLeft(group, " "), strings.TrimRight(group, " ")
	if left == "" {
		return group
	}
	return group[len(right):] + strings.TrimSpace(group) + group[:len(group)-len(left)]
}

// rightToLeft reports whether a letter belongs to a script that is written from right to left.
func rightToLeft(r rune) bool { return r >= 0x590 && unicode.In(r, unicode.Hebrew, unicode.Arabic) }
