package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"time"

	"lapkeep/internal/answers/bodymap"
	"lapkeep/internal/answers/segments"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/faces/cli/settings"
	"lapkeep/internal/i18n"
	"lapkeep/internal/importing"
	"lapkeep/internal/importing/listing"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// buildDemo builds the demo athlete in the same way as real data: it passes
// recordings through the importer, and writes edits and thresholds to the store. It
// finishes an interrupted build, and extends a finished one up to now.
func (p *Program) buildDemo(ctx context.Context, w *cli.Workbench, report func(done, total int)) error {
	home, now := w.Settings.Get(settings.Home), p.Now()
	mark, err := demo.ReadMark(home)
	if err != nil {
		return err
	}
	if mark.Born == 0 {
		counts, err := w.DB.Counts(ctx, w.Scope())
		if err != nil || counts.Activities > 0 {
			return err // an earlier version made it on an unknown day
		}
		mark.Born, mark.Story = training.DayOf(now), demo.Story
		if err := mark.Write(home); err != nil {
			return err
		}
	}
	if mark.Earlier() {
		return nil // such a demo is not extended
	}
	mark.Story = demo.Story
	plan := demo.Athlete(mark.Born).Until(now)
	items := missingItems(plan, mark)
	if len(items) > 0 {
		if err := putDemo(ctx, w, plan, mark, items, now, report); err != nil {
			return err
		}
	}
	if err := putDemoDays(ctx, w, plan, mark); err != nil {
		return err
	}
	if !now.After(mark.Until) {
		return nil
	}
	mark.Until = now
	return mark.Write(home)
}

// missingItems returns the activities since the demo was last built.
func missingItems(plan demo.Plan, mark demo.Mark) []demo.Item {
	there := map[string]bool{}
	if !mark.Until.IsZero() {
		for it := range demo.Athlete(mark.Born).Until(mark.Until).Items() {
			there[it.ID] = true
		}
	}
	var items []demo.Item
	for it := range plan.Items() {
		if !there[it.ID] {
			items = append(items, it)
		}
	}
	return items
}

func putDemo(
	ctx context.Context, w *cli.Workbench, plan demo.Plan, mark demo.Mark, items []demo.Item, now time.Time,
	report func(done, total int),
) error {
	if err := putDemoAthlete(ctx, w, plan, mark); err != nil {
		return err
	}
	ids := map[string][]training.ActivityID{}
	var failed error
	imported := 0
	run, err := w.Importer.Import(ctx, w.Athlete, demoFiles(items), importing.RunOptions{Source: demoSource, RunID: w.NewID()},
		func(r importing.FileResult) {
			ids[r.Path] = r.Activities
			report(len(ids), len(items))
			if r.Status == importing.Imported {
				imported++
			}
			if r.Status != importing.Imported && r.Status != importing.Duplicate && failed == nil {
				failed = training.Errorf(training.KindInternal, "The demo's %s was not imported: %s %s", r.Path, r.Status, r.Reason)
			}
		})
	if imported > 0 { // after an interruption too
		said := i18n.Sentencef("Import of %s (%d new, %d updated)", i18n.Numbered(len(ids), "file", "files"), imported, 0)
		_, jerr := w.Journal.RecordImport(context.WithoutCancel(ctx), run, said, now)
		err = errors.Join(err, jerr)
	}
	if err = errors.Join(err, failed); err != nil {
		return err
	}
	if err := putDemoWords(ctx, w, run.ID, items, ids); err != nil || !mark.Until.IsZero() {
		return err
	}
	if err := putDemoSegments(ctx, w, plan, ids); err != nil {
		return err
	}
	return putDemoCoach(ctx, w, plan, ids)
}

// demoFiles encodes each item when the importer requests it, so that the
// importer's workers share the work.
func demoFiles(items []demo.Item) iter.Seq[listing.Item] {
	return func(yield func(listing.Item) bool) {
		for _, it := range items {
			if !yield(listing.Made(it.FileName(), func(context.Context) ([]byte, error) { return it.FIT() })) {
				return
			}
		}
	}
}

// putDemoAthlete writes the athlete and their plans once, and new measurements each time.
func putDemoAthlete(ctx context.Context, w *cli.Workbench, plan demo.Plan, mark demo.Mark) error {
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		a := plan.Athlete
		a.ID = w.Athlete
		if mark.Until.IsZero() {
			if err := tx.PutAthlete(a); err != nil {
				return err
			}
			if err := putDemoPlans(tx, w.Athlete, plan); err != nil {
				return err
			}
		}
		for _, e := range plan.Thresholds {
			if !mark.Until.IsZero() && e.From <= training.DayOf(mark.Until.In(a.Location())) {
				continue
			}
			if err := tx.PutThreshold(w.Athlete, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// putDemoPlans writes the calendar, the library and the goals as the athlete's
// own data.
func putDemoPlans(tx *store.Tx, a training.AthleteID, plan demo.Plan) error {
	for _, e := range plan.Events() {
		day := e.Start.Day()
		if err := putDemoOwn(tx, a, document.Events, e.ID, training.DayRange{From: day, To: day}, e); err != nil {
			return err
		}
	}
	for _, f := range plan.Library() {
		workouts := f.Workouts
		f.Workouts = nil
		if err := putDemoOwn(tx, a, document.Folders, f.ID, training.DayRange{}, f); err != nil {
			return err
		}
		for i := range workouts {
			if err := putDemoOwn(tx, a, document.Workouts, workouts[i].ID, training.DayRange{}, workouts[i]); err != nil {
				return err
			}
		}
	}
	goals := plan.Goals()
	for _, id := range slices.Sorted(maps.Keys(goals)) {
		if err := putDemoOwn(tx, a, document.Goals, id, training.DayRange{}, goals[id]); err != nil {
			return err
		}
	}
	return nil
}

func putDemoOwn(tx *store.Tx, a training.AthleteID, c document.Collection, id string, days training.DayRange, v any) error {
	fields, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = tx.PutOwn(a, c, id, document.Own{Fields: fields, Days: days})
	return err
}

// putDemoWords writes the athlete's notes on each activity, and its weather.
func putDemoWords(ctx context.Context, w *cli.Workbench, run string, items []demo.Item, ids map[string][]training.ActivityID) error {
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		for _, it := range items {
			for i, id := range ids[it.FileName()] {
				if err := putWords(tx, w.Athlete, id, it, i); err != nil {
					return err
				}
				if err := putWeather(tx, w.Athlete, id, it, i, run); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func putWords(tx *store.Tx, a training.AthleteID, id training.ActivityID, it demo.Item, session int) error {
	words := map[string]any{"tags": it.Tags, "race": it.Race, "description": it.Description}
	if session == 0 {
		words["name"] = it.Name
	}
	if it.PerceivedExertion > 0 {
		words["perceived_exertion"] = it.PerceivedExertion
	}
	if it.CarbsG > 0 {
		words["carbs_g"] = it.CarbsG
	}
	if it.FluidML > 0 {
		words["fluid_ml"] = it.FluidML
	}
	if session < len(it.Gear) && len(it.Gear[session]) > 0 {
		words["gear_id"], words["more_gear"] = it.Gear[session][0], it.Gear[session][1:]
	}
	for field, v := range words {
		if s, ok := v.([]string); ok && len(s) == 0 || v == "" || v == false {
			continue
		}
		b, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if _, err := tx.SetOverride(a, id, field, b); err != nil {
			return err
		}
	}
	if it.Note == "" || session > 0 {
		return nil
	}
	return tx.PutNote(a, store.Note{
		ID: fmt.Sprintf("%s-note", it.ID), Activity: id, Target: "local", Author: "athlete", Text: it.Note, At: it.Start,
	})
}

// demoSource is the source of values that come from neither a device nor the athlete.
const demoSource = "demo"

// putDemoDays writes the wellness days and the gear, or, if the demo was already
// built up to the mark, what has been added since.
func putDemoDays(ctx context.Context, w *cli.Workbench, plan demo.Plan, mark demo.Mark) error {
	had, reminded := training.Day(0), map[string]bool{}
	if !mark.Until.IsZero() {
		had = plan.Awake(mark.Until)
		_, reminders := demo.Athlete(mark.Born).Until(mark.Until).Gear()
		for _, r := range reminders {
			reminded[r.ID] = true
		}
	}
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		for _, m := range plan.Mornings() {
			if err := putMorning(tx, w.Athlete, m, had); err != nil {
				return err
			}
		}
		gear, reminders := plan.Gear()
		for _, g := range gear {
			if _, err := tx.PutStatement(w.Athlete, document.GearStatement(g)); err != nil {
				return err
			}
		}
		for _, r := range reminders {
			if reminded[r.ID] {
				continue
			}
			if err := putDemoOwn(tx, w.Athlete, document.Reminders, r.ID, training.DayRange{}, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// putMorning writes one day. The last day of an earlier build is updated, because
// the watch has continued to count.
func putMorning(tx *store.Tx, a training.AthleteID, m demo.Morning, had training.Day) error {
	day := m.Watch.Day
	days, id := training.DayRange{From: day, To: day}, day.String()
	if !m.Watch.Empty() && day >= had {
		_, err := tx.PutStatement(a, document.Statement{Collection: document.Wellness, ID: id, Days: days, Source: demoSource, Body: m.Watch})
		if err != nil {
			return err
		}
	}
	if m.Own.Empty() || day <= had {
		return nil
	}
	return putDemoOwn(tx, a, document.Wellness, id, days, m.Own)
}

func putWeather(tx *store.Tx, a training.AthleteID, id training.ActivityID, it demo.Item, session int, run string) error {
	if it.Weather == nil {
		return nil
	}
	said := training.Statement{Ref: fmt.Sprintf("%s:%s-%d", demoSource, strings.TrimPrefix(it.ID, "demo-"), session), Weather: it.Weather}
	_, err := tx.PutActivityStatement(a, id, said, document.StatementsBy{RunID: run, AsOf: it.Start, At: it.Start})
	return err
}

// putDemoSegments cuts the athlete's segments from their rides.
func putDemoSegments(ctx context.Context, w *cli.Workbench, plan demo.Plan, ids map[string][]training.ActivityID) error {
	for _, s := range plan.Segments() {
		of := ids[s.Ride.FileName()]
		if len(of) == 0 {
			continue
		}
		cut, err := segments.Cut(ctx, w.DB, w.Scope(), of[0], segments.Part{FromKm: &s.FromKm, ToKm: &s.ToKm})
		if err != nil {
			return err
		}
		body := cut.Segment(s.Name, s.Kind)
		body.Starred = s.Starred
		err = w.DB.Write(ctx, func(tx *store.Tx) error {
			return putDemoOwn(tx, w.Athlete, document.Segments, s.ID, training.DayRange{}, body)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// putDemoCoach writes the demo athlete's coaching data: a plan, a memory, logs,
// marks on the body and a few digests. Existing data is kept.
func putDemoCoach(ctx context.Context, w *cli.Workbench, plan demo.Plan, ids map[string][]training.ActivityID) error {
	drafts, err := missingTexts(ctx, w, demoTexts(plan))
	if err != nil {
		return err
	}
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		for i := range drafts {
			if _, _, err := drafts[i].Put(tx, w.Athlete); err != nil {
				return err
			}
		}
		for _, m := range plan.BodyMarks() {
			id := bodymap.MarkID(m.By, m.Region, m.Date)
			if err := putDemoOwn(tx, w.Athlete, document.BodyMarks, id, training.DayRange{From: m.Date, To: m.Date}, m); err != nil {
				return err
			}
		}
		for _, d := range plan.Digests() {
			line := training.Digest{Line: d.Line, By: string(training.ByAssistant)}
			for _, id := range ids[d.Item.FileName()] {
				days := training.DayRange{From: d.Item.Day, To: d.Item.Day}
				if err := putDemoOwn(tx, w.Athlete, document.Digests, string(id), days, line); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

func demoTexts(plan demo.Plan) []memory.Draft {
	id, body := plan.TrainingPlan()
	remembered := plan.Memory()
	sessions := plan.Sessions()
	out := []memory.Draft{{Kind: memory.TrainingPlan, ID: id, Body: body, Author: training.ByAthlete, At: sessions[0].At}}
	all := func(training.Day) bool { return true }
	for _, s := range sessions {
		log := memory.AppendSession("", s.Day, s.At.In(plan.Athlete.Location()), s.Coach, s.Summary)
		out = append(out, memory.Draft{Kind: memory.SessionLog, ID: s.Day.String(), Body: log, Author: training.ByAssistant, At: s.At})
		remembered = memory.Remember(remembered, s.Day, memory.Distill(log), all)
	}
	last := sessions[len(sessions)-1].At
	return append(out, memory.Draft{Kind: memory.MemoryKind, ID: memory.MemoryID, Body: remembered, Author: training.ByAssistant, At: last})
}

// missingTexts returns the drafts whose texts do not exist yet.
func missingTexts(ctx context.Context, w *cli.Workbench, all []memory.Draft) ([]memory.Draft, error) {
	var out []memory.Draft
	for i := range all {
		_, err := memory.FindText(ctx, w.DB, w.Scope(), all[i].Kind, all[i].ID)
		if training.KindOf(err) == training.KindNotFound {
			out, err = append(out, all[i]), nil
		}
		if err != nil {
			return nil, err
		}
	}
	return out, nil
}
