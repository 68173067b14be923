package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/clipperhouse/displaywidth"
	"github.com/spf13/cobra"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/ordered"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
)

// Look describes how an answer is shown.
type Look struct {
	Width int  // columns of the terminal; 0 means no limit
	Miles bool // numbers are shown in miles, feet, pounds and °F

	say   workout.Say
	view  view     // nil means that every member is shown
	hides []string // members that are left out
}

// Answer prints a structured answer.
func Answer(w io.Writer, answer []byte, l Look) error {
	v, err := ordered.Parse(answer)
	if err != nil {
		return err
	}
	o, ok := v.(object)
	if !ok {
		o = object{{Key: "answer", Value: v}}
	}
	p := l.page()
	rest := o
	if l.view != nil {
		rest = l.view(p, o)
	} else {
		p.sentences(o.Get("words"))
	}
	if len(l.hides) > 0 {
		rest = without(rest, "local_date") // today; rows keep their own day
	}
	list, _ := o.Get("notes").([]any)
	if _, people := ordered.Rows(list); people && len(list) > 0 { // notes by people, not sentences
		p.body("", without(rest, "words", "missing"))
	} else {
		p.body("", without(rest, "words", "notes", "missing"))
		p.sentences(o.Get("notes"))
	}
	if missing, ok := o.Get("missing").(object); ok {
		p.section("", p.say("Missing"), missing)
	}
	_, err = io.WriteString(w, strings.TrimLeft(p.text.String(), "\n"))
	return err
}

// page returns an empty page.
func (l Look) page() *page {
	say := l.say
	if say == nil {
		say = i18n.InEnglish
	}
	return &page{width: l.Width, reader: i18n.Reader{Miles: l.Miles}, hides: l.hides, say: say}
}

// page collects the text of an answer.
type page struct {
	text   strings.Builder
	width  int
	reader i18n.Reader
	hides  []string
	say    workout.Say
	// begun reports whether the last line is a heading, which no gap follows.
	begun bool
}

// step is the indentation of the parts of an object.
const step = "  "

func (p *page) line(indent, text string) {
	p.text.WriteString(strings.TrimRight(indent+text, " ") + "\n")
	p.begun = false
}

func (p *page) heading(indent, text string) {
	p.gap()
	for _, line := range p.wrapped(indent, text) {
		p.line(indent, line)
	}
	p.begun = true
}

// gap separates two blocks.
func (p *page) gap() {
	if !p.begun {
		p.text.WriteString("\n")
	}
}

// sentences prints sentences as a block of their own, wrapped between words.
func (p *page) sentences(v any) {
	list, _ := v.([]any)
	if len(list) > 0 {
		p.gap()
	}
	for _, s := range list {
		for _, line := range p.wrapped("", p.cell("", s)) {
			p.line("", line)
		}
	}
}

func (p *page) wrapped(indent, text string) []string {
	room := p.width - len(indent)
	if p.width == 0 || room < 1 {
		return []string{text}
	}
	var out []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && displaywidth.String(line)+1+displaywidth.String(word) > room {
			out, line = append(out, line), ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	return append(out, line)
}

// body prints an object: first the members that fit on one line, then the larger ones.
func (p *page) body(indent string, o object) {
	o = without(o, p.hides...)
	if sport, ok := o.Get("sport").(string); ok {
		defer func(was i18n.Reader) { p.reader = was }(p.reader)
		p.reader.OnFoot, p.reader.Swims = training.Sport(sport).OnFoot(), sport == string(training.Swimming)
	}
	laidOut := ordered.Columns(o)
	var pairs [][2]string
	var larger object
	for _, m := range o {
		if slices.ContainsFunc(laidOut, func(c member) bool { return c.Key == m.Key }) {
			continue
		}
		if text, ok := p.inline(m.Key, m.Value); ok {
			name := p.name(m.Key)
			if slices.ContainsFunc(pairs, func(of [2]string) bool { return of[0] == name }) {
				name = label(m.Key) // "period" and "range" are both a period
			}
			pairs = append(pairs, [2]string{name, text})
		} else {
			larger = append(larger, m)
		}
	}
	p.pairs(indent, pairs)
	if laidOut != nil {
		p.table(indent, "", ordered.Across(laidOut))
	}
	for _, m := range larger {
		p.larger(indent, m)
	}
}

func (p *page) pairs(indent string, pairs [][2]string) {
	wide := 0
	for _, pair := range pairs {
		wide = max(wide, displaywidth.String(pair[0]))
	}
	if len(pairs) > 0 && indent == "" {
		p.gap()
	}
	for _, pair := range pairs {
		behind := strings.Repeat(" ", wide-displaywidth.String(pair[0])+2)
		hanging := indent + strings.Repeat(" ", wide+2)
		for i, line := range p.wrapped(hanging, pair[1]) {
			if i == 0 {
				p.line(indent, pair[0]+behind+line)
				continue
			}
			p.line(hanging, line)
		}
	}
}

func (p *page) larger(indent string, m member) {
	switch v := m.Value.(type) {
	case object:
		p.section(indent, p.part(m.Key), inherited(m.Key, v))
	case []any:
		p.list(indent, m.Key, v)
	}
}

func (p *page) section(indent, title string, o object) {
	if s, ok := seriesOf(o); ok {
		p.heading(indent, fmt.Sprintf("%s, %s to %s", title, s.from, s.to))
		p.body(indent+step, s.rest)
		p.gap()
		p.pairs(indent+step, p.curves(s))
		return
	}
	p.heading(indent, title)
	p.body(indent+step, o)
}

func (p *page) list(indent, key string, list []any) {
	all, ok := ordered.Rows(list)
	switch {
	case !ok:
		p.heading(indent, p.part(key))
		for _, v := range list {
			text, _ := p.inline(key, v)
			p.line(indent+step, text)
		}
	case slices.ContainsFunc(all, p.deep):
		for i, o := range all {
			p.section(indent, fmt.Sprintf("%s: %s", p.part(key), called(o, i)), o)
		}
	default:
		p.table(indent, p.part(key), all)
	}
}

// deep reports whether an object does not fit into a row of a table.
func (p *page) deep(o object) bool {
	larger := 0
	for _, m := range o {
		if _, ok := p.inline(m.Key, m.Value); !ok {
			larger++
		}
	}
	return ordered.Columns(o) != nil || 2*larger > len(o)-larger
}

// called returns the words that distinguish an object from the others in its list.
func called(o object, i int) string {
	if len(o) > 0 {
		if text, ok := o[0].Value.(string); ok && text != "" {
			return text
		}
	}
	return fmt.Sprint(i + 1)
}

// object is a JSON object in its own order.
type (
	object = ordered.Object
	member = ordered.Member
)

// isNumber reports whether a value is a number or missing.
func isNumber(v any) bool {
	_, ok := v.(json.Number)
	return ok || v == nil
}

func (a *app) newApprove() *cobra.Command {
	return &cobra.Command{
		Use:   "approve CODE",
		Short: "Approve, at a terminal, a change that an assistant requested",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return a.open(cmd.Context(), OpenOptions{}, func(w *Workbench) error {
				return a.runApprove(cmd.Context(), w, args[0])
			})
		},
	}
}

func (a *app) runApprove(ctx context.Context, w *Workbench, code string) error {
	if !a.Streams.InTTY {
		return training.Errorf(training.KindForbidden, "lapkeep approve must be run by a person at a terminal.").
			WithFix("Run it in a terminal window, not from a program.")
	}
	var p journal.Preview
	of, err := w.owner(ctx, func(s training.Scope) (err error) {
		p, err = w.Journal.Pending(ctx, s, code)
		return err
	})
	if err != nil {
		return err
	}
	if of.Athlete != w.Athlete {
		a.say(a.Streams.Err, "For the athlete %s:\n", of.Athlete)
	}
	if err := a.confirm(p); err != nil {
		return err
	}
	if _, err := w.Journal.Grant(ctx, of, code, a.Now()); err != nil {
		return err
	}
	a.say(a.Streams.Out, "Approved. Ask the assistant to make the same call again. The approval is valid once, for exactly this call.\n")
	return nil
}
