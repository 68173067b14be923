// Package message says sentences in the language of a person. A sentence is
// known by its English format, which is what stands in the code.
package message

import (
	"fmt"

	"golang.org/x/text/language"
	"golang.org/x/text/message/catalog"
)

// Printer says sentences in one language. The zero value says them as they
// are written.
type Printer struct {
	tag      language.Tag
	messages catalog.Catalog
}

// New is a printer of a language with its sentences by their English format.
func New(tag language.Tag, sentences map[string]string) (Printer, error) {
	b := catalog.NewBuilder()
	for english, said := range sentences {
		if err := b.SetString(tag, english, said); err != nil {
			return Printer{}, fmt.Errorf("the sentence %q: %w", english, err)
		}
	}
	return Printer{tag, b}, nil
}

// Sprintf formats as fmt.Errorf does, so that %w is an operand's text. The
// numbers are those of fmt: a printer of x/text would group their digits.
func (p Printer) Sprintf(format string, args ...any) string {
	return fmt.Errorf(p.Text(format), args...).Error()
}

// Text is a sentence without operands, as it is written where there is no other.
func (p Printer) Text(english string) string {
	if p.messages == nil {
		return english
	}
	said := &found{}
	if err := p.messages.Context(p.tag, said).Execute(english); err != nil {
		return english // no such sentence
	}
	return said.text
}

// found takes the sentence out of the catalogue.
type found struct{ text string }

// Render is of [catalog.Renderer].
func (f *found) Render(text string) { f.text += text }

// Arg is of [catalog.Renderer]; no sentence selects by an operand.
func (f *found) Arg(int) any { return nil }
