package workouts

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"

	"lapkeep/internal/formats/steptext"
	"lapkeep/internal/formats/workout"
	"lapkeep/internal/i18n"
	"lapkeep/internal/metrics/efforts"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// WorkoutView is a workout, composed from its layers.
type WorkoutView struct {
	training.LibraryWorkout
	// Document is the stored form of the workout.
	Document document.Document
	// Session is the built-in session; nil for the athlete's own workout.
	Session *workout.Session
}

// Folder is a folder or a plan, composed from its layers, without its workouts.
type Folder struct {
	training.WorkoutFolder
	Document document.Document
}

// Workouts returns all workouts of the athlete's own library.
func Workouts(ctx context.Context, r store.Reader, s training.Scope) ([]WorkoutView, error) {
	docs, err := r.Documents(ctx, s, document.Workouts, document.Filter{})
	if err != nil {
		return nil, err
	}
	out := make([]WorkoutView, len(docs))
	for i, d := range docs {
		if out[i], err = workoutOf(d); err != nil {
			return nil, err
		}
	}
	return out, ctx.Err()
}

func workoutOf(d document.Document) (WorkoutView, error) {
	w, err := document.Show[training.LibraryWorkout](d)
	w.ID = d.ID
	return WorkoutView{LibraryWorkout: w, Document: d}, err
}

// day returns the number of the day within a plan, or -1 if there is none.
func day(planDay *int) int {
	if planDay == nil {
		return -1
	}
	return *planDay
}

// FindWorkout returns the workout with the given id from the athlete's own library. Unlike
// the sessions of [Pick], it can be changed.
func FindWorkout(ctx context.Context, r store.Reader, s training.Scope, id string) (WorkoutView, error) {
	if strings.HasPrefix(id, sessionPrefix) {
		return WorkoutView{}, training.Errorf(training.KindInvalid, "%s is built in and cannot be changed.",
			textclean.Line(id, textclean.NameRunes)).
			WithFix("Save a workout of your own from its text, which get_workout shows, and change that copy.")
	}
	d, err := r.Document(ctx, s, document.Workouts, id)
	if training.KindOf(err) == training.KindNotFound && err != nil {
		return WorkoutView{}, training.Errorf(training.KindNotFound, "There is no workout %q in the library.",
			textclean.Line(id, textclean.NameRunes)).
			WithFix("list_workouts lists all workouts.")
	}
	if err != nil {
		return WorkoutView{}, err
	}
	return workoutOf(d)
}

// Folders returns all folders and plans of the library, by name.
func Folders(ctx context.Context, r store.Reader, s training.Scope) ([]Folder, error) {
	out := []Folder{}
	err := document.Each(ctx, r.Documents, s, document.Folders, document.Filter{}, func(d document.Document, f training.WorkoutFolder) {
		f.ID = d.ID
		out = append(out, Folder{f, d})
	})
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(out, func(a, b Folder) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID)) })
	return out, ctx.Err()
}

// maxPlan is the maximum number of workouts in a plan that can be added to the calendar.
const maxPlan = 500

// PlanView returns a plan by the id of its folder, and those of its workouts
// that have a day, in order. There is at least one.
func PlanView(ctx context.Context, r store.Reader, s training.Scope, id string) (Folder, []WorkoutView, error) {
	folders, err := Folders(ctx, r, s)
	if err != nil {
		return Folder{}, nil, err
	}
	at := slices.IndexFunc(folders, func(f Folder) bool { return f.ID == id })
	if at < 0 {
		return Folder{}, nil, training.Errorf(training.KindNotFound, "There is no training plan %q in the library.",
			textclean.Line(id, textclean.NameRunes)).
			WithFix("Give the id of a folder of kind plan; list_workouts shows them.")
	}
	folder := folders[at]
	if !folder.Plan {
		return folder, nil, training.Errorf(training.KindInvalid, "The folder %q holds workouts and is not a plan.", id).
			WithFix("Give a folder of kind plan, or plan single workouts with create_events.")
	}
	all, err := Workouts(ctx, r, s)
	if err != nil {
		return folder, nil, err
	}
	workouts := slices.DeleteFunc(all, func(w WorkoutView) bool { return w.FolderID != id || w.PlanDay == nil || *w.PlanDay < 0 })
	slices.SortStableFunc(workouts, func(a, b WorkoutView) int {
		return cmp.Or(cmp.Compare(*a.PlanDay, *b.PlanDay), cmp.Compare(a.ID, b.ID))
	})
	switch {
	case len(workouts) == 0:
		return folder, nil, training.Errorf(training.KindInvalid, "The plan %q has no workout with a day.", id).
			WithFix("Give its workouts a plan_day, counted from 0.")
	case len(workouts) > maxPlan:
		return folder, nil, training.Errorf(training.KindTooLarge, "The plan %q has %d workouts.", id, len(workouts)).
			WithFix("Split it: one call takes at most %d.", maxPlan)
	}
	return folder, workouts, nil
}

func sources(d *document.Document) []string {
	var out []string
	for _, said := range d.Statements {
		out = append(out, said.Source)
	}
	return out
}

// edited returns the fields of a document in which the athlete's value replaces
// a source's.
func edited(d *document.Document) []string {
	var own map[string]json.RawMessage
	if len(d.Statements) == 0 || json.Unmarshal(d.Own, &own) != nil {
		return nil
	}
	return Edited(own)
}

// These are the folder of the built-in sessions, and the prefix of their ids.
const (
	sessionsID    = "sessions"
	sessionsName  = "Lapkeep's sessions"
	sessionPrefix = "session:"
	kindBuiltIn   = "built_in"
)

// Pick returns the athlete's own workout or a built-in session by its id. The tags of a session
// include its purpose, so that a saved copy has it, too.
func Pick(ctx context.Context, r store.Reader, s training.Scope, id string) (WorkoutView, error) {
	name, built := strings.CutPrefix(id, sessionPrefix)
	if !built {
		return FindWorkout(ctx, r, s, id)
	}
	all := workout.AllSession()
	i := slices.IndexFunc(all, func(x workout.Session) bool { return x.ID == name })
	if i < 0 {
		return WorkoutView{}, training.Errorf(training.KindNotFound, "There is no session %q in the library.",
			textclean.Line(name, textclean.NameRunes)).
			WithFix("list_workouts with folder %q shows them.", sessionsID)
	}
	return workoutOfSession(&all[i]), ctx.Err()
}

func workoutOfSession(s *workout.Session) WorkoutView {
	id := sessionPrefix + s.ID
	return WorkoutView{
		LibraryWorkout: training.LibraryWorkout{
			ID: id, Name: s.Name, Description: s.Text, Sport: s.Sport, Tags: append([]string{string(s.Purpose)}, s.Tags...),
		},
		Document: document.Document{ID: id},
		Session:  s,
	}
}

// sessionsRow returns the folder of the built-in sessions.
func sessionsRow(count int) FolderRow {
	return FolderRow{
		ID: sessionsID, Kind: kindBuiltIn, Name: sessionsName, Count: count,
		Description: "Ready workouts by purpose, each with its source; listed by folder, purpose, sport, text, duration or load.",
	}
}

// StructuredSteps returns the steps of a text. It prefers stored steps that are the
// athlete's own or come from the file of the text, then steps parsed from the text, then
// a service's steps. It returns none for a text without steps.
func StructuredSteps(d *document.Document, text string, s training.Structure, sport training.Sport) []training.WorkoutStep {
	if steps, stands := beside(d, text, s); stands {
		return steps
	}
	w := read(text, s, sport)
	return w.Steps
}

// beside returns the stored steps of a text if they take precedence over parsed
// ones. It returns false if there are no such steps and the text may contain some.
func beside(d *document.Document, text string, s training.Structure) ([]training.WorkoutStep, bool) {
	kept := s.Of(text)
	if len(kept) > 0 && ownStructure(d) || !strings.Contains(text, "-") {
		return kept, true
	}
	steps := ofFile(d, text)
	return steps, len(steps) > 0
}

// read parses a text. If the text has faults, it uses a service's steps.
func read(text string, s training.Structure, sport training.Sport) workout.Workout {
	w, faults := steptext.Read(text, sport)
	if len(w.Steps) == 0 || !workout.Sound(faults) {
		w.Steps = s.Of(text)
	}
	return w
}

// Structured returns a text as a workout with its steps and notes.
func Structured(d *document.Document, name, text string, s training.Structure, sport training.Sport) workout.Workout {
	w := read(text, s, sport)
	w.Name = name
	if steps, stands := beside(d, text, s); stands {
		w.Steps = steps
	}
	return w
}

// ownStructure reports whether the steps are stored in the athlete's own layer.
func ownStructure(d *document.Document) bool {
	var own struct {
		Structure json.RawMessage `json:"structure"`
	}
	return len(d.Own) > 0 && json.Unmarshal(d.Own, &own) == nil && len(own.Structure) > 0
}

// ofFile returns the steps from the file that the text was generated from. The grammar of
// texts may not express everything in these steps.
func ofFile(d *document.Document, text string) []training.WorkoutStep {
	at := slices.IndexFunc(d.Statements, func(s document.SourceLayer) bool { return s.Source == document.OfFiles })
	if at < 0 {
		return nil
	}
	var body struct {
		Structure training.Structure `json:"structure"`
	}
	if json.Unmarshal(d.Statements[at].Body, &body) != nil {
		return nil
	}
	return body.Structure.Of(text)
}

// Edited returns the edited fields, except the steps: they are stored next to
// the text, which already counts as an edited field.
func Edited(own map[string]json.RawMessage) []string {
	out := slices.Sorted(maps.Keys(own))
	return slices.DeleteFunc(out, func(field string) bool { return field == "structure" })
}

// Prose returns the text of a workout without its steps. It returns false if
// the text has other steps or cannot be parsed.
func Prose(text string, sport training.Sport, steps []training.WorkoutStep) (string, bool) {
	w, faults := steptext.Read(text, sport)
	return w.Notes, len(faults) == 0 && reflect.DeepEqual(w.Steps, steps)
}

// Differences describes how services parse a text differently, with the name of each service.
func Differences(d *document.Document, text string, steps []training.WorkoutStep) []i18n.Sentence {
	var out []i18n.Sentence
	for _, said := range d.Statements {
		var body struct {
			Description string             `json:"description"`
			Structure   training.Structure `json:"structure"`
		}
		if said.Source == document.OfFiles || json.Unmarshal(said.Body, &body) != nil || body.Description != text {
			continue
		}
		if theirs := body.Structure.Of(text); len(theirs) > 0 {
			for _, diff := range workout.Differences(steps, theirs) {
				out = append(out, i18n.Sentencef("%s reads it differently: %s", said.Source, diff))
			}
		}
	}
	return out
}

// Elsewhere returns the targets of a text that have a different meaning on a service that
// has the text, because its thresholds differ from those of the day here.
func Elsewhere(
	ctx context.Context, r store.Reader, s training.Scope, d *document.Document, text string, steps []training.WorkoutStep,
	here efforts.Day, of training.Discipline,
) (out []i18n.Sentence, err error) {
	for i, said := range d.Statements {
		one := *d
		one.Statements = d.Statements[i : i+1]
		if len(steps) == 0 || !speaks(&one, text) {
			continue
		}
		there, ok, err := There(ctx, r, s, said.Source, of)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		for _, diff := range Resolved(steps, here, there) {
			out = append(out, i18n.Sentencef("%s uses another threshold: %s", said.Source, diff.Sentence()))
		}
	}
	return out, nil
}

// speaks reports whether a service has this text. If so, its stated figures belong to these steps.
func speaks(d *document.Document, text string) bool {
	return slices.ContainsFunc(d.Statements, func(said document.SourceLayer) bool {
		var body struct {
			Description string `json:"description"`
		}
		return json.Unmarshal(said.Body, &body) == nil && body.Description == text
	})
}

// Planned returns the workout with its steps and notes.
func (w *WorkoutView) Planned() workout.Workout {
	out := Structured(&w.Document, w.Name, w.Description, w.Structure, w.Sport)
	out.SubSport = w.SubSport
	return out
}
