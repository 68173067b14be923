// Package i18n writes sentences for people and the words in them, so that they have the
// same form everywhere.
//
// # I18n
//
// A [Printer] translates sentences into a person's language. A sentence is identified by
// its English format, which is in the code. Its translations are data, with one file for
// each language.
//
// # Message
//
// A [Sentence] keeps its format and operands until it is shown, and is then translated.
//
// # Quantity
//
// A [Unit] includes its equivalent for readers who use miles, feet and pounds. All conversions
// for people are here, so that pages and sentences agree.
package i18n

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"lapkeep/internal/platform/textclean"
)

// Sentence is a sentence for a person, or a part of one, that can be translated. It holds
// an English text, or a format and operands as [Sentencef] encodes them. String and
// MarshalText return English; a conversion to string returns the stored form.
type Sentence string

// Sentencef returns a sentence made from a format in the catalogue and its operands:
// numbers, names, errors and other sentences.
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

// Name returns a name or a number as a sentence of its own, which is the same
// in all languages.
func Name(text string) Sentence {
	if text == "" {
		return ""
	}
	return Sentencef("%s", text)
}

// made is the first byte of a sentence with operands. After it, each part, the
// format first, is preceded by its length, as in "3:abc".
const made = '\x00'

// These are the kinds of operands, given by the first byte of an operand's part.
const (
	isText     = 's'
	isInt      = 'i'
	isFloat    = 'f'
	isSentence = '~'
	isError    = 'e' // an error that consists of a sentence
	isNumber   = '#' // three parts: the number, and its noun in singular and plural
)

func part(b *strings.Builder, s string) {
	b.WriteString(strconv.Itoa(len(s)))
	b.WriteByte(':')
	b.WriteString(s)
}

// Sentential is an operand that consists of sentences.
type Sentential interface{ Sentence() Sentence }

type sayer interface {
	Say(say func(format string, args ...any) string) string
}

// taken is a say function that returns the stored form of a sentence instead of its text.
func taken(format string, args ...any) string { return string(Sentencef(format, args...)) }

// Teller is an error that explains what happened and how to fix it.
type Teller interface {
	error
	In(say func(format string, args ...any) string) (what, fix string)
}

// Told returns both sentences of an error.
func Told(e Teller) (what, fix Sentence) {
	a, b := e.In(taken)
	return Sentence(a), Sentence(b)
}

// OfError returns an error as one sentence.
func OfError(err error) Sentence {
	e, ok := errors.AsType[Teller](err)
	if !ok || e.Error() != err.Error() {
		return Sentence(err.Error())
	}
	what, fix := Told(e)
	return InARow(what, fix)
}

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
	case Quantity:
		return isQuantity, x.kept()
	case twofold:
		return isTwofold, x.kept()
	case Sentential:
		return isSentence, string(x.Sentence())
	case failure:
		return isError, string(x)
	case error:
		return isError, string(OfError(x))
	case sayer:
		return isSentence, x.Say(taken)
	case fmt.Stringer:
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

// Parts returns the format and the operands of a sentence. It returns nothing if
// the sentence has no operands or is damaged.
func (s Sentence) Parts() (format string, args []any) {
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
	case isError:
		return failure(text)
	case isQuantity:
		if q, ok := readQuantity(text); ok {
			return q
		}
	case isTwofold:
		if t, ok := readTwofold(text); ok {
			return t
		}
	case isNumber:
		if p := split(text); len(p) == 3 {
			n, _ := strconv.Atoi(p[0])
			return Number{n, p[1], p[2]}
		}
	}
	return text
}

// String returns the sentence in English.
func (s Sentence) String() string {
	format, args := s.Parts()
	if len(args) == 0 {
		return string(s)
	}
	return formatted(format, args...)
}

// formatted formats like fmt.Errorf, which also handles %w, and rounds ties like [Fixed].
func formatted(format string, args ...any) string {
	out := slices.Clone(args)
	for i, arg := range out {
		if x, ok := arg.(float64); ok {
			out[i] = decimal(x)
		}
	}
	return fmt.Errorf(format, out...).Error()
}

// decimal is a number that rounds a tie away from zero.
type decimal float64

// Format implements fmt.Formatter.
func (d decimal) Format(f fmt.State, verb rune) {
	x := float64(d)
	if _, ok := f.Precision(); ok && verb == 'f' {
		x = untied(x)
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), x)
}

// MarshalText writes the sentence in English.
func (s Sentence) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Say translates the sentence with say, which gets the format with its operands. It
// passes a text without operands as an error, because such a text is not a format.
func (s Sentence) Say(say func(format string, args ...any) string) string {
	format, args := s.Parts()
	switch {
	case s == "":
		return ""
	case len(args) == 0:
		return say("%w", plain(s))
	}
	return say(format, args...)
}

// In translates the sentence with say; nil means English.
func (s Sentence) In(say func(format string, args ...any) string) string {
	if say == nil {
		return s.String()
	}
	return s.Say(say)
}

// plain is a sentence without operands, wrapped as an error, because its text is
// not a format.
type plain string

func (p plain) Error() string { return string(p) }

// failure is an error whose text is a sentence.
type failure Sentence

func (f failure) Error() string { return Sentence(f).String() }

// Say translates the sentence of the error.
func (f failure) Say(say func(format string, args ...any) string) string { return Sentence(f).Say(say) }

// Joined joins sentences using a format such as "%s, %s".
func Joined(format string, all ...Sentence) (out Sentence) {
	for _, s := range all {
		switch {
		case out == "":
			out = s
		case s != "":
			out = Sentencef(format, out, s)
		}
	}
	return out
}

// InARow joins complete sentences with spaces.
func InARow(all ...Sentence) Sentence { return Joined("%v %v", all...) }

// Mapped returns the sentence after applying text to its operands or, if it has
// none, to the whole sentence.
func (s Sentence) Mapped(text func(string) string) Sentence {
	format, args := s.Parts()
	if len(args) == 0 {
		return Sentence(text(string(s)))
	}
	for i, arg := range args {
		switch arg := arg.(type) {
		case Sentence:
			args[i] = arg.Mapped(text)
		case failure:
			args[i] = failure(Sentence(arg).Mapped(text))
		case string:
			args[i] = text(arg)
		}
	}
	return Sentencef(format, args...)
}

// Cleaned returns the sentence with its texts shortened to single lines of at most the given
// number of runes, because they may quote text from outside.
func (s Sentence) Cleaned(most int) Sentence {
	return s.Mapped(func(text string) string { return textclean.Line(text, most) })
}

// Capital returns the sentence with a capital first letter.
func Capital(s Sentence) Sentence {
	format, args := s.Parts()
	if len(args) == 0 {
		return Sentence(upper(string(s)))
	}
	if strings.HasPrefix(format, "%s") {
		switch first := args[0].(type) {
		case Sentence:
			args[0] = Capital(first)
		case string:
			args[0] = upper(first)
		}
	}
	return Sentencef(upper(format), args...)
}

func upper(s string) string {
	first, size := utf8.DecodeRuneInString(s)
	if size == 0 || first == utf8.RuneError {
		return s
	}
	return string(unicode.ToUpper(first)) + s[size:]
}

// twofold is an operand with one text for each system of units, for quantities that
// cannot be separated into operands.
type twofold struct{ metric, miles string }

// InUnits returns a sentence that shows metric, or miles to readers who use miles and
// feet; it is the same in all languages.
func InUnits(metric, miles string) Sentence {
	if metric == miles {
		return Name(metric)
	}
	return Sentencef("%s", twofold{metric, miles})
}

func (t twofold) String() string { return t.metric }

// isTwofold marks an operand with two parts: the metric text and the text in miles.
const isTwofold = '2'

func (t twofold) kept() string {
	var b strings.Builder
	part(&b, t.metric)
	part(&b, t.miles)
	return b.String()
}

// readTwofold parses the stored form of a twofold.
func readTwofold(text string) (t twofold, ok bool) {
	p := split(text)
	if len(p) != 2 {
		return t, false
	}
	return twofold{p[0], p[1]}, true
}

// Counted returns a number with its noun: 1 file, 2 files.
func Counted(n int, one, many string) string { return Numbered(n, one, many).String() }

// Number is a number with its noun as an operand of a sentence, which can be
// translated.
type Number struct {
	n         int
	one, many string
}

// Numbered does the same as [Counted], as an operand of a sentence.
func Numbered(n int, one, many string) Number { return Number{n, one, many} }

func (c Number) String() string {
	if c.n == 1 {
		return "1 " + c.one
	}
	return strconv.Itoa(c.n) + " " + c.many
}

// Say translates the number with its noun in the plural.
func (c Number) Say(say func(format string, args ...any) string) string {
	return say("%d "+c.many, c.n)
}

// Word is a word or phrase from the catalogue, used as an operand of a sentence.
type Word string

// Say translates the word.
func (w Word) Say(say func(format string, args ...any) string) string { return say(string(w)) }

// MostQuoted is the maximum number of runes of a caller's input that a message quotes.
const MostQuoted = 60

// Clip shortens input to its first most runes, for a message that quotes it.
func Clip(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + textclean.Ellipsis
	}
	return s
}
