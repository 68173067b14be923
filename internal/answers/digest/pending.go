package digest

import (
	"context"

	"lapkeep/internal/answers"
	"lapkeep/internal/derive"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// PendingQuery asks for activities whose line nobody has written but us.
type PendingQuery struct {
	Days   training.DayRange
	Sports []training.Sport // none: all
	Limit  int
	Cursor string
}

// PendingList is a page of them, the newest first.
type PendingList struct {
	answers.Heading
	answers.Span
	Activities []Pending     `json:"activities"`
	NextCursor string        `json:"next_cursor,omitempty"`
	Truncated  bool          `json:"truncated,omitempty"`
	Narrow     i18n.Sentence `json:"narrow,omitempty"`
}

// Pending is an activity with our line, and what asks a model for a better one.
type Pending struct {
	ID        string        `json:"id"`
	LocalDate string        `json:"local_date"`
	Sport     string        `json:"sport"`
	Digest    i18n.Sentence `json:"digest"`
	Prompt    string        `json:"prompt"`
}

// pageBytes is what the prompts of a page may take of an answer.
const pageBytes = 24_000

// ListPending answers q.
func ListPending(ctx context.Context, r Reader, s training.Scope, f answers.Frame, q PendingQuery) (*PendingList, error) {
	out := &PendingList{Heading: f.Heading(), Span: answers.SpanOf(q.Days), Activities: []Pending{}}
	size := 0
	for after := q.Cursor; ; {
		page, err := r.Activities(ctx, s, store.ActivityFilter{
			Days: &q.Days, Sports: q.Sports, Metrics: Metrics(), Limit: q.Limit - len(out.Activities), After: after,
		})
		if err != nil {
			return nil, err
		}
		rows, err := ask(ctx, r, s, page.Rows)
		if err != nil {
			return nil, err
		}
		for _, p := range rows {
			size += len(p.Prompt)
			out.Activities = append(out.Activities, p)
		}
		if after = page.Next; after == "" || len(out.Activities) >= q.Limit || size > pageBytes {
			out.NextCursor, out.Truncated = after, after != ""
			break
		}
	}
	switch {
	case out.NextCursor != "":
		out.Narrow = "Pass next_cursor as cursor for more."
	case len(out.Activities) == 0:
		out.Narrow = "No activity of these days waits for a digest. Widen the range for earlier ones."
	}
	return out, nil
}

// ask writes the prompts of those rows whose line nobody has replaced.
func ask(ctx context.Context, r Reader, s training.Scope, rows []store.ActivityRow) (out []Pending, err error) {
	if len(rows) == 0 {
		return nil, ctx.Err()
	}
	w, err := around(ctx, r, s, rows)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		row := &rows[i]
		var saved View
		if err := w.replace(ctx, &saved, row.ID); err != nil {
			return nil, err
		}
		if saved.By != "" {
			continue
		}
		in, err := w.input(ctx, row)
		if err != nil {
			return nil, err
		}
		if data, err := w.stored(ctx, row.ID, derive.Laps); err != nil {
			return nil, err
		} else if data != nil && in.Laps == nil {
			if in.Laps, err = w.laps(ctx, row.ID); err != nil {
				return nil, err
			}
		}
		line := Line(&in)
		out = append(out, Pending{
			ID: string(row.ID), LocalDate: row.LocalDay.String(), Sport: string(row.Sport), Digest: line,
			Prompt: Prompt(&in, string(row.ID), line.String()),
		})
	}
	return out, ctx.Err()
}
