package fitness

import (
	"maps"
	"net/url"
	"slices"
	"strings"

	"lapkeep/internal/faces/web/page"
)

// loadChoices are what load can be counted by, as the tool names it.
func loadChoices(p *page.Page) [][2]string {
	return [][2]string{
		{"", p.Say("All loads")},
		{"power", p.Say("By power")},
		{"hr", p.Say("By heart rate")},
		{"pace", p.Say("By pace")},
		{"rpe", p.Say("By how it felt")},
	}
}

// countedBy is what the address has load counted by alone; empty is all.
func countedBy(p *page.Page) string {
	by := p.Query("load")
	if slices.ContainsFunc(loadChoices(p), func(c [2]string) bool { return c[0] == by }) {
		return by
	}
	return ""
}

// dayAddress is the page of a day, which counts load as this one does.
func (v *fitnessView) dayAddress(date string) string {
	at := page.Link("/days/", date)
	if v.by != "" {
		at += "?" + url.Values{"load": {v.by}}.Encode()
	}
	return at
}

// estimatedBy are the methods that loads of a day were estimated by.
func estimatedBy(a page.AnswerLoad, date string) []string {
	var out []string
	for _, method := range slices.Sorted(maps.Keys(a.Actual.Estimated)) {
		if slices.Contains(a.Actual.Estimated[method], date) {
			out = append(out, method)
		}
	}
	return out
}

// loadColumns say of each day what its load lacks: by what it was estimated, and
// how many activities have none. Where no day lacks it there is no such column.
func loadColumns(p *page.Page, t *page.Table, v *fitnessView) {
	a := v.load.V.Actual
	if len(a.Estimated) > 0 {
		addColumn(t, page.Column{Key: "load_estimated_by", Title: p.Say("Load estimated"), Text: true}, func(i int) page.Cell {
			if i >= len(a.Dates) {
				return page.Words("")
			}
			return estimatedCell(p, estimatedBy(v.load.V, a.Dates[i]))
		})
	}
	if len(a.Without) > 0 {
		addColumn(t, page.Column{Key: "without_load", Title: p.Say("Activities without a load"), Line: "none"}, func(i int) page.Cell {
			if i >= len(a.Without) {
				return p.Cell("without_load", "")
			}
			return p.Cell("without_load", a.Without[i])
		})
	}
}

func addColumn(t *page.Table, c page.Column, cell func(row int) page.Cell) {
	t.Columns = append(t.Columns, c)
	for i := range t.Rows {
		t.Rows[i].Cells = append(t.Rows[i].Cells, cell(i))
	}
}

// estimatedCell has the methods' names as CSV and what they are in words.
func estimatedCell(p *page.Page, methods []string) page.Cell {
	c := page.Words(strings.Join(methods, " "))
	if len(methods) > 0 {
		c.Text = "≈ " + estimatedText(p, methods)
	}
	return c
}

func estimatedText(p *page.Page, methods []string) string {
	said := make([]string, 0, len(methods))
	for _, m := range methods {
		if text, _ := loadMethod(p, m); text != "" && !slices.Contains(said, text) {
			said = append(said, text)
		}
	}
	return p.Say("estimated, %s", strings.Join(said, ", "))
}
