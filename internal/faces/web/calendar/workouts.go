package calendar

import (
	"context"
	"net/url"

	"github.com/a-h/templ"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/faces/web/page"
	"lapkeep/internal/training"
)

// libraryView is the workout library, with one of its workouts or a typed text.
type libraryView struct {
	own     page.Answer[workouts.WorkoutList]
	ready   page.Answer[workouts.WorkoutList] // Lapkeep's own sessions
	checked *page.Answer[workouts.Checked]
	one     workouts.WorkoutRow // the chosen workout
	text    string
	sport   string
	date    string
}

// Workouts shows the workout library, or checks a workout: one of the library,
// or a text.
func Workouts(ctx context.Context, p *page.Page) (templ.Component, error) {
	v := &libraryView{text: p.Query("text"), sport: p.Query("sport"), date: p.Query("date")}
	if _, err := training.ParseDay(v.date); err != nil {
		v.date = p.Call.Today.String()
	}
	if v.text != "" {
		v.checked = checked(ctx, p, page.Args{"description": v.text, "sport": v.sport, "date": v.date})
		return libraryBody(p, v), nil
	}
	id := p.Query("id")
	page.Together(
		func() {
			v.own = page.Ask[workouts.WorkoutList](ctx, p, "list_workouts", page.Args{"limit": workouts.MaxRows})
		},
		func() {
			v.ready = page.Ask[workouts.WorkoutList](ctx, p, "list_workouts", page.Args{"folder": "sessions", "limit": workouts.MaxRows})
		},
		func() {
			if id != "" {
				v.checked = checked(ctx, p, page.Args{"id": id, "date": v.date})
			}
		},
	)
	for _, w := range append(v.own.V.Workouts, v.ready.V.Workouts...) {
		if w.ID == id {
			v.one = w
		}
	}
	return libraryBody(p, v), nil
}

func checked(ctx context.Context, p *page.Page, in page.Args) *page.Answer[workouts.Checked] {
	a := page.Ask[workouts.Checked](ctx, p, "check_workout", in)
	return &a
}

// libraryGroup is a folder of the library with its workouts.
type libraryGroup struct {
	name string
	all  []workouts.WorkoutRow
}

// groups returns the workouts by folder, the athlete's own first.
func (v *libraryView) groups(p *page.Page) (out []libraryGroup) {
	for _, f := range v.own.V.Folders {
		out = append(out, libraryGroup{page.Clean(f.Name), inFolder(v.own.V.Workouts, f.ID)})
	}
	other := libraryGroup{p.Say("Other workouts"), inFolder(v.own.V.Workouts, "")}
	return append(out, other, libraryGroup{p.Say("Lapkeep's sessions"), v.ready.V.Workouts})
}

func inFolder(all []workouts.WorkoutRow, folder string) (out []workouts.WorkoutRow) {
	for _, w := range all {
		if w.FolderID == folder {
			out = append(out, w)
		}
	}
	return out
}

// PlanWorkout reads the form that puts a workout of the library on a day.
func PlanWorkout(_ *page.Page, fields url.Values) (page.FormAction, error) {
	date := page.Trimmed(fields, "date")
	return page.FormAction{
		Tool: "create_workout", In: page.Args{"workouts": []page.Args{{"workout_id": page.Trimmed(fields, "id"), "date": date}}},
		Then: page.Same("/calendar?date=" + url.QueryEscape(date)),
	}, nil
}

// soundSteps refuses a workout text whose steps have faults, because it would
// be kept as a text without any steps.
func soundSteps(p *page.Page, field string, text any, sport string) error {
	if text == nil || text == "" || sport == "" {
		return nil
	}
	for _, f := range checked(p.Request.Context(), p, page.Args{"description": text, "sport": sport, "picture": false}).V.Faults {
		if !f.Warning {
			return &page.InWords{Field: field, Err: training.Errorf(training.KindInvalid, "Line %d, column %d: %s", f.Line, f.Column, f.What).
				WithFix("%s", f.Fix)}
		}
	}
	return nil
}
