package page

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/url"

	"lapkeep/internal/platform/textclean"

	"github.com/a-h/templ"
)

// Table is one table of a page: what stands in it is in the HTML before any
// script runs, charts are drawn from it, and it is had as CSV.
type Table struct {
	ID, Caption string
	Columns     []Column
	Rows        []Row
	// Folded tables stand behind a summary, because a chart shows them.
	Folded bool
	// Chart is the kind of chart that is drawn of it; empty is none.
	Chart string
	// Said are the tool's sentences on the chart; without them the page reads the
	// table out.
	Said []string
	// Below stands right below the chart.
	Below templ.Component
	// Choosable says that the reader chooses the columns.
	Choosable bool
}

// Column is one column of a table.
type Column struct {
	Key, Title string
	Unit       string // a key in the unit that it is shown in, where that is another
	Text       bool   // it holds words; other columns hold numbers
	Off        bool   // it is shown to who chose it
	// Line is how a chart draws it: line, dashed, bar, area; Color names the token.
	Line, Color, Scale string
}

// Row is a row of a table, with what it leads to.
type Row struct {
	Cells []Cell
	Class string
	// From and To are the seconds of the activity that it is of.
	From, To string
	Band     TargetBand
}

// TargetBand is what a step of a plan aimed at, on the chart of a channel.
type TargetBand struct {
	Channel   string
	Low, High Num
}

// Cell is a value in a table.
type Cell struct {
	Measure
	Href  string
	Class string
	// Rank is best or worst among its column; the word is Ranked.
	Rank, Ranked string
}

// Words is a cell of words. Whoever wrote them, nothing in them is drawn but
// letters.
func Words(text string) Cell {
	text = textclean.Line(text, textclean.NameRunes)
	return Cell{Measure: Measure{Value: text, Text: text}}
}

// To is the cell as a link.
func (c Cell) To(href string) Cell { c.Href = href; return c }

// Of is the cell with a class.
func (c Cell) Of(class string) Cell { c.Class = class; return c }

// Named is a cell of what a number is called; as CSV it has the name with the unit.
func (p *Page) Named(key string) Cell {
	c := Words(key)
	c.Text = p.Label(key)
	return c
}

// Cell is a cell of a number.
func (p *Page) Cell(key string, v json.Number) Cell { return Cell{Measure: p.Number(key, v)} }

// Show keeps a table, so that it can be asked for as CSV.
func (p *Page) Show(t *Table) *Table {
	p.tables = append(p.tables, t)
	return t
}

// csvHref is the address of a table as CSV: that of its page, and which one.
func (p *Page) csvHref(t *Table) string {
	q := p.Request.URL.Query()
	q.Set("as", "csv")
	q.Set("table", t.ID)
	return p.Request.URL.Path + "?" + q.Encode()
}

// With is the page's own address with values changed; an empty one is taken away.
func (p *Page) With(pairs ...string) string {
	q := p.Request.URL.Query()
	for i := 0; i+1 < len(pairs); i += 2 {
		if q.Del(pairs[i]); pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if len(q) == 0 {
		return p.Request.URL.Path
	}
	return p.Request.URL.Path + "?" + q.Encode()
}

// Asked is the table that the address asks for as CSV; nil is the page.
func (p *Page) Asked() *Table {
	if p.Query("as") != "csv" {
		return nil
	}
	for _, t := range p.tables {
		if t.ID == p.Query("table") {
			return p.chosen(t)
		}
	}
	return nil
}

// WriteCSV writes a table with the names and digits of the tool. A text that a
// spreadsheet would take for a formula has a mark before it.
func WriteCSV(w http.ResponseWriter, t *Table) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="lapkeep-`+url.PathEscape(t.ID)+`.csv"`)
	out := csv.NewWriter(w)
	line := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = c.Key
	}
	_ = out.Write(line) // who is gone reads no error
	for _, r := range t.Rows {
		for i := range line {
			line[i] = ""
			if i < len(r.Cells) {
				line[i] = inert(r.Cells[i].Value, t.Columns[i].Text)
			}
		}
		_ = out.Write(line)
	}
	out.Flush()
}

func inert(text string, isText bool) string {
	if isText && text != "" && (text[0] == '=' || text[0] == '+' || text[0] == '-' || text[0] == '@' || text[0] == '\t') {
		return "'" + text
	}
	return text
}

// Link is the address of a thing by its id, whatever is in that.
func Link(under, id string) string { return under + url.PathEscape(id) }

// Span are the seconds of a row, for the chart and the map beside it.
func (r Row) Span() templ.Attributes {
	if r.From == "" || r.To == "" {
		return nil
	}
	out := templ.Attributes{"data-from": r.From, "data-to": r.To}
	if b := r.Band; b.Channel != "" {
		out["data-channel"], out["data-low"], out["data-high"] = b.Channel, b.Low.String(), b.High.String()
	}
	return out
}

// DateCell is a cell of a date.
func (p *Page) DateCell(date string) Cell {
	c := Words(date)
	c.Text = p.Day(date)
	return c.Of("date")
}
