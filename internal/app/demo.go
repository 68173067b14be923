package app

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"

	"lapkeep/internal/archive"
	"lapkeep/internal/cli"
	"lapkeep/internal/demo"
	"lapkeep/internal/ingest"
	"lapkeep/internal/store"
	"lapkeep/internal/training"
)

// demoRun names the import of the demo athlete.
const demoRun = "demo"

// buildDemo makes the demo athlete the way a real one comes in: recordings
// through the importer, words and thresholds through the store. A demo that
// is there already is left as it is.
func (p *Program) buildDemo(ctx context.Context, w *cli.Workbench, report func(done, total int)) error {
	counts, err := w.DB.Counts(ctx, w.Scope())
	if err != nil || counts.Activities > 0 {
		return err
	}
	plan := demo.Athlete(training.DayOf(p.Now()))
	var items []demo.Item
	for it := range plan.Items() {
		items = append(items, it)
	}
	if err := putDemoAthlete(ctx, w, plan); err != nil {
		return err
	}
	ids := map[string][]training.ActivityID{}
	var failed error
	_, err = w.Importer.Import(ctx, w.Athlete, demoFiles(items), ingest.RunOptions{Source: "demo", RunID: demoRun},
		func(r ingest.FileResult) {
			ids[r.Path] = r.Activities
			report(len(ids), len(items))
			if r.Status != ingest.Imported && failed == nil {
				failed = training.Errorf(training.KindInternal, "The demo's %s was not imported: %s %s", r.Path, r.Status, r.Reason)
			}
		})
	if err != nil {
		return err
	}
	if failed != nil {
		return failed
	}
	return putDemoWords(ctx, w, items, ids)
}

// demoFiles encodes each item when the importer asks for it, so that the
// importer's workers share that work.
func demoFiles(items []demo.Item) iter.Seq[archive.Item] {
	return func(yield func(archive.Item) bool) {
		for _, it := range items {
			if !yield(archive.Made(it.FileName(), func(context.Context) ([]byte, error) { return it.FIT() })) {
				return
			}
		}
	}
}

func putDemoAthlete(ctx context.Context, w *cli.Workbench, plan demo.Plan) error {
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		a := plan.Athlete
		a.ID = w.Athlete
		if err := tx.PutAthlete(a); err != nil {
			return err
		}
		for _, e := range plan.Thresholds {
			if err := tx.PutThreshold(w.Athlete, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// putDemoWords writes what the athlete said of each activity.
func putDemoWords(ctx context.Context, w *cli.Workbench, items []demo.Item, ids map[string][]training.ActivityID) error {
	return w.DB.Write(ctx, func(tx *store.Tx) error {
		for _, it := range items {
			for i, id := range ids[it.FileName()] {
				if err := putWords(tx, w.Athlete, id, it, i); err != nil {
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
