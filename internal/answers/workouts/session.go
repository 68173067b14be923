package workouts

import (
	"context"
	"slices"
	"strings"

	"lapkeep/internal/formats/workout"
	"lapkeep/internal/platform/textclean"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

// The folder of the sessions that are built in, and how their ids begin.
const (
	sessionsID    = "sessions"
	sessionsName  = "Lapkeep's sessions"
	sessionPrefix = "session:"
	kindBuiltIn   = "built_in"
)

// Pick is a workout of the athlete's own or a session that is built in, by its
// id. A session has its purpose among its tags, so that what is saved of it has
// the purpose too.
func Pick(ctx context.Context, r WorkoutReader, s training.Scope, id string) (WorkoutView, error) {
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

// sessionsRow is the folder that lists the sessions.
func sessionsRow(count int) FolderRow {
	return FolderRow{
		ID: sessionsID, Kind: kindBuiltIn, Name: sessionsName, Count: count,
		Description: "Ready workouts by purpose, each with its source; listed by folder, purpose, sport, text, duration or load.",
	}
}
