package setup

import (
	"context"
	"strings"

	"lapkeep/internal/faces/web/page"

	"github.com/a-h/templ"
)

type sourcesView struct {
	status page.Answer[page.Status]
	table  *page.Table
}

// Sources is where the data comes from, and what became of each import.
func Sources(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &sourcesView{status: page.Ask[page.Status](ctx, p, "get_status", nil)}
	v.table = p.Show(importTable(p, v.status.V))
	return sourcesBody(p, v), nil
}

func importTable(p *page.Page, s page.Status) *page.Table {
	t := &page.Table{ID: "imports", Caption: p.Say("Latest imports"), Columns: []page.Column{
		{Key: "finished_at", Title: p.Say("When"), Text: true},
		{Key: "imported", Title: p.Say("Imported")},
		{Key: "updated", Title: p.Say("Updated")},
		{Key: "duplicate", Title: p.Say("Known already")},
		{Key: "ignored", Title: p.Say("Left out")},
		{Key: "failed", Title: p.Say("Failed")},
		{Key: "failures", Title: p.Say("Why it failed"), Text: true},
	}}
	for _, run := range s.Imports {
		at := page.Words(run.Finished)
		if len(run.Finished) >= 10 {
			at.Text = p.Day(run.Finished[:10]) + " " + page.When(run.Finished)
		}
		r := page.Row{Cells: []page.Cell{at}}
		for _, k := range []string{"imported", "updated", "duplicate", "ignored", "failed"} {
			r.Cells = append(r.Cells, p.Cell(k, page.Count(run.Counts[k])))
		}
		r.Cells = append(r.Cells, page.Words(strings.Join(run.Failures, " ")))
		t.Rows = append(t.Rows, r)
	}
	return t
}

// moment is an instant of the athlete's zone as a day and an hour.
func moment(p *page.Page, text string) string {
	if len(text) < len("2026-11-27") {
		return page.Clean(text)
	}
	return p.Say("%s, %s", p.Day(text[:len("2026-11-27")]), page.When(text))
}

// syncState is how the reading of a service stands.
func syncState(p *page.Page, name string) string {
	switch name {
	case "new":
		return p.Say("not read yet")
	case "reading_history":
		return p.Say("reading the history")
	case "up_to_date":
		return p.Say("up to date")
	case "waiting":
		return p.Say("waiting until the service allows more")
	case "failing":
		return p.Say("failing")
	case "not_connected":
		return p.Say("not connected")
	}
	return page.Clean(name)
}
