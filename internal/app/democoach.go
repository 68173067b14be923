package app

import (
	"context"

	"lapkeep/internal/coach/bodymap"
	"lapkeep/internal/coach/memory"
	"lapkeep/internal/demo"
	"lapkeep/internal/faces/cli"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// putDemoCoach writes what the demo athlete has with a coach: a plan, a memory,
// logs, marks on the body and a few digests. What is there already stays.
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

// demoTexts are the plan, the memory and the logs of sessions.
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

// missingTexts are the drafts of texts that are not there.
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
