package kinds

import (
	"context"
	"maps"
	"slices"
	"time"

	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/outbox"
)

// PlannedReader reads what steps are compared by: the athlete's own steps, and the
// thresholds here and at services.
type PlannedReader interface {
	workouts.StructuredReader
	workouts.Documents
}

// session is a workout as it was meant.
type session struct {
	text   string
	sport  training.Sport
	indoor bool
	day    training.Day // that its targets are resolved on
}

// readAs compares the steps of a workout that was sent with those that the
// service reads in its text. It takes no steps as such, and resolves what is
// relative by thresholds of its own.
func readAs(
	ctx context.Context, r PlannedReader, k outbox.Kept, c document.Collection, ours session, theirs []training.WorkoutStep,
) ([]ledger.Difference, i18n.Sentence, error) {
	s := training.Scope{Athlete: k.Athlete, Audience: training.AudienceExport}
	steps, err := stepsOf(ctx, r, s, c, k.Here, ours)
	if err != nil || len(steps) == 0 && len(theirs) == 0 {
		return nil, "", err
	}
	all, further := workout.Compare(steps, theirs)
	days, err := workouts.DaysOf(ctx, r, s)
	if err != nil {
		return nil, "", err
	}
	there, ok, err := workouts.There(ctx, r, s, string(k.Source), ours.sport, ours.indoor)
	if err != nil {
		return nil, "", err
	}
	if ok {
		all = append(all, workouts.Resolved(steps, days.On(ours.day, ours.sport, ours.indoor), there)...)
	}
	var out []ledger.Difference
	for _, d := range all {
		here, there := d.Sides()
		out = append(out, ledger.Difference{Field: ledger.StepsField, Meant: here.String(), Held: there.String()})
	}
	if further {
		out = append(out, ledger.Difference{Field: ledger.StepsField, Meant: "further steps", Held: "further steps that differ"})
	}
	return out, fixed(steps), nil
}

// mostFixed is how many targets are named.
const mostFixed = 6

// fixed says which targets were sent in W; empty for none.
func fixed(steps []training.WorkoutStep) i18n.Sentence {
	all := workouts.InWatts(steps)
	if len(all) == 0 {
		return ""
	}
	text := i18n.Joined("%s, %s", all[:min(len(all), mostFixed)]...)
	if len(all) > mostFixed {
		text = i18n.Sentencef("%s and others", text)
	}
	return i18n.Sentencef("Sent in W, which does not follow a new FTP: %s.", text)
}

// stepsOf are the steps of a workout as they are here: the athlete's own, else
// those of its text.
func stepsOf(
	ctx context.Context, r PlannedReader, s training.Scope, c document.Collection, id string, ours session,
) ([]training.WorkoutStep, error) {
	docs, err := r.Documents(ctx, s, c, document.Filter{ID: id})
	if err != nil {
		return nil, err
	}
	d := document.Document{} // of what was deleted since
	if len(docs) > 0 {
		d = docs[0]
	}
	shown, err := document.Show[struct {
		Structure training.Structure `json:"structure"`
	}](d)
	return workouts.StructuredSteps(&d, ours.text, shown.Structure, ours.sport), err
}

// bearing are the fields by which the steps of a workout are read and resolved.
func bearing(sent []string) bool {
	return slices.ContainsFunc(sent, func(n string) bool {
		return slices.Contains([]string{"description", "category", "sport", "sub_sport", "indoor", "start_local"}, n)
	})
}

// plannedWorkouts are those of the library, of which services read the steps in a text
// or take them.
type plannedWorkouts struct {
	Things[training.LibraryWorkout]
	r   PlannedReader
	now func() time.Time
}

// ReadAs compares the steps of a workout, by the thresholds of today.
func (x plannedWorkouts) ReadAs(ctx context.Context, k outbox.Kept, meant outbox.Fields) ([]ledger.Difference, i18n.Sentence, error) {
	var ours training.LibraryWorkout
	theirs, ok := k.Thing.Whole.(training.LibraryWorkout)
	if err := Fill(meant, &ours); err != nil || !ok || !bearing(k.Sent) || k.Thing.Untold != nil {
		return nil, "", err
	}
	who, err := x.r.Athlete(ctx, training.Scope{Athlete: k.Athlete, Audience: training.AudienceExport})
	if err != nil {
		return nil, "", err
	}
	today := training.DayOf(k.At.In(who.Location()))
	return readAs(ctx, x.r, k, document.Workouts, session{ours.Description, ours.Sport, ours.Indoor, today}, theirs.Structure.Steps)
}

// Lost has the workout stay here.
func (x plannedWorkouts) Lost(tx *store.Tx, k outbox.Kept) (outbox.Fields, error) {
	l, err := tx.Layers(k.Athlete, document.Workouts, k.Here)
	if err != nil {
		return nil, err
	}
	prior, err := x.Shown(l, document.Own{})
	if err != nil {
		return nil, err
	}
	return prior, lost(tx, x, k)
}

// ReadAs compares the steps of a workout in the calendar, by the thresholds of
// its day.
func (x Events) ReadAs(ctx context.Context, k outbox.Kept, meant outbox.Fields) ([]ledger.Difference, i18n.Sentence, error) {
	var ours training.CalendarEvent
	theirs, ok := k.Thing.Whole.(training.CalendarEvent)
	if err := Fill(meant, &ours); err != nil || !ok || ours.Category != training.EventWorkout || !bearing(k.Sent) {
		return nil, "", err
	}
	s := session{ours.Description, ours.Sport, ours.Indoor, ours.Start.Day()}
	return readAs(ctx, x.Reader, k, document.Events, s, theirs.Structure.Steps)
}

// Lost has the event stay here.
func (x Events) Lost(tx *store.Tx, k outbox.Kept) (outbox.Fields, error) {
	l, err := tx.Layers(k.Athlete, document.Events, k.Here)
	if err != nil {
		return nil, err
	}
	said, err := plannedEventOf(l, document.Own{})
	if err != nil {
		return nil, err
	}
	return said.fields, lost(tx, x, k)
}

// lost has what a service lost stand here as the athlete's own words, but for
// what the service reckoned by the steps of its text.
func lost(tx *store.Tx, kind outbox.Kind, k outbox.Kept) error {
	none := k
	none.Thing = nil
	if err := kind.Keep(tx, none); err != nil {
		return err
	}
	var is struct {
		Description string
		Sport       training.Sport
	}
	if err := Fill(k.Thing.Fields, &is); err != nil {
		return err
	}
	theirs := []string{restField}
	if len(workouts.StructuredSteps(&document.Document{}, is.Description, training.Structure{}, is.Sport)) > 0 {
		theirs = append(theirs, "moving_time_s", "distance_km", "load")
	}
	names := slices.Sorted(maps.Keys(k.Thing.Fields))
	return kind.Want(tx, k, slices.DeleteFunc(names, func(n string) bool {
		return slices.Contains(theirs, n) && !slices.Contains(k.Sent, n)
	}))
}
