package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
)

// Answer prints a structured answer. Lines are kept within width columns; 0
// is no bound.
func Answer(w io.Writer, answer []byte, width int) error {
	v, err := parse(answer)
	if err != nil {
		return err
	}
	o, ok := v.(object)
	if !ok {
		o = object{{"answer", v}}
	}
	p := &page{width: width}
	p.sentences(o.get("words"))
	p.body("", without(o, "words", "notes", "missing"))
	p.sentences(o.get("notes"))
	if missing, ok := o.get("missing").(object); ok {
		p.section("", "Missing", missing)
	}
	_, err = io.WriteString(w, strings.TrimLeft(p.text.String(), "\n"))
	return err
}

// page collects the text of an answer.
type page struct {
	text  strings.Builder
	width int
	// begun says that the last line is a heading, which what is below follows
	// without a gap.
	begun bool
}

// step is the indentation of parts below their whole.
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

// gap parts two blocks.
func (p *page) gap() {
	if !p.begun {
		p.text.WriteString("\n")
	}
}

// sentences are a block of their own, wrapped between words.
func (p *page) sentences(v any) {
	list, _ := v.([]any)
	if len(list) > 0 {
		p.gap()
	}
	for _, s := range list {
		for _, line := range p.wrapped("", cell("", s)) {
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
		if line != "" && lipgloss.Width(line)+1+lipgloss.Width(word) > room {
			out, line = append(out, line), ""
		}
		line = strings.TrimLeft(line+" "+word, " ")
	}
	return append(out, line)
}

// body prints an object: what fits on a line each, then its larger parts.
func (p *page) body(indent string, o object) {
	laidOut := columns(o)
	var pairs [][2]string
	var larger object
	for _, m := range o {
		if slices.ContainsFunc(laidOut, func(c member) bool { return c.key == m.key }) {
			continue
		}
		if text, ok := inline(m.key, m.value); ok {
			pairs = append(pairs, [2]string{label(m.key), text})
		} else {
			larger = append(larger, m)
		}
	}
	p.pairs(indent, pairs)
	if laidOut != nil {
		p.table(indent, "", across(laidOut))
	}
	for _, m := range larger {
		p.part(indent, m)
	}
}

func (p *page) pairs(indent string, pairs [][2]string) {
	wide := 0
	for _, pair := range pairs {
		wide = max(wide, lipgloss.Width(pair[0]))
	}
	if len(pairs) > 0 && indent == "" {
		p.gap()
	}
	for _, pair := range pairs {
		behind := strings.Repeat(" ", wide-lipgloss.Width(pair[0])+2)
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

func (p *page) part(indent string, m member) {
	switch v := m.value.(type) {
	case object:
		p.section(indent, label(m.key), inherited(m.key, v))
	case []any:
		p.list(indent, m.key, v)
	}
}

func (p *page) section(indent, title string, o object) {
	if s, ok := seriesOf(o); ok {
		p.heading(indent, fmt.Sprintf("%s, %s to %s", title, s.from, s.to))
		p.body(indent+step, s.rest)
		p.gap()
		p.pairs(indent+step, s.curves())
		return
	}
	p.heading(indent, title)
	p.body(indent+step, o)
}

func (p *page) list(indent, key string, list []any) {
	all, ok := rows(list)
	switch {
	case !ok:
		p.heading(indent, label(key))
		for _, v := range list {
			text, _ := inline(key, v)
			p.line(indent+step, text)
		}
	case slices.ContainsFunc(all, deep):
		for i, o := range all {
			p.section(indent, fmt.Sprintf("%s: %s", label(key), called(o, i)), o)
		}
	default:
		p.table(indent, label(key), all)
	}
}

// deep reports whether an object is more than a row of a table.
func deep(o object) bool {
	larger := 0
	for _, m := range o {
		if _, ok := inline(m.key, m.value); !ok {
			larger++
		}
	}
	return columns(o) != nil || 2*larger > len(o)-larger
}

// called gives the words that tell an object from the others of its list.
func called(o object, i int) string {
	if len(o) > 0 {
		if text, ok := o[0].value.(string); ok && text != "" {
			return text
		}
	}
	return fmt.Sprint(i + 1)
}

// across turns columns into rows.
func across(columns []member) []object {
	var out []object
	for i := range columns[0].value.([]any) { // columns holds lists alone
		var row object
		for _, c := range columns {
			row = append(row, member{c.key, c.value.([]any)[i]})
		}
		out = append(out, row)
	}
	return out
}

// isNumber also holds for what is not there.
func isNumber(v any) bool {
	_, ok := v.(json.Number)
	return ok || v == nil
}
