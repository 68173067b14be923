package dashboard

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/url"

	"github.com/a-h/templ"

	"lapkeep/internal/platform/textclean"
)

// table is one table of a page: what stands in it is in the HTML before any
// script runs, charts are drawn from it, and it is had as CSV.
type table struct {
	ID, Caption string
	Columns     []column
	Rows        []row
	// Folded tables stand behind a summary, because a chart shows them.
	Folded bool
	// Chart is the kind of chart that is drawn of it; empty is none.
	Chart string
	// Said are the tool's sentences on the chart; without them the page reads the
	// table out.
	Said []string
	// Below stands between the chart and its table.
	Below templ.Component
}

// column is one column of a table.
type column struct {
	Key, Title string
	Text       bool // it holds words; other columns hold numbers
	// Line is how a chart draws it: line, dashed, bar, area; Color names the token.
	Line, Color, Scale string
}

// row is a row of a table, with what it leads to.
type row struct {
	Cells []cell
	Class string
	// From and To are the seconds of the activity that it is of.
	From, To string
	Band     targetBand
}

// targetBand is what a step of a plan aimed at, on the chart of a channel.
type targetBand struct {
	channel   string
	low, high num
}

// cell is a value in a table.
type cell struct {
	measure
	Href  string
	Class string
	// Rank is best or worst among its column; the word is Ranked.
	Rank, Ranked string
}

// words is a cell of words. Whoever wrote them, nothing in them is drawn but
// letters.
func words(text string) cell {
	text = textclean.Line(text, textclean.NameRunes)
	return cell{measure: measure{Value: text, Text: text}}
}

func (c cell) to(href string) cell { c.Href = href; return c }

func (c cell) of(class string) cell { c.Class = class; return c }

// named is a cell of what a number is called; as CSV it has the name with the unit.
func (p *page) named(key string) cell {
	c := words(key)
	c.Text = p.label(key)
	return c
}

// cell is a cell of a number.
func (p *page) cell(key string, v json.Number) cell { return cell{measure: p.number(key, v)} }

// show keeps a table, so that it can be asked for as CSV.
func (p *page) show(t *table) *table {
	p.tables = append(p.tables, t)
	return t
}

// csvHref is the address of a table as CSV: that of its page, and which one.
func (p *page) csvHref(t *table) string {
	q := p.request.URL.Query()
	q.Set("as", "csv")
	q.Set("table", t.ID)
	return p.request.URL.Path + "?" + q.Encode()
}

// with is the page's own address with values changed; an empty one is taken away.
func (p *page) with(pairs ...string) string {
	q := p.request.URL.Query()
	for i := 0; i+1 < len(pairs); i += 2 {
		if q.Del(pairs[i]); pairs[i+1] != "" {
			q.Set(pairs[i], pairs[i+1])
		}
	}
	if len(q) == 0 {
		return p.request.URL.Path
	}
	return p.request.URL.Path + "?" + q.Encode()
}

func (p *page) asked() *table {
	if p.query("as") != "csv" {
		return nil
	}
	for _, t := range p.tables {
		if t.ID == p.query("table") {
			return t
		}
	}
	return nil
}

// writeCSV writes a table with the names and digits of the tool. A text that a
// spreadsheet would take for a formula has a mark before it.
func writeCSV(w http.ResponseWriter, t *table) {
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

// link is the address of a thing by its id, whatever is in that.
func link(under, id string) string { return under + url.PathEscape(id) }

// span are the seconds of a row, for the chart and the map beside it.
func (r row) span() templ.Attributes {
	if r.From == "" || r.To == "" {
		return nil
	}
	out := templ.Attributes{"data-from": r.From, "data-to": r.To}
	if b := r.Band; b.channel != "" {
		out["data-channel"], out["data-low"], out["data-high"] = b.channel, b.low.String(), b.high.String()
	}
	return out
}

func (p *page) dateCell(date string) cell {
	c := words(date)
	c.Text = p.day(date)
	return c.of("date")
}
