// Package textclean makes words that came from outside (a file, a service,
// another person) safe to hand on as data: what cannot be seen or what turns
// the reading order is taken out but for the joiners of emoji, the length is capped, and what a page would
// draw as a link or a picture is drawn as it stands. It knows nothing of
// training and does not judge what the words say.
//
// # Lazyregexp
//
// It compiles regular expressions when they are first used.
// A program that a client starts for each conversation would otherwise spend
// a millisecond at every start on expressions that most runs never need.
//
// # Plaintext
//
// It reads the text of files that people have opened and saved
// again: spreadsheets write tables in UTF-16 or in the letters of Windows.
//
// # Shellword
//
// It writes words into commands that are printed for people.
package textclean

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The lengths, in runes, that results carry at most.
const (
	NameRunes = 200
	PathRunes = 400
	TextRunes = 4000
)

// Ellipsis ends a text that was cut.
const Ellipsis = "…"

// Line cleans s to one line of at most limit runes: every run of white space
// becomes one blank.
func Line(s string, limit int) string {
	return Text(strings.Join(strings.Fields(visible(s, false)), " "), limit)
}

// Text cleans s, keeping line feeds and tabs, to at most limit runes, the
// ellipsis of a cut included. Invalid UTF-8 becomes the replacement rune.
func Text(s string, limit int) string {
	s = strings.TrimSpace(visible(s, true))
	if limit <= 0 || utf8.RuneCountInString(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit-1 {
			return strings.TrimRightFunc(s[:i], func(r rune) bool { return unicode.IsSpace(r) || r == joiner }) + Ellipsis
		}
		n++
	}
	return s
}

// visible drops what no reader sees. Carriage returns become line feeds, so
// that a cleaned text has one kind of line end.
func visible(s string, lines bool) string {
	s = strings.ToValidUTF8(s, "\uFFFD")
	s = strings.ReplaceAll(s, "\r\n", "\n")
	last, at := rune(0), 0 // the last that was kept, and how far s was read
	return strings.Map(func(r rune) rune {
		if at++; r >= ' ' && r < del { // most of a page, and seen: no table has to be asked
			last = r
			return r
		}
		at += utf8.RuneLen(r) - 1
		if r == joiner && joins(last, s[at:]) {
			last = r
			return r
		}
		r = shown(r, lines)
		if r >= 0 {
			last = r
		}
		return r
	}, s)
}

// shown is the rune that stands for r, negative for one that is dropped.
func shown(r rune, lines bool) rune {
	switch {
	case r == '\n' || r == '\t':
		return r
	case r == '\r' || r == '\u2028' || r == '\u2029' || r == '\u0085' || r == '\v' || r == '\f':
		if lines {
			return '\n'
		}
		return ' '
	case Hidden(r):
		return -1
	}
	return r
}

// joiner makes one picture of several emoji: a cyclist and a sign of a woman.
const joiner = '\u200d'

// joins reports whether a joiner between what was kept and what follows joins
// two emoji. Anywhere else nobody sees it.
func joins(before rune, after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	return emoji(before) && emoji(next)
}

// emoji reports whether a rune is of the blocks that emoji which can be joined
// stand in: arrows, symbols, dingbats and pictographs, skin tones among them.
func emoji(r rune) bool {
	return r >= 0x2190 && r <= 0x21FF || r >= 0x2600 && r <= 0x27BF || r >= 0x2B00 && r <= 0x2BFF || r >= 0x1F300 && r <= 0x1FAFF
}

// Hidden reports whether r is drawn as nothing or changes how its
// neighbours are read: controls, bidi marks, zero-width and tag characters,
// variation selectors, fillers, private use and noncharacters.
func Hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Cf, r), unicode.Is(unicode.Co, r):
		return true
	case unicode.Is(unicode.Variation_Selector, r), unicode.Is(unicode.Noncharacter_Code_Point, r):
		return true
	case r == '\u115F', r == '\u1160', r == '\u3164', r == '\uFFA0', r == '\u034F', r == '\u2800':
		return true // fillers and joiners with no ink
	case r >= 0xE0000 && r <= 0xE0FFF:
		return true // tags: ASCII that no font draws
	}
	return false
}
