package page

import (
	_ "embed"
	"encoding/json"
	"errors"
	"strings"
	"sync"

	"lapkeep/internal/i18n"
	"lapkeep/internal/training"
)

//go:embed wording.json
var wording []byte

// spoken maps the tools' sentences that recommend a tool as the next step to the page's
// wording, which refers to the place on the pages with the same function.
var spoken = sync.OnceValue(func() (out map[string]i18n.Sentence) {
	if err := json.Unmarshal(wording, &out); err != nil {
		panic("page: wording.json is damaged: " + err.Error())
	}
	return out
})

// Speak adapts all sentences of the page, including those of tools, to the
// reader: days are formatted, settings and numbers have their labels, and a
// place on the pages replaces the name of a tool.
func (p *Page) Speak() {
	say := p.Call.Said
	p.english = say == nil
	if p.english {
		say = i18n.InEnglish
	}
	p.Call.Said = func(format string, args ...any) string { return p.speak(say, format, args) }
}

func (p *Page) speak(say func(string, ...any) string, format string, args []any) string {
	if of, ok := spoken()[format]; ok {
		return say(string(of), p.operands(args)...)
	}
	if format == "%w" && len(args) == 1 { // a sentence without operands: its text is not a format
		if err, ok := args[0].(error); ok {
			if of, there := spoken()[err.Error()]; there {
				return say(string(of))
			}
			if word := p.word(err.Error()); word != err.Error() {
				return word
			}
		}
		return say(format, args...)
	}
	return say(format, p.operands(args)...)
}

func (p *Page) operands(args []any) []any {
	out := make([]any, len(args))
	for i, arg := range args {
		out[i] = p.operand(arg)
	}
	return out
}

func (p *Page) operand(arg any) any {
	switch x := arg.(type) {
	case i18n.Number, i18n.Quantity:
		return x
	case string:
		return p.word(x)
	case training.Day:
		return p.Day(x.String())
	case i18n.Sentential:
		return x.Sentence().Say(p.Say)
	case error:
		if s, ok := x.(i18n.Sayer); ok {
			return errors.New(s.Say(p.Say)) // %w requires an error
		}
	case i18n.Sayer:
		return x.Say(p.Say)
	}
	return arg
}

// word translates a name in an answer: a day or a time, a number or setting, or a sport.
func (p *Page) word(text string) string {
	day, _, timed := strings.Cut(text, "T")
	if len(day) == len("2006-01-02") && text[0] <= '9' && (!timed || When(text) != "") { // an error of ParseDay takes longest
		return strings.TrimSpace(p.Day(day) + " " + When(text))
	}
	if text == "" || strings.ContainsAny(text, " .") || strings.ToLower(text) != text {
		return text
	}
	if strings.Contains(text, "_") {
		if label := p.OwnLabel(text); label != "" {
			return label
		}
	}
	if !p.english && isSport(text) {
		return p.Sport(text)
	}
	return text
}

func isSport(text string) bool {
	_, ok := training.ParseSport(text)
	return ok
}
