package memory

import (
	"context"
	"slices"
	"time"

	"lapkeep/internal/answers"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// LogReader reads session logs, and what was written on their days.
type LogReader interface {
	TextReader
	Journal(ctx context.Context, s training.Scope, limit int) ([]store.JournalEntry, error)
}

// Logs are session logs, the newest first.
type Logs struct {
	answers.Heading
	Logs []Log `json:"logs"`
	// Others are days that have a log which is not among them, the newest first.
	Others    []training.Day  `json:"other_days,omitempty"`
	Truncated bool            `json:"truncated,omitempty"`
	Narrow    i18n.Sentence   `json:"narrow,omitempty"`
	Notes     []i18n.Sentence `json:"notes,omitempty"`
}

// Log is the log of a day.
type Log struct {
	Day     training.Day        `json:"date"`
	Text    string              `json:"text"`
	Author  training.TextAuthor `json:"author"`
	Version int                 `json:"version"`
	// Written is what assistants changed that day, as the journal has it.
	Written   []Done `json:"written,omitempty"`
	Truncated bool   `json:"truncated,omitempty"`
}

// Done refers to an entry of the journal.
type Done struct {
	ID      string        `json:"journal_id"`
	Summary i18n.Sentence `json:"summary"`
}

// The bounds of an answer.
const (
	MaxLogs    = 14
	logRunes   = 3000
	otherDays  = 60
	doneADay   = 10
	doneBefore = 1000 // entries of the journal that are looked through
)

// Which selects logs: those of some days, or the last so many.
type Which struct {
	Limit    int // 0 is none, but the days that have one
	Days     *training.DayRange
	Location *time.Location
}

// ReadLogs answers with session logs. It changes nothing: a log is distilled
// when it is written, and stays where it is for good.
func ReadLogs(ctx context.Context, r LogReader, s training.Scope, f answers.Frame, w Which) (*Logs, error) {
	all, err := ListText(ctx, r, s, SessionLog)
	if err != nil {
		return nil, err
	}
	slices.Reverse(all)
	done, err := writtenOn(ctx, r, s, w.Location)
	if err != nil {
		return nil, err
	}
	out := &Logs{Heading: f.Heading(), Logs: []Log{}}
	limit := max(0, min(w.Limit, MaxLogs))
	for i := range all {
		day, err := training.ParseDay(all[i].ID)
		if err != nil {
			return nil, err
		}
		wanted := w.Days == nil || w.Days.From <= day && day <= w.Days.To
		switch {
		case wanted && len(out.Logs) < limit:
			l := Log{Day: day, Text: textclean.Text(all[i].Body, logRunes), Author: all[i].Author, Version: all[i].Version, Written: done[day]}
			l.Truncated = len([]rune(all[i].Body)) > logRunes
			out.Truncated = out.Truncated || l.Truncated
			out.Logs = append(out.Logs, l)
			if n := all[i].Note(); n != "" {
				out.Notes = append(out.Notes, n)
			}
		case len(out.Others) < otherDays:
			out.Others = append(out.Others, day)
		}
	}
	if out.Truncated {
		out.Narrow = "The file of a day below athletes in the home has the whole log."
	}
	return out, ctx.Err()
}

// writtenOn are the writes of assistants by the athlete's day, the newest first.
func writtenOn(ctx context.Context, r LogReader, s training.Scope, loc *time.Location) (map[training.Day][]Done, error) {
	entries, err := r.Journal(ctx, s, doneBefore)
	if err != nil {
		return nil, err
	}
	undone := map[string]bool{} // of what was undone and not brought back
	for _, e := range entries { // the newest first, so that what undoes comes before
		if e.Undoes != "" && !undone[e.ID] {
			undone[e.Undoes] = true
		}
	}
	out := map[training.Day][]Done{}
	for _, e := range entries {
		day := training.DayOf(e.At.In(loc))
		if e.Face == "mcp" && e.Undoes == "" && !undone[e.ID] && len(out[day]) < doneADay {
			out[day] = append(out[day], Done{e.ID, i18n.Sentence(e.Summary)})
		}
	}
	return out, nil
}
