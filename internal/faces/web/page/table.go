package page

import (
	"encoding/csv"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"lapkeep/internal/platform/textclean"
)

// Table is one table of a page. Its content is in the HTML before any script runs.
// Charts are drawn from it, and it can be downloaded as CSV.
type Table struct {
	ID, Caption string
	Columns     []Column
	Rows        []Row
	// Folded tables are hidden behind a summary, because a chart shows their content.
	Folded bool
	// Narrow tables become labelled values, row by row, in a narrow window: that is the
	// style of lists.
	Narrow bool
	// Chart is the kind of chart to draw from the table; empty means none.
	Chart string
	// Said holds the tool's sentences about the chart; if there are none, the page
	// describes the table.
	Said []string
	// Below is shown directly below the chart.
	Below templ.Component
	// Choosable reports whether the reader can choose the columns.
	Choosable bool
	// Ticks is the id of the form to which a box in each row belongs; empty means none.
	Ticks string
}

// Column is one column of a table.
type Column struct {
	Key, Title string
	Unit       string // a key with the displayed unit, if that is a different one
	Text       bool   // set for text; other columns hold numbers
	Off        bool   // set if it is shown only when chosen
	// Line is the style in a chart: line, dashed, bar, area; Color is the name of a colour
	// token.
	Line, Color, Scale string
	// Sorts is the address that sorts the list by the column, and Sorted is ascending or
	// descending if it is sorted so.
	Sorts, Sorted string
	// Filter is shown below the title, and Total below the rows.
	Filter templ.Component
	Total  Cell
}

// Row is a row of a table, with its links.
type Row struct {
	ID    string // the value of the row's box
	Cells []Cell
	Class string
	// From and To are the seconds of the activity that the row covers.
	From, To string
	Band     TargetBand
}

// TargetBand is the target of a planned step in a channel's chart.
type TargetBand struct {
	Channel   string
	Low, High Num
}

// Cell is a value in a table.
type Cell struct {
	Measure
	Href  string
	Class string
	// Rank is "best" or "worst" if the cell has that value in its column; Ranked is the word
	// for it.
	Rank, Ranked string
	// Line is the SVG path of a track to draw instead of a text, in a box of [ThumbWide]
	// by [ThumbHigh].
	Line string
}

// longText is the number of bytes from which a cell's text may break into lines.
const longText = 25

// class returns the CSS classes of the cell in a column. A page has thousands of cells, so
// the template does not put them together.
func (c *Cell) class(of *Column) string {
	class := c.Class
	if !of.Text {
		class += " num"
	}
	if len(c.Text) >= longText {
		class += " long"
	}
	return strings.TrimPrefix(class, " ")
}

// Words returns a cell with the visible characters of a text, which may be untrusted.
func Words(text string) Cell {
	text = textclean.Line(text, textclean.NameRunes)
	return Cell{Measure: Measure{Value: text, Text: text}}
}

// To returns the cell as a link.
func (c Cell) To(href string) Cell { c.Href = href; return c }

// Of returns the cell with a CSS class.
func (c Cell) Of(class string) Cell { c.Class = class; return c }

// Named returns a cell with the label of a number; in CSV the cell has the key,
// which contains the unit.
func (p *Page) Named(key string) Cell {
	c := Words(key)
	c.Text = p.Label(key)
	return c
}

// Cell returns a cell with a number.
func (p *Page) Cell(key string, v any) Cell { return Cell{Measure: p.Number(key, v)} }

// Show registers a table, so that it can be requested as CSV.
func (p *Page) Show(t *Table) *Table {
	p.tables = append(p.tables, t)
	return t
}

// csvHref returns the address of a table as CSV: the page's address, with the
// table's name.
func (p *Page) csvHref(t *Table) string {
	q := p.Request.URL.Query()
	q.Set("as", "csv")
	q.Set("table", t.ID)
	return p.Request.URL.Path + "?" + q.Encode()
}

// With returns the page's own address with values changed; an empty value is
// removed.
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

// Asked returns the table that the address requests as CSV, or nil for the page.
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

// most returns the highest number of a column.
func (t *Table) most(at int) (high float64) {
	for i := range t.Rows {
		high = max(high, t.Rows[i].float(at))
	}
	return high
}

// WriteCSV writes a table with the tool's field names and all digits. A text that a
// spreadsheet would interpret as a formula is prefixed with a mark.
func WriteCSV(w http.ResponseWriter, t *Table) {
	w.Header().Set("Content-Type", "text/csv; charset=utf-8")
	w.Header().Set("Content-Disposition", `attachment; filename="lapkeep-`+url.PathEscape(t.ID)+`.csv"`)
	out := csv.NewWriter(w)
	line := make([]string, len(t.Columns))
	for i, c := range t.Columns {
		line[i] = c.Key
	}
	_ = out.Write(line) // a browser that has disconnected needs no error
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

// Link returns the address of the object with the given id, which it escapes.
func Link(under, id string) string { return under + url.PathEscape(id) }

// Span returns the attributes with the row's seconds, for the chart and the
// map.
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

// named returns the text of the first cell with a link, which names the row.
func (r Row) named() string {
	if at := slices.IndexFunc(r.Cells, func(c Cell) bool { return c.Href != "" }); at >= 0 {
		return r.Cells[at].Text
	}
	return r.ID
}

// DateCell returns a cell with a date.
func (p *Page) DateCell(date string) Cell {
	c := Words(date)
	c.Text = p.Day(date)
	return c.Of("date")
}

// columnsName is the address parameter that lists the shown columns of a table, one per
// column: cols=laps.avg_hr_bpm. If there is none, a table shows its usual columns.
const columnsName = "cols"

// Chosen returns the keys of a table's columns that the address lists.
func (p *Page) Chosen(table string) (keys []string) {
	for _, v := range p.Request.URL.Query()[columnsName] {
		if of, key, ok := strings.Cut(v, "."); ok && of == table {
			keys = append(keys, key)
		}
	}
	return keys
}

// shown returns a function that reports whether the page shows a column: those that the
// reader chose, or the usual ones. Columns with links are always kept.
func (p *Page) shown(t *Table) func(i int) bool {
	var keys []string
	if t.Choosable {
		keys = p.Chosen(t.ID)
	}
	if !slices.ContainsFunc(t.Columns, func(c Column) bool { return slices.Contains(keys, c.Key) }) {
		return func(i int) bool { return !t.Columns[i].Off }
	}
	return func(i int) bool { return slices.Contains(keys, t.Columns[i].Key) || t.leads(i) }
}

// chosen returns a table with the columns that the page shows.
func (p *Page) chosen(t *Table) *Table {
	if !t.Choosable && !slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Off }) {
		return t
	}
	shown := p.shown(t)
	out := *t
	out.Columns, out.Rows = nil, slices.Clone(t.Rows)
	var at []int
	for i, c := range t.Columns {
		if shown(i) {
			out.Columns, at = append(out.Columns, c), append(at, i)
		}
	}
	for k := range out.Rows {
		cells := make([]Cell, len(at))
		for n, i := range at {
			cells[n] = t.Rows[k].Cells[i]
		}
		out.Rows[k].Cells = cells
	}
	return &out
}

// leads reports whether a column contains links.
func (t *Table) leads(i int) bool {
	return slices.ContainsFunc(t.Rows, func(r Row) bool { return r.Cells[i].Href != "" })
}

// Shows reports whether the page shows the column of a table with the key.
func (p *Page) Shows(t *Table, key string) bool {
	i := slices.IndexFunc(t.Columns, func(c Column) bool { return c.Key == key })
	return i >= 0 && p.shown(t)(i)
}

// filtered reports whether a column has a filter.
func (t *Table) filtered() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Filter != nil })
}

// totalled reports whether a column has a total.
func (t *Table) totalled() bool {
	return slices.ContainsFunc(t.Columns, func(c Column) bool { return c.Total.Value != "" })
}

// choices returns the columns that the reader can choose.
func (t *Table) choices() (out []Column) {
	for i, c := range t.Columns {
		if !t.leads(i) {
			out = append(out, c)
		}
	}
	return out
}

// has reports whether the table has a column.
func (t *Table) has(c Column) bool {
	return slices.ContainsFunc(t.Columns, func(x Column) bool { return x.Key == c.Key })
}

// asUsual returns the page's address for the usual columns of a table.
func (p *Page) asUsual(t *Table) string {
	q := p.Request.URL.Query()
	q[columnsName] = slices.DeleteFunc(q[columnsName], func(v string) bool { return strings.HasPrefix(v, t.ID+".") })
	return p.Request.URL.Path + "?" + q.Encode() + "#" + t.ID
}

// others returns the parameters of the address except those in but, for a form to keep. An
// exception that ends in a dot is a name and a prefix of its values, as in "cols=laps.".
func (p *Page) others(but []string) (out [][2]string) {
	q := p.Request.URL.Query()
	for _, name := range slices.Sorted(maps.Keys(q)) {
		for _, v := range q[name] {
			of, _, _ := strings.Cut(v, ".")
			if !slices.Contains(but, name) && !slices.Contains(but, name+"="+of+".") && name != "as" && name != "table" {
				out = append(out, [2]string{name, v})
			}
		}
	}
	return out
}

// paletteAction is an action in the palette: it opens a page, calls a tool or sets a theme.
type paletteAction struct{ text, href, tool, theme, done string }

// paletteActions returns the actions of the command palette.
func (p *Page) paletteActions() []paletteAction {
	return []paletteAction{
		{text: p.Say("Sync now"), tool: "sync_now", done: p.Say("New data was downloaded.")},
		{text: p.Say("Log how you feel"), href: "/wellness"},
		{text: p.Say("Add to the calendar"), href: "/calendar#new"},
		{text: p.Say("Log sick days"), href: "/calendar?new=sick#new"},
		{text: p.Say("Mark where it hurts"), href: "/body"},
		{text: p.Say("Ask about your data"), href: "/ask"},
		{text: p.Say("Import files"), href: "/sources"},
		{text: p.Say("Set a threshold"), href: "/settings"},
		{text: p.Say("Theme: %s", p.Say("Light")), theme: "light"},
		{text: p.Say("Theme: %s", p.Say("Dark")), theme: "dark"},
		{text: p.Say("Theme: %s", p.Say("Same as system")), theme: "auto"},
		{text: p.Say("Units, week and time zone"), href: "/settings"},
	}
}
