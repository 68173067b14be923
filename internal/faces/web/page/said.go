package page

import (
	"net/http"
)

// chartSaid is a chart in sentences, for who does not see it: those of the tool,
// else the last, lowest and highest number of each line, picked from the table.
func (p *Page) chartSaid(t *Table) []string {
	if len(t.Said) > 0 {
		return t.Said
	}
	var out []string
	for i, c := range t.Columns {
		switch c.Line {
		case "", "none", "band-high", "band-low", "bar-behind":
			continue // what a line is held against; the table has it
		}
		if text := p.lineSaid(t, i); text != "" {
			out = append(out, text)
		}
	}
	return out
}

// lineSaid is one line of a chart; empty where it has no number.
func (p *Page) lineSaid(t *Table, at int) string {
	var last, low, high *Row
	for i := range t.Rows {
		r := &t.Rows[i]
		if at >= len(r.Cells) || r.Cells[at].Value == "" {
			continue
		}
		if last = r; low == nil || r.float(at) < low.float(at) {
			low = r
		}
		if high == nil || r.float(at) > high.float(at) {
			high = r
		}
	}
	if last == nil {
		return ""
	}
	return p.Say("%s: last %s (%s), lowest %s (%s), highest %s (%s).", t.Columns[at].Title,
		last.Cells[at].whole(), last.Cells[0].whole(), low.Cells[at].whole(), low.Cells[0].whole(), high.Cells[at].whole(), high.Cells[0].whole())
}

func (r *Row) float(at int) float64 { return Float(Num(r.Cells[at].Value)) }

// whole is a measure with its unit.
func (m Measure) whole() string {
	if m.Unit == "" {
		return m.Text
	}
	return m.Text + " " + m.Unit
}

// again is the address of the page as it was asked for.
func (p *Page) again() string {
	if p.Request.Method != http.MethodGet && p.Request.Method != http.MethodHead {
		return "/"
	}
	return p.With()
}

// Place is where the page's script puts a text of its own into a sentence.
func Place(name string) string { return "{" + name + "}" }
