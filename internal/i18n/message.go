package i18n

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Printer says sentences in one language. The zero value says them as they
// are written.
type Printer struct{ said map[string]string }

// NewPrinter returns the printer of a language with its sentences by their English format.
func NewPrinter(sentences map[string]string) Printer { return Printer{sentences} }

// Sprintf formats as fmt.Errorf does, so that %w is an operand's text. The
// numbers are those of fmt: a printer of x/text would group their digits.
// Operands that are made of sentences are said in the same language.
func (p Printer) Sprintf(format string, args ...any) string {
	if p.said != nil {
		args = p.operands(args)
	}
	return fmt.Errorf(p.Text(format), args...).Error()
}

// Sayer is an operand that is made of sentences; say gets each format with
// its operands.
type Sayer interface {
	Say(say func(format string, args ...any) string) string
}

func (p Printer) operands(args []any) []any {
	out := slices.Clone(args)
	for i, arg := range out {
		switch arg := arg.(type) {
		case error: // %w takes nothing else
			out[i] = errors.New(p.failure(arg))
		case Sayer:
			out[i] = arg.Say(p.Sprintf)
		}
	}
	return out
}

// failure is an error's text. Of one that wraps another, as those of files and
// the network do, the cause is said.
func (p Printer) failure(err error) string {
	if s, ok := err.(Sayer); ok {
		return s.Say(p.Sprintf)
	}
	text := err.Error()
	if cause := errors.Unwrap(err); cause != nil {
		if before, ok := strings.CutSuffix(text, cause.Error()); ok {
			return before + p.failure(cause)
		}
	}
	return p.Text(text)
}

// Text returns a sentence without operands, as it is written where there is no other.
func (p Printer) Text(english string) string {
	if said, ok := p.said[english]; ok {
		return said
	}
	if english != "" { // Chinese knows no capitals
		if said, ok := p.said[strings.ToLower(english[:1])+english[1:]]; ok {
			return said
		}
	}
	return english
}
