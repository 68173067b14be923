package dashboard

import (
	"context"

	"github.com/a-h/templ"
)

type sourcesView struct {
	status answer[statusView]
	table  *table
}

func sources(ctx context.Context, p *page) (templ.Component, error) {
	v := &sourcesView{status: ask[statusView](ctx, p, "get_status", nil)}
	v.table = p.show(p.importTable(v.status.V))
	return sourcesBody(p, v), nil
}

func (p *page) importTable(s statusView) *table {
	t := &table{ID: "imports", Caption: p.say("Latest imports"), Columns: []column{
		{Key: "finished_at", Title: p.say("When"), Text: true},
		{Key: "imported", Title: p.say("Imported")},
		{Key: "updated", Title: p.say("Updated")},
		{Key: "duplicate", Title: p.say("Known already")},
		{Key: "ignored", Title: p.say("Left out")},
		{Key: "failed", Title: p.say("Failed")},
	}}
	for _, run := range s.Imports {
		at := words(run.Finished)
		if len(run.Finished) >= 10 {
			at.Text = p.day(run.Finished[:10]) + " " + when(run.Finished)
		}
		r := row{Cells: []cell{at}}
		for _, k := range []string{"imported", "updated", "duplicate", "ignored", "failed"} {
			r.Cells = append(r.Cells, p.cell(k, count(run.Counts[k])))
		}
		t.Rows = append(t.Rows, r)
	}
	return t
}

// moment is an instant of the athlete's zone as a day and an hour.
func (p *page) moment(text string) string {
	if len(text) < len("2026-11-27") {
		return clean(text)
	}
	return p.say("%s, %s", p.day(text[:len("2026-11-27")]), when(text))
}

// syncState is how the reading of a service stands.
func (p *page) syncState(name string) string {
	switch name {
	case "new":
		return p.say("not read yet")
	case "reading_history":
		return p.say("reading the history")
	case "up_to_date":
		return p.say("up to date")
	case "waiting":
		return p.say("waiting until the service allows more")
	case "failing":
		return p.say("failing")
	case "not_connected":
		return p.say("not connected")
	}
	return clean(name)
}
