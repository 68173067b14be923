package i18n

import (
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

//go:embed *.json
var files embed.FS

// table holds the texts of one language: sentences by their English format, and the texts
// of the glossary, which are looked up one by one.
type table struct {
	Sentences map[string]string `json:"sentences"`
	Glossary  map[string]string `json:"glossary"`
}

// loaded holds the languages that have a file. A file is read when its language is
// first used.
var loaded = map[string]func() table{
	"zh-CN": sync.OnceValue(func() table { return load("zh.json") }),
}

// load reads an embedded file. A file that cannot be read is an error in the build, which
// tests find.
func load(name string) table {
	text, err := files.ReadFile(name)
	if err != nil {
		panic(fmt.Sprintf("i18n: %v", err))
	}
	var t table
	if err := json.Unmarshal(text, &t); err != nil {
		panic(fmt.Sprintf("i18n: %s: %v", name, err))
	}
	return t
}

// In returns the printer for a language in the settings. If the language has no file, the
// printer uses English.
func In(language string) Printer {
	if of := loaded[language]; of != nil {
		return NewPrinter(of().Sentences)
	}
	return Printer{}
}

// Explained returns a text of a glossary entry in a language in the settings. A formula
// or name without a translation is the same in every language.
func Explained(language, english string) string {
	if of := loaded[language]; of != nil {
		if said, ok := of().Glossary[english]; ok {
			return said
		}
	}
	return english
}

// Printer formats sentences in one language. The zero value leaves them in English.
type Printer struct{ said map[string]string }

// NewPrinter returns a printer for a language, given its sentences by English format.
func NewPrinter(sentences map[string]string) Printer { return Printer{sentences} }

// Sprintf formats like fmt.Errorf, so that %w prints the text of an operand.
// It formats numbers with fmt, because a printer from x/text would group their digits.
// Operands that consist of sentences are translated into the same language.
func (p Printer) Sprintf(format string, args ...any) string {
	if p.said != nil {
		args = p.operands(args)
	}
	return formatted(p.Text(format), args...)
}

// Sayer is an operand that consists of sentences. Say passes the format of each sentence,
// with its operands, to say.
type Sayer interface {
	Say(say func(format string, args ...any) string) string
}

func (p Printer) operands(args []any) []any {
	out := slices.Clone(args)
	for i, arg := range out {
		switch arg := arg.(type) {
		case error: // %w accepts only errors
			out[i] = errors.New(p.failure(arg))
		case Sayer:
			out[i] = arg.Say(p.Sprintf)
		}
	}
	return out
}

// failure translates an error's text. If the error wraps another one, as errors
// from files and the network do, it translates the cause.
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

// Text returns a sentence without operands, in English if there is no translation.
func (p Printer) Text(english string) string {
	if said, ok := p.said[english]; ok {
		return said
	}
	if english != "" { // Chinese has no capitals
		if said, ok := p.said[strings.ToLower(english[:1])+english[1:]]; ok {
			return said
		}
	}
	return english
}

// Nearest returns the candidate that a person who typed s most likely meant, or ""
// if none is similar.
func Nearest(s string, candidates []string) string {
	s = strings.ToLower(s)
	best, least := "", min(max(1, len(s)/3), 8)+1
	for _, c := range candidates {
		d := distance(s, strings.ToLower(c))
		if d == 0 {
			return c
		}
		if d >= least && len(s) >= 4 && (strings.HasPrefix(c, s) || strings.Contains(c, "_"+s)) {
			d = least - 1
		}
		if d < least {
			best, least = c, d
		}
	}
	return best
}

// distance returns the number of letters that must be inserted, deleted, changed or
// swapped with a neighbour to turn a into b.
func distance(a, b string) int {
	const most = 64
	if len(a) > most || len(b) > most {
		return most
	}
	before, last, row := make([]int, len(b)+1), make([]int, len(b)+1), make([]int, len(b)+1)
	for j := range last {
		last[j] = j
	}
	for i := 1; i <= len(a); i++ {
		row[0] = i
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
		}
		before, last, row = last, row, before
	}
	return last[len(b)]
}

// Weekday returns the short name of a day of the week.
func Weekday(d time.Weekday) Sentence {
	return [...]Sentence{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"}[d]
}

// Month returns the short name of a month, counted from 1.
func Month(n int) Sentence {
	return [...]Sentence{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"}[n-1]
}
