package importing

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"math"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// remark is what a coach said of an activity in another program.
type remark struct {
	of *training.Remark
	at time.Time
}

// Waits is the reason for leaving a remark: its activity is not here yet.
const Waits = "Its activity is not here yet. Import an export of the service with it, then this folder again."

// Store keeps the digest and the notes beside the activity.
func (r remark) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	row, err := r.activity(ctx, b)
	if err != nil || row == nil {
		out.News, out.Reason = Waiting, Waits
		return out, err
	}
	if row.Deleted {
		out.Reason = StillDeleted
		return out, nil
	}
	out.Activities = []training.ActivityID{row.ID}
	if err := r.digest(b, row, &out); err != nil {
		return out, err
	}
	if err := r.notes(ctx, b, row, &out); err != nil {
		return out, err
	}
	if out.News == StatementNothing && out.Reason == "" {
		out.Reason = "Everything in it is known."
	}
	return out, nil
}

// activity is that of the reference, or else the only one that began then and
// took that long; nil if it is not here.
func (r remark) activity(ctx context.Context, b *Batch) (*store.ActivityRow, error) {
	id, err := b.DB.Resolve(ctx, b.scope(), r.of.Ref)
	switch {
	case err == nil:
		page, err := b.DB.Activities(ctx, b.scope(), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
		if err != nil || len(page.Rows) == 0 {
			return nil, err
		}
		return &page.Rows[0], nil
	case training.KindOf(err) != training.KindNotFound:
		return nil, err
	case r.of.Start.IsZero() || r.of.ElapsedS <= 0:
		return nil, nil
	}
	day := training.DayOf(r.of.Start)
	days := training.DayRange{From: day - 1, To: day + 1} // wherever the athlete was
	page, err := b.DB.Activities(ctx, b.scope(), store.ActivityFilter{Days: &days})
	if err != nil {
		return nil, err
	}
	var found *store.ActivityRow
	for i := range page.Rows {
		if !r.fits(&page.Rows[i]) {
			continue
		}
		if found != nil {
			return nil, nil
		}
		found = &page.Rows[i]
	}
	return found, nil
}

// How far a device and the service may differ on one activity.
const (
	startApart = 2 * time.Minute
	leastApart = 60.0 // seconds of duration
	shareApart = 0.05
)

func (r remark) fits(row *store.ActivityRow) bool {
	elapsed, known := row.Summary.Values[training.MetricElapsedTimeS]
	if !known {
		elapsed, known = row.Summary.Values[training.MetricDurationS]
	}
	apart := math.Abs(elapsed - r.of.ElapsedS)
	return known && row.Start.Sub(r.of.Start).Abs() <= startApart && apart <= max(leastApart, shareApart*r.of.ElapsedS)
}

// digest keeps the line unless somebody wrote one here.
func (r remark) digest(b *Batch, row *store.ActivityRow, out *StatementOutcome) error {
	line := training.Digest{Line: textclean.Line(r.of.Digest, training.MaxDigestRunes), By: authorAssistant}
	if line.Line == "" {
		return nil
	}
	if line.Line != textclean.Line(r.of.Digest, 0) {
		out.Warnings = append(out.Warnings, i18n.Sentencef("Its digest is cut to %d characters.", training.MaxDigestRunes))
	}
	here, err := b.Tx.Layers(b.Athlete.ID, document.Digests, string(row.ID))
	if err != nil {
		return err
	}
	fields, err := json.Marshal(line)
	if err != nil {
		return err
	}
	if !here.Own.Silent() {
		if string(here.Own.Fields) != string(fields) {
			out.Warnings = append(out.Warnings, "A digest was written here, which stays as it is.")
		}
		return nil
	}
	own := document.Own{Fields: fields, Days: training.DayRange{From: row.LocalDay, To: row.LocalDay}}
	if _, err := b.Tx.PutOwn(b.Athlete.ID, document.Digests, string(row.ID), own); err != nil {
		return err
	}
	out.News = StatementNew
	out.Own = append(out.Own, ledger.Thing{Kind: ledger.ChangeKind(document.Digests), ID: string(row.ID)})
	return nil
}

// authorAssistant wrote what a coach noted there: a model.
const authorAssistant = "assistant"

// notes keeps those that are not on the activity yet.
func (r remark) notes(ctx context.Context, b *Batch, row *store.ActivityRow, out *StatementOutcome) error {
	if len(r.of.Notes) == 0 {
		return nil
	}
	here, err := b.DB.Notes(ctx, b.scope(), row.ID)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, n := range here {
		known[n.Text] = true
	}
	for i, words := range r.of.Notes {
		sum := sha256.Sum256([]byte(r.of.Ref + "\x00" + words))
		n := store.Note{
			ID: "n" + hex.EncodeToString(sum[:8]), Activity: row.ID, Target: "local", Author: authorAssistant,
			Text: textclean.Text(words, textclean.TextRunes), At: row.Start.Add(time.Duration(i) * time.Second), // in their order
		}
		if n.Text == "" || known[n.Text] {
			continue
		}
		known[n.Text] = true
		if err := b.Tx.PutNote(b.Athlete.ID, n); err != nil {
			return err
		}
		body, err := json.Marshal(n)
		if err != nil {
			return err
		}
		out.News = StatementNew
		out.Own = append(out.Own, ledger.Thing{Kind: store.ChangeNote, ID: n.ID, Body: body})
	}
	return nil
}
