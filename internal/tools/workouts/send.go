package workouts

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"

	"lapkeep/internal/answers/calendar"
	"lapkeep/internal/answers/workouts"
	"lapkeep/internal/i18n"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/services/source"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/ledger"
	"lapkeep/internal/tools"
	plan "lapkeep/internal/tools/calendar"
	"lapkeep/internal/tools/period"
	"lapkeep/internal/training"
	"lapkeep/internal/writes/journal"
	"lapkeep/internal/writes/kinds"
	"lapkeep/internal/writes/outbox"
)

// Services gives access to an athlete's connections.
type Services interface {
	Service(name source.Name) (source.Service, error)
	Title(name source.Name) string
}

// sending adds planned workouts to the library of one service. For a service without a
// calendar, this is the only way to send planned workouts.
type sending struct {
	batch
	d     Deps
	c     *tools.Call
	to    source.Name
	title string
	// alone means that the call asks for this one event. If the workout was deleted on the
	// service, it is created there again.
	alone bool
	// folder is the folder in the service's library, which some services require. It may be empty.
	folder string
	events []calendar.Event
	there  []workouts.WorkoutView
	days   *workouts.Days
	out    created
}

// sending returns the request to send events from the calendar, or nil if
// workout_id contains neither an event nor days.
func (in *createIn) sending(ctx context.Context, d Deps, c *tools.Call) (*sending, error) {
	s := &sending{batch: batch{targets: map[string]string{}, folders: foldersOf(ctx, d, c)}, d: d, c: c}
	found, err := in.planned(ctx, s)
	if err != nil {
		return nil, err
	}
	if !found {
		if in.Source != "" {
			return nil, training.Errorf(training.KindInvalid, "source applies only to planned workouts.").
				WithFix("Give calendar days as workout_id, or leave source out.")
		}
		return nil, nil
	}
	only := []workoutIn{{From: in.Workouts[0].From, Folder: in.Workouts[0].Folder}}
	if s.folder = textclean.Line(only[0].Folder, textclean.NameRunes); in.Calendar || !reflect.DeepEqual(in.Workouts, only) {
		return nil, training.Errorf(training.KindInvalid, "A planned session must be sent unchanged, in a separate call.").
			WithFix("Give only workout_id, source and folder_id.")
	}
	if err := s.target(ctx, in.Source); err != nil {
		return nil, err
	}
	return s, ctx.Err()
}

// planned finds the events to which the workouts in the arguments refer.
func (in *createIn) planned(ctx context.Context, s *sending) (bool, error) {
	for i := range in.Workouts {
		w := &in.Workouts[i]
		if w.From == "" || w.Date.Set {
			continue
		}
		if in.Source == "" { // an event has priority over a library workout only if a service is given
			if _, err := workouts.Pick(ctx, s.d.Store, s.c.Whole(), w.From); err == nil || training.KindOf(err) != training.KindNotFound {
				continue // the code that copies the workout reports errors
			}
		}
		event, err := calendar.Find(ctx, s.d.Store, s.c.Whole(), w.From)
		if err == nil {
			s.alone, s.events = true, []calendar.Event{event}
			return true, nil
		}
		if training.KindOf(err) != training.KindNotFound {
			return false, err
		}
		days, err := period.Ahead(w.From, s.c.Today, s.c.Week)
		if err != nil {
			continue
		}
		if s.events, err = calendar.In(ctx, s.d.Store, s.c.Whole(), days); err != nil {
			return false, err
		}
		s.events = slices.DeleteFunc(s.events, func(e calendar.Event) bool { return e.Category != training.EventWorkout })
		switch n := len(s.events); {
		case n == 0:
			return false, training.Errorf(training.KindNotFound, "No workout is planned from %s to %s.", days.From, days.To).
				WithFix("list_events shows what is planned.")
		case n > plan.MaxSessions:
			return false, training.Errorf(training.KindTooLarge, "%d workouts are planned from %s to %s.", n, days.From, days.To).
				WithFix("Send at most %d in a call.", plan.MaxSessions)
		}
		return true, nil
	}
	return false, nil
}

// target sets the service to which workouts are sent: the named one, or the
// home source of workouts.
func (s *sending) target(ctx context.Context, named string) error {
	who, err := s.d.Store.Athlete(ctx, s.c.Whole())
	if err != nil {
		return err
	}
	home := who.HomeOf(training.ThingWorkouts)
	s.to = source.Name(cmp.Or(named, home))
	if s.to == "" || s.d.Services == nil {
		return training.Errorf(training.KindUnsupported, "Your workouts are stored on this machine only, so there is no service to "+
			"send them to.").
			WithFix(`Name a service as source, or as home_source with update_athlete_settings: "workouts=SERVICE".`)
	}
	services := s.d.Services(s.c.Scope.Athlete)
	service, err := services.Service(s.to)
	if err != nil {
		return err
	}
	s.to, s.title = service.Name(), services.Title(s.to)
	takes := kinds.AbilitiesOf(service).Takes
	switch {
	case !slices.Contains(takes, string(training.ThingWorkouts)):
		return training.Errorf(training.KindUnsupported, "%s does not accept workouts.", s.title).
			WithFix("export_workout writes a file for devices.")
	case named == "" && slices.Contains(takes, string(training.ThingCalendar)) && who.HomeOf(training.ThingCalendar) == home:
		return training.Errorf(training.KindUnsupported, "%s has a calendar and gets planned workouts automatically.", s.title).
			WithFix("To copy them to its library, also give source %s and, if it asks for one, a folder_id.", s.to)
	}
	return nil
}

// send adds all workouts to the library. The id of each is derived from its
// event, so that a later call finds it.
func (s *sending) send(ctx context.Context) (*created, error) {
	var err error
	if s.there, err = workouts.Workouts(ctx, s.d.Store, s.c.Whole()); err != nil {
		return nil, err
	}
	if s.days, err = workouts.DaysOf(ctx, s.d.Store, s.c.Whole()); err != nil {
		return nil, err
	}
	var notes []i18n.Sentence
	for i := range s.events {
		note, err := s.add(ctx, &s.events[i])
		if err != nil {
			return nil, err
		}
		if note != "" {
			notes = append(notes, note)
		}
	}
	if len(s.words) == 0 {
		s.out.Written = s.c.Unchanged(i18n.Sentencef("Nothing changed: everything that can be sent has already been sent to %s.", s.title))
	} else {
		summary := i18n.Sentencef("Send %s from the calendar to the library of %s.",
			i18n.Numbered(len(s.words), "workout", "workouts"), s.title)
		done, err := s.d.Journal.Do(ctx, s.c.Write(summary, s.targets), s.put(s.c.Scope.Athlete))
		if err != nil {
			return nil, err
		}
		s.out.Written = s.c.Written(done)
	}
	s.out.Notes = append(notes, s.out.Notes...)
	return &s.out, ctx.Err()
}

// add adds one event. If the event is not sent, note is the reason.
func (s *sending) add(ctx context.Context, event *calendar.Event) (note i18n.Sentence, err error) {
	name := textclean.Line(event.Name, textclean.NameRunes)
	if len(event.Steps()) == 0 {
		return i18n.Sentencef("%s has no steps that can be read, so it is not sent.", name), nil
	}
	w := ofLibrary(event)
	id, it := "planned-"+event.ID, workouts.WorkoutView{}
	if at := slices.IndexFunc(s.there, func(t workouts.WorkoutView) bool { return t.ID == id }); at >= 0 {
		it = s.there[at]
	}
	has, lost, err := s.at(ctx, id, &it.Document)
	if err != nil {
		return "", err
	}
	row := made{In: inLibrary, Status: "created", Date: &event.Days.From, Name: w.Name}
	if row.figure(s.days, event.Days.From, &w); it.ID != "" || !s.c.DryRun {
		row.ID = id
	}
	e, err := newEdit(&it, func() string { return id })
	if err != nil {
		return "", err
	}
	e.follow(&w)
	if s.folder != "" {
		set(e, "folder_id", &e.after.FolderID, s.folder, text)
	}
	if err := placed(ctx, s.folders, e); err != nil {
		return "", err
	}
	switch {
	case lost && !s.alone:
		row.ID, row.Status = it.ID, "deleted_there"
		note = i18n.Sentencef("%s was deleted on %s, so it is not created there again. To create it again, pass only %s as workout_id.",
			w.Name, s.title, event.ID)
	case has && len(e.Changes) == 0:
		row.Status = "unchanged"
	default:
		if has {
			row.Status = "updated"
		} else if it.ID != "" {
			row.Status = "sent"
		}
		err = s.word(e)
	}
	s.out.Workouts = append(s.out.Workouts, row)
	return note, err
}

// at reports whether the service has the workout or will get it, and whether the workout was
// deleted on the service but not here.
func (s *sending) at(ctx context.Context, id string, d *document.Document) (has, lost bool, err error) {
	if slices.ContainsFunc(d.Statements, func(x document.SourceLayer) bool { return x.Source == string(s.to) }) {
		return true, false, nil
	}
	rows, err := s.d.Sent().Thing(ctx, s.c.Scope.Athlete, string(document.Workouts), id)
	for i := range rows {
		if rows[i].Source == string(s.to) && rows[i].State.Open() {
			has = rows[i].Action != ledger.OutboxDelete
		}
	}
	return has, !has && outbox.Lost(s.to, rows), err
}

// word adds the edit of a workout to the write.
func (s *sending) word(e *edit) error {
	words, err := e.Words()
	if err != nil {
		return err
	}
	words.To = string(s.to)
	s.words = append(s.words, words)
	s.targets["workout:"+e.ID] = string(e.before.Document.Own)
	if became := i18n.Sentence("created"); e.before.ID == "" || len(e.Changes) == 0 {
		if e.before.ID != "" {
			became = i18n.Sentencef("sent to %s", s.title)
		}
		s.changes = append(s.changes, journal.Change{Of: ofWorkout, Target: e.after.Name, Field: "workout", After: became})
		return nil
	}
	for _, ch := range e.Changes {
		ch.Target = e.after.Name
		s.changes = append(s.changes, ch)
	}
	return nil
}

// ofLibrary returns a planned workout for the library, where only the name shows the day. It
// leaves out values that are computed from steps, because each service computes them itself.
func ofLibrary(e *calendar.Event) training.LibraryWorkout {
	w := training.LibraryWorkout{
		Name:        textclean.Line(fmt.Sprintf("%s %s", e.Days.From, e.Name), textclean.NameRunes),
		Description: e.Description, Sport: e.Sport, SubSport: e.SubSport, Indoor: e.Indoor,
	}
	var own struct {
		Structure json.RawMessage `json:"structure"`
	}
	if json.Unmarshal(e.Document.Own, &own) == nil && own.Structure != nil {
		w.Structure = e.Structure
	}
	return w
}
