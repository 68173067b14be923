package page

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
)

// Change is the latest write of some tools that still stands, and the address
// to come back to when it was taken back.
type Change struct {
	store.JournalEntry
	back   string
	leaves bool // taken back, it takes the page with it
}

// LeaveTo is the change of a page that goes with it, for which one is left elsewhere.
func (c *Change) LeaveTo(address string) *Change { return &Change{c.JournalEntry, address, true} }

// lookedAt is how many entries of the journal are looked through for it.
const lookedAt = 30

// LastOf finds the latest write of tools, to the thing of an id or, without one,
// to any; nil where there is none among the newest: a page that cannot say it is
// still a page.
func (p *Page) LastOf(ctx context.Context, id string, tools ...string) *Change {
	entries, err := p.Site.Journal(ctx, p.Call.Scope, lookedAt)
	if err != nil {
		return nil
	}
	named, err := json.Marshal(id)
	if err != nil {
		return nil
	}
	at := slices.IndexFunc(entries, func(e store.JournalEntry) bool {
		return e.UndoneAt.IsZero() && e.Undoes == "" && slices.Contains(tools, e.Tool) && (id == "" || bytes.Contains(e.Inverse, named))
	})
	if at < 0 {
		return nil
	}
	return &Change{JournalEntry: entries[at], back: p.Request.URL.RequestURI()}
}

// OfCalendar are the tools that change the calendar.
func OfCalendar() []string {
	return []string{"update_event", "create_events", "delete_events", "duplicate_events", "apply_training_plan"}
}

// EntryText is what an entry of the journal did.
func (p *Page) EntryText(e store.JournalEntry) string { return p.Dated(i18n.Sentence(e.Summary)) }

// At is when an entry was made, in the athlete's time.
func (p *Page) At(e store.JournalEntry) string {
	return p.Moment(e.At)
}

// Moment is a day and a time of it, in the athlete's time.
func (p *Page) Moment(t time.Time) string {
	t = t.In(p.Call.Location)
	return p.Day(t.Format("2006-01-02")) + " " + t.Format("15:04")
}
