package importing

import (
	"context"
	"encoding/json"
	"math"
	"time"

	"lapkeep/internal/i18n"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
)

// Statement is data from an export that does not come with a file.
type Statement interface {
	Store(ctx context.Context, b *Batch) (StatementOutcome, error)
}

// StatementOf returns the statement in an item without bytes, or nil if the item is a file.
func StatementOf(it listing.Item) Statement {
	switch {
	case it.Err != nil || it.Skip != "":
	case it.Account != nil:
		return account{it.Account, it.AsOf}
	case it.Wellness != nil:
		return wellness{it.Wellness, it.AsOf}
	case it.Unrecorded != nil:
		return unrecorded{it.Unrecorded, it.AsOf}
	case it.Text != nil:
		return text{it.Text, it.AsOf}
	case it.Remark != nil:
		return remark{it.Remark, it.AsOf}
	case it.Statement != nil && it.Statement.Entry != nil:
		return entry{it.Statement, it.AsOf}
	}
	return nil
}

// Batch is the transaction in which statements are stored.
type Batch struct {
	DB      store.Store
	Tx      *store.Tx
	Athlete training.Athlete
	RunID   string
	// Rows holds the activities that this transaction has written. Reads of the
	// store do not show them yet.
	Rows map[training.ActivityID]training.Activity
	// Recorded holds the references of activities for which this run has read a
	// recording, even if it was not stored.
	Recorded map[string]bool
}

func (b *Batch) scope() training.Scope {
	return training.Everything(b.Athlete.ID)
}

// StatementNews shows how much of a statement was new.
type StatementNews uint8

// These are the results of storing a statement.
const (
	StatementNothing StatementNews = iota // the Reason says why
	Changes
	StatementNew
	Waiting // its activity has not been imported yet
)

// StatementOutcome describes the result of storing a statement.
type StatementOutcome struct {
	News       StatementNews
	Activities []training.ActivityID
	Reason     i18n.Sentence
	Warnings   []i18n.Sentence
	// Own lists the things that had no edits by the athlete before. An undo needs this list.
	Own []ledger.Thing
}

// StillDeleted is the reason why data about a deleted activity is ignored.
const StillDeleted = "Its activity was deleted and stays deleted; undo the deletion to get it back."

// Buried reports whether an activity was deleted.
func (b *Batch) Buried(ctx context.Context, id training.ActivityID) (bool, error) {
	page, err := b.DB.Activities(ctx, b.scope(), store.ActivityFilter{IDs: []training.ActivityID{id}, Deleted: true})
	return err == nil && len(page.Rows) > 0 && page.Rows[0].Deleted, err
}

// statements returns the batch in the form that statements need.
func (b *batch) statements() *Batch {
	return &Batch{DB: b.im.db, Tx: b.tx, Athlete: b.run.athlete, RunID: b.run.o.RunID, Rows: b.activities, Recorded: b.run.recorded}
}

// stated stores a statement that does not come with a file.
func (b *batch) stated(ctx context.Context, s Statement, res FileResult) (FileResult, error) {
	out, err := s.Store(ctx, b.statements())
	switch out.News {
	case StatementNothing:
		res.Status = Duplicate
	case Changes:
		res.Status = Updated
	case StatementNew:
		res.Status = Imported
	case Waiting:
		res.Status, res.Aside = Ignored, true
	}
	res.Activities, res.Reason = append(res.Activities, out.Activities...), out.Reason
	res.warn(out.Warnings...)
	b.own = append(b.own, out.Own...)
	return res, err
}

// said stores the export's statements on the activities in a file.
func (b *batch) said(ctx context.Context, w *work, res *FileResult) error {
	for _, said := range w.said {
		if said != nil {
			b.run.recorded[said.Ref] = true
		}
	}
	if len(res.Activities) == 0 || res.Status == Failed || res.Reason == StillDeleted {
		return nil
	}
	for i, said := range w.said {
		of := res.Activities
		switch {
		case said == nil:
			continue
		case w.item.StatementOf != nil: // each recording separately, unless they were merged by hand
			of = of[min(i, len(of)-1):][:1]
		}
		act, err := b.activity(ctx, of[0])
		if err != nil {
			return err
		}
		changed, err := Words(ctx, b.statements(), *said, w.item.AsOf, of, act.Start)
		if err != nil {
			return err
		}
		if changed && res.Status == Duplicate {
			res.Status, res.Reason = Updated, "Its recording is already here; the details from its source have changed."
		}
	}
	return nil
}

// wellness is a statement with wellness days from an export.
type wellness struct {
	of   *listing.Wellness
	asOf time.Time
}

// Store stores each day as a statement of its source.
func (w wellness) Store(_ context.Context, b *Batch) (out StatementOutcome, err error) {
	for _, of := range append([]listing.Wellness{*w.of}, w.of.More...) {
		for _, d := range of.Days {
			changed, err := b.Tx.PutStatement(b.Athlete.ID, document.Statement{
				Collection: document.Wellness, ID: d.Day.String(), Days: training.DayRange{From: d.Day, To: d.Day},
				Source: of.Source, RunID: b.RunID, AsOf: w.asOf, Body: d,
			})
			if err != nil {
				return out, err
			}
			if changed {
				out.News = StatementNew
			}
		}
	}
	if out.News == StatementNothing {
		out.Reason = "Everything in it is already here."
	}
	return out, nil
}

// remark is a coach's remark on an activity, from another program.
type remark struct {
	of *training.Remark
	at time.Time
}

// Waits is the reason why a remark is skipped if its activity has not been imported yet.
const Waits = "Its activity is not here yet. Import an export from the service that contains it, then this folder again."

// Store stores the digest and notes of the remark with their activity.
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
		out.Reason = "Everything in it is already here."
	}
	return out, nil
}

// activity returns the activity with the reference, or else the only one with
// the same start and duration, or nil if there is none.
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
	days := training.DayRange{From: day - 1, To: day + 1} // covers all time zones
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

// These are the maximum differences between the values that a device and the
// service have for one activity.
const (
	startApart = 2 * time.Minute
	leastApart = 60.0 // seconds of the duration
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

// digest stores the digest, unless a person wrote one here.
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
			out.Warnings = append(out.Warnings, "A digest has already been written here and was not changed.")
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

// authorAssistant is the author of a coach's remarks in the other program, in
// which a model is the coach.
const authorAssistant = "assistant"

// notes stores the notes that the activity does not have yet.
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
		n := store.Note{
			ID: "n" + training.Fingerprint([]byte(r.of.Ref+"\x00"+words)), Activity: row.ID, Target: "local", Author: authorAssistant,
			Text: textclean.Text(words, textclean.TextRunes), At: row.Start.Add(time.Duration(i) * time.Second), // keeps them in order
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

// unrecorded is a statement with all activities of an export. Most of them have files.
type unrecorded struct {
	said []training.Statement
	asOf time.Time
}

// Store stores the activities without a recording.
func (u unrecorded) Store(ctx context.Context, b *Batch) (out StatementOutcome, err error) {
	out.Reason = "Its activities are already here."
	for i := range u.said {
		if b.Recorded[u.said[i].Ref] {
			continue
		}
		one, err := entry{&u.said[i], u.asOf}.Store(ctx, b)
		if err != nil {
			return out, err
		}
		if one.News == StatementNothing {
			continue
		}
		out.News, out.Reason = max(out.News, one.News), ""
		out.Activities = append(out.Activities, one.Activities...)
	}
	return out, nil
}
