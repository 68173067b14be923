package ingest

import (
	"context"
	"fmt"

	"lapkeep/internal/archive"
	"lapkeep/internal/store/said"
	"lapkeep/internal/training"
)

// entered says that an item is an activity that nothing recorded.
func entered(it archive.Item) bool { return it.Said != nil && it.Said.Entry != nil }

// said keeps what an export says of the activity of a file. A file of several
// sessions is one activity to a service: its words are the first one's.
func (b *batch) said(ctx context.Context, w *work, res *FileResult) error {
	if len(res.Activities) == 0 || res.Status == Failed || res.Reason == stillDeleted {
		return nil
	}
	id := res.Activities[0]
	if err := b.supersede(ctx, w.item.Said.Ref, id); err != nil {
		return err
	}
	act, err := b.activity(ctx, id)
	if err != nil {
		return err
	}
	words := *w.item.Said
	if len(res.Activities) > 1 {
		words.Sport, words.SubSport = "", ""
	}
	changed, err := b.tx.PutSaid(b.run.athlete.ID, id, words, said.By{RunID: b.run.o.RunID, AsOf: w.item.AsOf, At: act.Start})
	if err == nil && changed && res.Status == Duplicate {
		res.Status, res.Reason = Updated, "Its recording is there already; what is said of it has changed."
	}
	return err
}

// supersede lets an activity that a reference named, and that nothing
// recorded, lead to the one whose recording has come.
func (b *batch) supersede(ctx context.Context, ref string, id training.ActivityID) error {
	former, err := b.im.db.Resolve(ctx, b.scope(), ref)
	if training.KindOf(err) == training.KindNotFound && err != nil || err == nil && former == id {
		return nil
	}
	if err != nil {
		return err
	}
	recs, err := b.im.db.Recordings(ctx, b.scope(), former)
	if err != nil || len(recs) > 0 {
		return err
	}
	return b.tx.Redirect(b.run.athlete.ID, former, id)
}

// entered stores an activity that nothing recorded, as an export has it.
func (b *batch) entered(ctx context.Context, w *work, res *FileResult) error {
	words, by := *w.item.Said, said.By{RunID: b.run.o.RunID, AsOf: w.item.AsOf, At: w.item.Said.Entry.Start}
	athlete := b.run.athlete.ID
	id, there, err := b.enteredID(ctx, words.Ref)
	if err != nil {
		return err
	}
	res.Activities = append(res.Activities, id)
	if !there {
		buried, err := b.buried(ctx, id)
		if err != nil || buried {
			res.Status, res.Reason = Duplicate, stillDeleted
			return err
		}
	}
	recs, err := b.im.db.Recordings(ctx, b.scope(), id)
	if err != nil && training.KindOf(err) != training.KindNotFound {
		return err
	}
	if len(recs) > 0 { // there is better than the entry
		words.Entry = nil
	}
	changed, err := b.tx.PutSaid(athlete, id, words, by)
	switch {
	case err != nil:
		return err
	case there && !changed:
		res.Status, res.Reason = Duplicate, "It is there already, as "+called(res.Activities)+"."
		return nil
	case there:
		res.Status, res.Reason = Updated, "What is said of it has changed."
	default:
		res.Status = Imported
	}
	if words.Entry == nil {
		return nil
	}
	return b.enter(id, &words)
}

// enteredID is the activity that a reference names, or the one that it will.
func (b *batch) enteredID(ctx context.Context, ref string) (id training.ActivityID, there bool, err error) {
	id, err = b.im.db.Resolve(ctx, b.scope(), ref)
	if err == nil || training.KindOf(err) != training.KindNotFound {
		return id, err == nil, err
	}
	id = activityID(digest("manual/"+ref, 0), idLength)
	_, there = b.activities[id]
	return id, there, nil
}

// enter writes the row of an activity that nothing recorded.
func (b *batch) enter(id training.ActivityID, words *training.Said) error {
	athlete, e := b.run.athlete.ID, words.Entry
	m := Manual{Sport: words.Sport, SubSport: words.SubSport, Start: e.Start, TimerS: e.TimerS, ElapsedS: e.ElapsedS, Values: e.Values}
	act := m.activity(b.run.athlete)
	act.ID = id
	if err := b.tx.PutActivity(athlete, act); err != nil {
		return err
	}
	if err := b.tx.Redirect(athlete, id, id); err != nil { // it may have led to a recording that was undone
		return err
	}
	b.activities[id] = act
	return b.tx.PutSummary(athlete, id, m.summary())
}

// account keeps what an export says of the athlete: all of the gear, and of
// the person what is not known yet.
func (b *batch) account(ctx context.Context, w *work, res *FileResult) error {
	a, athlete := w.item.Account, b.run.athlete.ID
	news := 0
	for _, g := range a.Gear {
		changed, err := b.tx.SayGear(athlete, g)
		if err != nil {
			return err
		}
		if changed {
			news++
		}
	}
	filled, err := b.person(ctx, w, res)
	if err != nil {
		return err
	}
	res.Status, res.Reason = Duplicate, "Everything in it is known."
	if news+filled > 0 {
		res.Status, res.Reason = Imported, ""
	}
	return nil
}

// person fills in name, sex and weight where the athlete has said nothing.
func (b *batch) person(ctx context.Context, w *work, res *FileResult) (filled int, err error) {
	a := w.item.Account
	if a.Name == "" && a.Sex == "" && a.WeightKg == 0 {
		return 0, nil
	}
	who, err := b.im.db.Athlete(ctx, b.scope())
	if err != nil {
		return 0, err
	}
	if who.Name == "" && a.Name != "" {
		who.Name, filled = a.Name, filled+1
	}
	if who.Sex == "" && a.Sex != "" {
		who.Sex, filled = a.Sex, filled+1
	}
	if filled > 0 {
		if err := b.tx.PutAthlete(who); err != nil {
			return 0, err
		}
	}
	history, err := b.im.db.History(ctx, b.scope())
	if err != nil || a.WeightKg == 0 || w.item.AsOf.IsZero() {
		return filled, err
	}
	for _, h := range history {
		if h.Key == training.KeyWeight {
			return filled, nil
		}
	}
	res.warn(fmt.Sprintf("The weight of %g kg was taken from it; correct it in the athlete's settings if it is wrong. Undoing the import leaves it.", a.WeightKg))
	day := training.DayOf(w.item.AsOf.In(who.Location()))
	return filled + 1, b.tx.PutThreshold(b.run.athlete.ID, training.ThresholdEntry{Key: training.KeyWeight, From: day, Values: []float64{a.WeightKg}})
}
