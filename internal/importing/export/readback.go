package export

import (
	"cmp"
	"context"
	"slices"

	"lapkeep/internal/importing/match"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// Counts holds the numbers of activities, documents and pieces of gear that were
// added or changed, and of exported recordings that the store does not have.
type Counts struct{ Added, Changed, Missing int }

// Apply adds the data in a document to a store: settings, links, edits, notes, deletions
// and manual activities, one group per transaction. It keeps existing settings and
// edits, so it can be run again. Gear that gets edits is recorded in the run.
func Apply(ctx context.Context, db store.Store, athlete training.Athlete, doc *Document, run *store.ImportRun,
	group int,
) (Counts, error) {
	rb := &readBack{db: db, athlete: athlete, doc: doc, runID: run.ID}
	err := db.Write(ctx, func(tx *store.Tx) error {
		rb.Counts = Counts{} // the transaction may be run again
		return rb.settings(ctx, tx)
	})
	if err != nil {
		return Counts{}, err
	}
	gear, err := Documents(ctx, db, doc.gear(), run, group)
	if err != nil {
		return rb.Counts, err
	}
	rb.Changed += gear.Added + gear.Changed
	for some := range slices.Chunk(doc.Activities, group) {
		before := rb.Counts
		err := db.Write(ctx, func(tx *store.Tx) error {
			rb.Counts = before // the transaction may be run again
			for i := range some {
				if err := rb.activity(ctx, tx, &some[i]); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return before, err
		}
	}
	return rb.Counts, nil
}

// readBack is the application of one document to a store.
type readBack struct {
	db      store.Store
	athlete training.Athlete
	doc     *Document
	runID   string // run that imported the recordings
	Counts
}

func (rb *readBack) scope() training.Scope {
	return training.Everything(rb.athlete.ID)
}

// settings applies the settings that the athlete has not made here.
func (rb *readBack) settings(ctx context.Context, tx *store.Tx) error {
	if err := rb.profile(ctx, tx); err != nil {
		return err
	}
	history, err := rb.db.History(ctx, rb.scope())
	if err != nil {
		return err
	}
	for _, t := range rb.doc.Thresholds {
		known := slices.ContainsFunc(history, func(e training.ThresholdEntry) bool {
			return e.Key == t.Key && e.Sport == t.Sport && e.From == t.From
		})
		if known {
			continue
		}
		e := training.ThresholdEntry{Key: t.Key, Sport: t.Sport, From: t.From, Values: t.Values}
		if err := tx.PutThreshold(rb.athlete.ID, e); err != nil {
			return err
		}
	}
	if err := rb.decisions(ctx, tx); err != nil {
		return err
	}
	for _, t := range rb.doc.Ties {
		if err := tx.Outbox().Tie(rb.athlete.ID, t); err != nil {
			return err
		}
	}
	return nil
}

// profile updates the athlete's profile. If nothing was entered here, it
// applies the whole profile, and otherwise only fields that are unknown here.
// An old export never makes the athlete share more.
func (rb *readBack) profile(ctx context.Context, tx *store.Tx) error {
	here, err := rb.db.Athlete(ctx, rb.scope())
	if err != nil {
		return err
	}
	from := rb.doc.Profile.Athlete(here.ID)
	if from.Unsaid {
		return nil
	}
	want := here
	if here.Unsaid {
		want = from
	}
	if here.HomeSource == "" && here.HomesOf == "" {
		want.HomesOf = from.HomesOf
	}
	for _, f := range []struct{ to, from *string }{
		{&want.Name, &from.Name},
		{(*string)(&want.Sex), (*string)(&from.Sex)},
		{&want.TimeZone, &from.TimeZone},
		{saidBy(here.Sex == "", &want.SaidBy.Sex), &from.SaidBy.Sex},
		{saidBy(here.BirthYear == 0, &want.SaidBy.BirthYear), &from.SaidBy.BirthYear},
		{saidBy(here.TimeZone == "", &want.SaidBy.TimeZone), &from.SaidBy.TimeZone},
		{&want.Language, &from.Language},
		{&want.LoadOrder, &from.LoadOrder},
		{&want.HomeSource, &from.HomeSource},
		{(*string)(&want.Units), (*string)(&from.Units)},
		{(*string)(&want.WellnessOrder), (*string)(&from.WellnessOrder)},
	} {
		*f.to = cmp.Or(*f.to, *f.from)
	}
	want.BirthYear = cmp.Or(want.BirthYear, from.BirthYear)
	want.TimeZone, want.Language = cmp.Or(want.TimeZone, here.TimeZone), cmp.Or(want.Language, here.Language)
	want.Units = cmp.Or(want.Units, here.Units)
	if want == here {
		return nil
	}
	rb.Changed++
	return tx.PutAthlete(want)
}

// saidBy returns field if the value comes from the export, and otherwise a pointer to an
// unused string.
func saidBy(comes bool, field *string) *string {
	if comes {
		return field
	}
	return new(string)
}

// decisions stores the exported decisions on pairs for which there is no decision here.
func (rb *readBack) decisions(ctx context.Context, tx *store.Tx) error {
	here, err := rb.db.Documents(ctx, rb.scope(), document.Pairs, document.Filter{})
	if err != nil {
		return err
	}
	for _, d := range rb.doc.Decisions {
		if slices.ContainsFunc(here, func(h document.Document) bool { return h.ID == d.Pair && h.Own != nil }) {
			continue
		}
		if err := match.Restore(tx, rb.athlete.ID, d.Pair, d.Word); err != nil {
			return err
		}
	}
	return nil
}

// activity applies the data about one activity.
func (rb *readBack) activity(ctx context.Context, tx *store.Tx, a *Activity) error {
	page, err := rb.db.Activities(ctx, rb.scope(), store.ActivityFilter{IDs: []training.ActivityID{a.ID}, Deleted: true})
	if err != nil {
		return err
	}
	var here *store.ActivityRow
	if len(page.Rows) > 0 {
		here = &page.Rows[0]
	}
	switch {
	case here != nil && here.Deleted:
		return nil // an activity that was deleted here stays deleted
	case here != nil && a.Deleted:
		return rb.deleted(ctx, tx, a.ID)
	}
	if here == nil {
		rb.Added++
	}
	if a.Deleted || a.Manual != nil {
		return rb.entered(ctx, tx, a, here)
	}
	return rb.recorded(ctx, tx, a, here)
}

// deleted deletes an activity that came back only because the export contains its file,
// which also has other activities. An activity that existed before the run is kept.
func (rb *readBack) deleted(ctx context.Context, tx *store.Tx, id training.ActivityID) error {
	recs, err := rb.db.Recordings(ctx, rb.scope(), id)
	if err != nil || rb.runID == "" {
		return err
	}
	if slices.ContainsFunc(recs, func(r store.RecordingRow) bool { return r.RunID != rb.runID }) || len(recs) == 0 {
		return nil
	}
	rb.Changed++
	return tx.DeleteActivity(rb.athlete.ID, id)
}

// entered restores an activity without recordings, including the record of a deleted one.
func (rb *readBack) entered(ctx context.Context, tx *store.Tx, a *Activity, here *store.ActivityRow) error {
	athlete := rb.athlete.ID
	if here == nil {
		if err := tx.PutActivity(athlete, base(a, nil)); err != nil {
			return err
		}
		if a.Manual != nil {
			s := store.Summary{Values: a.Manual.Values, NPWindows: a.Manual.NPWindows, HRSeconds: a.Manual.HRSeconds}
			if err := tx.PutSummary(athlete, a.ID, s); err != nil {
				return err
			}
		}
	}
	if err := rb.words(ctx, tx, a, here); err != nil || !a.Deleted {
		return err
	}
	return tx.DeleteActivity(athlete, a.ID)
}

// recorded links the recordings in the same way as the document.
func (rb *readBack) recorded(ctx context.Context, tx *store.Tx, a *Activity, here *store.ActivityRow) error {
	athlete := rb.athlete.ID
	links, same, err := rb.links(ctx, a)
	if err != nil {
		return err
	}
	if len(links) == 0 {
		if here == nil {
			rb.Added--
		}
		return nil
	}
	fresh := base(a, here)
	relink := here == nil || !same
	if relink || !sameRow(fresh, here.Activity) {
		rb.Changed++
		if err := tx.PutActivity(athlete, fresh); err != nil {
			return err
		}
	}
	if relink {
		if err := relinked(tx, athlete, a.ID, links); err != nil {
			return err
		}
	}
	return rb.words(ctx, tx, a, here)
}

// relinked links recordings to an activity, and redirects their own ids to it.
func relinked(tx *store.Tx, athlete training.AthleteID, id training.ActivityID, links []link) error {
	if err := tx.Redirect(athlete, id, id); err != nil {
		return err
	}
	for _, l := range links {
		if err := tx.LinkRecording(athlete, id, l.id, l.rank, l.chosen); err != nil {
			return err
		}
		if l.own == id {
			continue
		}
		if err := tx.Redirect(athlete, l.own, id); err != nil {
			return err
		}
	}
	return nil
}

// link is a recording and its role in an activity of the document.
type link struct {
	id     training.RecordingID
	own    training.ActivityID // id of the activity that it would form by itself
	rank   int
	chosen store.ChannelSet
}

// links finds the recordings of an activity. same reports whether they are
// already linked in this way.
func (rb *readBack) links(ctx context.Context, a *Activity) (links []link, same bool, err error) {
	same = true
	for _, rec := range a.Recordings {
		rows, err := rb.db.RecordingsByOriginal(ctx, rb.scope(), rec.Original)
		if err != nil {
			return nil, false, err
		}
		i := slices.IndexFunc(rows, func(r store.RecordingRow) bool { return r.Recording.SessionIndex == rec.Session })
		if i < 0 {
			rb.Missing++
			continue
		}
		l := link{id: rows[i].ID, own: match.IdentityOf(rec.Original, rec.Session).Activity(), rank: rec.Rank}
		for _, name := range rec.Chosen {
			if ch, ok := training.ParseChannel(name); ok {
				l.chosen |= store.Channels(ch)
			}
		}
		same = same && rows[i].Activity == a.ID && rows[i].Rank == l.rank && rows[i].Chosen == l.chosen
		links = append(links, l)
	}
	return links, same, nil
}

// said stores the statements of services. If a statement has a private note
// that is not among the activity's notes, the athlete deleted it.
func (rb *readBack) said(tx *store.Tx, a *Activity) error {
	athlete := rb.athlete.ID
	for _, s := range a.Statements {
		changed, err := tx.PutActivityStatement(athlete, a.ID, s.Statement, document.StatementsBy{AsOf: s.AsOf, At: s.At})
		if err != nil {
			return err
		}
		if !changed {
			continue
		}
		rb.Changed++
		kept := slices.ContainsFunc(a.Notes, func(n Note) bool { return n.ID == s.Ref })
		if s.PrivateNote != "" && !kept {
			if err := tx.DeleteNote(athlete, s.Ref); err != nil {
				return err
			}
		}
	}
	return nil
}

// words stores edits, statements, external ids and notes. It skips fields that
// the athlete has edited here.
func (rb *readBack) words(ctx context.Context, tx *store.Tx, a *Activity, here *store.ActivityRow) error {
	athlete := rb.athlete.ID
	for _, field := range a.Edited {
		value := a.Override(field)
		if value == nil || here != nil && slices.Contains(here.Edited, field) {
			continue
		}
		rb.Changed++
		if _, err := tx.SetOverride(athlete, a.ID, field, value); err != nil {
			return err
		}
	}
	if err := rb.said(tx, a); err != nil {
		return err
	}
	for _, ref := range a.ExternalIDs {
		if err := tx.PutExternalID(athlete, a.ID, ref); err != nil {
			return err
		}
	}
	return rb.notes(ctx, tx, a, here)
}

// notes stores notes, unless the activity already has one with the same text.
func (rb *readBack) notes(ctx context.Context, tx *store.Tx, a *Activity, here *store.ActivityRow) error {
	var known []store.Note
	if here != nil {
		var err error
		if known, err = rb.db.Notes(ctx, rb.scope(), a.ID); err != nil {
			return err
		}
	}
	for _, n := range a.Notes {
		note := store.Note{ID: n.ID, Activity: a.ID, Target: n.Target, Author: n.Author, Text: n.Text, At: n.At}
		same := slices.ContainsFunc(known, func(k store.Note) bool { return k.ID == n.ID && k.Text == n.Text })
		if same {
			continue
		}
		if err := tx.PutNote(rb.athlete.ID, note); err != nil {
			return err
		}
	}
	return nil
}

// base returns the activity's own row, which is below edits and statements. It
// has the values in the document, except for edited or stated fields. For
// these, it has the values that the import determined.
func base(a *Activity, here *store.ActivityRow) training.Activity {
	act := training.Activity{
		ID: a.ID, Sport: a.Sport, SubSport: a.SubSport, Start: a.Start, OffsetS: a.OffsetS, Zone: a.TimeZone,
		ZoneSource: a.ZoneSource, LocalDay: a.LocalDate, Name: a.Name, Description: a.Description, Tags: a.Tags,
		Race: a.Race, Commute: a.Commute, GearID: a.GearID, MoreGear: a.MoreGear, PerceivedExertion: a.PerceivedExertion,
		Feel: a.Feel, CarbsG: a.CarbsG, FluidML: a.FluidML, Ignored: a.Ignored, Marked: a.Marked, Sets: a.Sets,
		ManualLoad: a.ManualLoad, HiddenFromModels: a.HiddenFromModels, ParentID: a.ParentID,
	}
	for _, field := range slices.Concat(a.Edited, a.StatementFields()) {
		var under training.Activity
		if here != nil && !slices.Contains(here.Edited, field) {
			under = here.Activity
		}
		switch field {
		case "name":
			local := act.Start.In(act.Location())
			act.Name = cmp.Or(under.Name, training.DefaultName(a.Sport, a.SubSport, local.Hour()))
		case "sport":
			act.Sport = cmp.Or(under.Sport, a.Sport)
		default:
			if put := fromBelow(field); put != nil {
				put(&act, &under)
			}
		}
	}
	return act
}

// fromBelow returns a function that copies a field from the layer below, or nil
// if the field cannot be edited.
func fromBelow(field string) func(act, under *training.Activity) {
	return map[string]func(act, under *training.Activity){
		"description":        func(act, under *training.Activity) { act.Description = under.Description },
		"sub_sport":          func(act, under *training.Activity) { act.SubSport = under.SubSport },
		"tags":               func(act, under *training.Activity) { act.Tags = under.Tags },
		"race":               func(act, under *training.Activity) { act.Race = under.Race },
		"commute":            func(act, under *training.Activity) { act.Commute = under.Commute },
		"gear_id":            func(act, under *training.Activity) { act.GearID = under.GearID },
		"more_gear":          func(act, under *training.Activity) { act.MoreGear = under.MoreGear },
		"perceived_exertion": func(act, under *training.Activity) { act.PerceivedExertion = under.PerceivedExertion },
		"feel":               func(act, under *training.Activity) { act.Feel = under.Feel },
		"carbs_g":            func(act, under *training.Activity) { act.CarbsG = under.CarbsG },
		"fluid_ml":           func(act, under *training.Activity) { act.FluidML = under.FluidML },
		"ignored":            func(act, under *training.Activity) { act.Ignored = under.Ignored },
		"intervals":          func(act, under *training.Activity) { act.Marked = under.Marked },
		"sets":               func(act, under *training.Activity) { act.Sets = under.Sets },
		"manual_load":        func(act, under *training.Activity) { act.ManualLoad = under.ManualLoad },
		"hidden_from_models": func(act, under *training.Activity) { act.HiddenFromModels = under.HiddenFromModels },
	}[field]
}

// sameRow compares the fields that the import determines by itself.
func sameRow(a, b training.Activity) bool {
	return a.LocalDay == b.LocalDay && a.Zone == b.Zone && a.OffsetS == b.OffsetS && a.ZoneSource == b.ZoneSource &&
		a.ParentID == b.ParentID && (a.Name == b.Name || slices.Contains(b.Edited, "name"))
}
