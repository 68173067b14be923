package phrase

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Sentence is a sentence for a person, or a part of one, which may be said in
// another language. Its text is that of English, or what it is made of: see
// [Sentencef]. String and MarshalText give English; a conversion to string
// gives what is stored of it.
type Sentence string

// Sentencef makes a sentence of a format of the catalogue and its operands:
// numbers, names, and other sentences, all written with %s, %q, %d, %f or %g.
func Sentencef(format string, args ...any) Sentence {
	if len(args) == 0 {
		return Sentence(fmt.Sprintf(format, args...))
	}
	var b strings.Builder
	b.WriteByte(made)
	part(&b, format)
	for _, arg := range args {
		kind, text := operand(arg)
		part(&b, string(kind)+text)
	}
	return Sentence(b.String())
}

// made begins a sentence that has operands. Each part behind it, the format
// first, is written with its length before it, as "3:abc".
const made = '\x00'

// The kinds of operands, which are the first byte of the part of each.
const (
	isText     = 's'
	isInt      = 'i'
	isFloat    = 'f'
	isSentence = '~'
	isNumber   = '#' // of three parts: the number and its noun, one and many
)

func part(b *strings.Builder, s string) {
	b.WriteString(strconv.Itoa(len(s)))
	b.WriteByte(':')
	b.WriteString(s)
}

// Sentential is an operand that is made of sentences.
type Sentential interface{ Sentence() Sentence }

func operand(arg any) (kind byte, text string) {
	switch x := arg.(type) {
	case Sentence:
		return isSentence, string(x)
	case Word:
		return isSentence, string(x)
	case Number:
		var b strings.Builder
		part(&b, strconv.Itoa(x.n))
		part(&b, x.one)
		part(&b, x.many)
		return isNumber, b.String()
	case Sentential:
		return isSentence, string(x.Sentence())
	case fmt.Stringer, error:
		return isText, fmt.Sprint(x)
	}
	switch v := reflect.ValueOf(arg); {
	case v.CanInt():
		return isInt, strconv.FormatInt(v.Int(), 10)
	case v.CanFloat():
		return isFloat, strconv.FormatFloat(v.Float(), 'g', -1, 64)
	}
	return isText, fmt.Sprint(arg)
}

// parts are the format and the operands of a sentence that has some. What is
// damaged has none.
func (s Sentence) parts() (format string, args []any) {
	rest, ok := strings.CutPrefix(string(s), string(made))
	if !ok {
		return "", nil
	}
	all := split(rest)
	if len(all) == 0 {
		return "", nil
	}
	for _, p := range all[1:] {
		args = append(args, value(p))
	}
	return all[0], args
}

func split(rest string) (all []string) {
	for rest != "" {
		size, text, _ := strings.Cut(rest, ":")
		n, err := strconv.Atoi(size)
		if err != nil || n < 0 || n > len(text) {
			return nil
		}
		all, rest = append(all, text[:n]), text[n:]
	}
	return all
}

func value(part string) any {
	if part == "" {
		return ""
	}
	text := part[1:]
	switch part[0] {
	case isInt:
		n, _ := strconv.Atoi(text)
		return n
	case isFloat:
		f, _ := strconv.ParseFloat(text, 64)
		return f
	case isSentence:
		return Sentence(text)
	case isNumber:
		if p := split(text); len(p) == 3 {
			n, _ := strconv.Atoi(p[0])
			return Number{n, p[1], p[2]}
		}
	}
	return text
}

// String is the sentence in English.
func (s Sentence) String() string {
	format, args := s.parts()
	if len(args) == 0 {
		return string(s)
	}
	return fmt.Sprintf(format, args...)
}

// MarshalText writes the sentence in English.
func (s Sentence) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Say says the sentence as say does, which gets the format with its operands,
// or the whole as an error, whose text is no format.
func (s Sentence) Say(say func(format string, args ...any) string) string {
	format, args := s.parts()
	if len(args) == 0 {
		return say("%w", whole(s))
	}
	return say(format, args...)
}

// whole is a sentence without operands.
type whole string

func (w whole) Error() string { return string(w) }

// Joined are sentences in a row, between each two as the format has it:
// "%s, %s".
func Joined(format string, all ...Sentence) (out Sentence) {
	for i, s := range all {
		if i == 0 {
			out = s
			continue
		}
		out = Sentencef(format, out, s)
	}
	return out
}
