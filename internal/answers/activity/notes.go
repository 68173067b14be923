package activity

import (
	"context"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// Notes is what was remarked on one activity.
type Notes struct {
	ID        string          `json:"id"`
	LocalDate string          `json:"local_date"`
	TimeZone  string          `json:"time_zone"`
	Notes     []Facts         `json:"notes"`
	Kudos     []Facts         `json:"kudos,omitempty"` // who liked it at a service, asked for by its id
	Missing   answers.Missing `json:"missing,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
}

// noteBytes is what the notes of one answer may take, newest first.
const noteBytes = 16_000

// ReadNotes reads the notes on an activity, oldest first.
func ReadNotes(ctx context.Context, r Reader, s training.Scope, id string) (*Notes, error) {
	d, err := Describe(ctx, r, s, DetailQuery{ID: id, Sections: []Section{SectionNotes}})
	if err != nil {
		return nil, err
	}
	out := &Notes{
		ID: d.ID, LocalDate: d.LocalDate, TimeZone: d.TimeZone, Notes: d.Notes, Missing: d.Missing,
		Truncated: d.Truncated, Narrow: d.Narrow,
	}
	if out.Notes == nil {
		out.Notes = []Facts{}
	}
	return out, nil
}

func (d *Detail) notes(ctx context.Context, sub *subject) error {
	if !sub.mayShowNotes() {
		d.Missing = d.Missing.Add(string(SectionNotes), answers.HiddenNotes)
		return nil
	}
	all, err := sub.reader.Notes(ctx, sub.scope, sub.row.ID)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		d.Missing = d.Missing.Add(string(SectionNotes),
			"no note is kept here; get_activity_notes also asks services for messages, add_activity_note writes one")
	}
	used := 0
	for i := len(all) - 1; i >= 0; i-- { // the newest are kept
		f := noteFacts(&all[i], sub.row.Location())
		if used += Size(f); used > noteBytes {
			d.Truncated, d.Narrow = true, "Only the newest notes are shown; lapkeep export --all writes all of them."
			break
		}
		d.Notes = append([]Facts{f}, d.Notes...)
	}
	return nil
}

// weather is what a service says of it, and where there is none why.
func (d *Detail) weather(ctx context.Context, sub *subject) error {
	source, said, err := sub.reader.Weather(ctx, sub.scope, sub.row.ID)
	if len(said) == 0 {
		d.Missing = d.Missing.Add(string(SectionWeather), "no service that was read says what the weather was")
		return err
	}
	d.Weather = Facts{"source": source}
	for m, v := range answers.Rounded(said) {
		d.Weather[string(m)] = v
	}
	return err
}

func noteFacts(n *store.Note, loc *time.Location) Facts {
	f := Facts{"note_id": n.ID, "at_local": n.At.In(loc).Format(time.RFC3339), "text": textclean.Text(n.Text, textclean.TextRunes)}
	f.Put("author", textclean.Line(n.Author, listNameRunes))
	f.Put("target", n.Target)
	return f
}
