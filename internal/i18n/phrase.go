// Package i18n writes the small words that sentences for people are made
// of, so that they read the same everywhere. It knows nothing of training.
//
// # I18n
//
// It says sentences in the language of a person. A sentence is known by its English format, which is what
// stands in the code; its translations are data, one file for each language.
//
// # Message
//
// It says sentences in the language of a person. A sentence is
// known by its English format, which is what stands in the code.
//
// # Quantity
//
// It holds the units in which numbers are shown, each with the
// one that readers of miles, feet and pounds have in its place. All that
// converts a number for a person stands here: pages and sentences say the same.
package i18n

import (
	"strconv"

	"lapkeep/internal/platform/textclean"
)

// Counted is a number with its noun: 1 file, 2 files.
func Counted(n int, one, many string) string { return Numbered(n, one, many).String() }

// Number is a number with its noun as an operand of a sentence, which may be
// said in another language.
type Number struct {
	n         int
	one, many string
}

// Numbered is Counted for a sentence.
func Numbered(n int, one, many string) Number { return Number{n, one, many} }

func (c Number) String() string {
	if c.n == 1 {
		return "1 " + c.one
	}
	return strconv.Itoa(c.n) + " " + c.many
}

// Say says the number as one of many.
func (c Number) Say(say func(format string, args ...any) string) string {
	return say("%d "+c.many, c.n)
}

// Word is a word or part of a sentence of ours as an operand of a sentence.
type Word string

// Say says the word.
func (w Word) Say(say func(format string, args ...any) string) string { return say(string(w)) }

// MostQuoted is how many runes of what a caller sent a message quotes.
const MostQuoted = 60

// Clip shortens what somebody sent to its first most runes, for a message
// that quotes it.
func Clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + textclean.Ellipsis
	}
	return s
}
