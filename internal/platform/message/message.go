// Package message says sentences in the language of a person. A sentence is
// known by its English format, which is what stands in the code.
package message

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"
)

// Printer says sentences in one language. The zero value says them as they
// are written.
type Printer struct{ messages *messages }

// messages are put into the catalogue when they are first said: it takes some
// microseconds each, and a run says a few of many.
type messages struct {
	tag  language.Tag
	said map[string]string

	mu        sync.Mutex
	catalogue *catalog.Builder
	there     map[string]bool
}

// New is a printer of a language with its sentences by their English format.
func New(tag language.Tag, sentences map[string]string) Printer {
	return Printer{&messages{tag: tag, said: sentences, catalogue: catalog.NewBuilder(), there: map[string]bool{}}}
}

// add puts a sentence into the catalogue, if there is one.
func (m *messages) add(english string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	said, ok := m.said[english]
	if !ok && english != "" { // Chinese knows no capitals
		said, ok = m.said[strings.ToLower(english[:1])+english[1:]]
	}
	if !ok || m.there[english] {
		return nil
	}
	m.there[english] = true
	return m.catalogue.SetString(m.tag, english, said)
}

// Sprintf formats as fmt.Errorf does, so that %w is an operand's text. The
// numbers are those of fmt: a printer of x/text would group their digits.
// Operands that are made of sentences are said in the same language.
func (p Printer) Sprintf(format string, args ...any) string {
	if p.messages != nil {
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

// Text is a sentence without operands, as it is written where there is no other.
func (p Printer) Text(english string) string {
	if p.messages == nil {
		return english
	}
	said := &found{}
	err := p.messages.add(english)
	if err == nil {
		err = p.messages.catalogue.Context(p.messages.tag, said).Execute(english)
	}
	if err != nil {
		return english // no such sentence; a test reads them all
	}
	return said.text
}

// found takes the sentence out of the catalogue.
type found struct{ text string }

// Render is of [catalog.Renderer].
func (f *found) Render(text string) { f.text += text }

// Arg is of [catalog.Renderer]; no sentence selects by an operand.
func (f *found) Arg(int) any { return nil }
