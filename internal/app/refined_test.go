package app

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lapkeep/internal/store"
	"lapkeep/internal/tools"
	"lapkeep/internal/training"
)

// kindsDone are what the subject's activities of a sport are in turn, in these
// tests.
func kindsDone() map[training.Sport][]string {
	return map[training.Sport][]string{
		training.Cycling:  {training.SubRoad, training.SubGravel, training.SubVirtual, training.SubIndoor, ""},
		training.Running:  {training.SubTrail, "", training.SubIndoor, training.SubTrack},
		training.Swimming: {training.SubPool, training.SubOpenWater},
	}
}

// kindsAsked are the words that are asked for, with what each means.
func kindsAsked() map[string]training.Discipline {
	return map[string]training.Discipline{
		"road ride":       training.DisciplineOf(training.Cycling, training.SubRoad),
		"gravel ride":     training.DisciplineOf(training.Cycling, training.SubGravel),
		"virtual ride":    training.DisciplineOf(training.Cycling, training.SubVirtual),
		"indoor ride":     training.DisciplineOf(training.Cycling, training.SubIndoor),
		"trail run":       training.DisciplineOf(training.Running, training.SubTrail),
		"treadmill":       training.DisciplineOf(training.Running, training.SubIndoor),
		"track run":       training.DisciplineOf(training.Running, training.SubTrack),
		"pool swim":       training.DisciplineOf(training.Swimming, training.SubPool),
		"open water swim": training.DisciplineOf(training.Swimming, training.SubOpenWater),
	}
}

// TestAnAnswerOfOneKindIsOfItAlone asks every tool that reads by sport for each
// kind of it: it answers as it would if nothing else of the sport had been
// done, or refuses and says what it takes.
func TestAnAnswerOfOneKindIsOfItAlone(t *testing.T) {
	t.Parallel()
	a := newSubject(t)
	all := a.refine(t)
	answered, told, refused := 0, map[string]bool{}, map[string]int{}
	for word, kind := range kindsAsked() {
		whole, errs := a.ofKind(t, word)
		a.put(t, insteadOf(all, func(d training.Discipline) bool { return !kind.Has(d) }))
		alone, _ := a.ofKind(t, word)
		a.put(t, insteadOf(all, kind.Has))
		none, _ := a.ofKind(t, word)
		a.put(t, all)
		for name, answer := range whole {
			answered++
			if answer != alone[name] {
				t.Errorf("%s of %s is of more than that:\n%s\nalone:\n%s", name, word, answer, alone[name])
			}
			told[name] = told[name] || answer != none[name]
		}
		for name, err := range errs {
			refused[name]++
			if training.KindOf(err) != training.KindInvalid || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(),
				string(kind.Sport)) {
				t.Errorf("%s of %s: %v", name, word, err)
			}
		}
	}
	for name := range told {
		if !told[name] && !slices.Contains([]string{"get_sport_settings", "list_workouts", "check_workout"}, name) {
			t.Errorf("%s says the same of every kind, done or not", name)
		}
	}
	for name, n := range refused {
		if n != len(kindsAsked()) {
			t.Errorf("%s refuses %d kinds alone", name, n)
		}
	}
	if answered < 60 || len(refused) == 0 {
		t.Errorf("%d answers, and %v refused", answered, refused)
	}
}

// ofKind asks every tool that reads by sport, and returns what it answers.
func (a *subject) ofKind(t *testing.T, word string) (answers map[string]string, errs map[string]error) {
	t.Helper()
	answers, errs = map[string]string{}, map[string]error{}
	for _, row := range a.table.Rows() {
		if row.Safety != tools.Read || row.Input().Properties["sport"] == nil {
			continue
		}
		more := map[string]string{
			"list_activities": `,"limit":100`, "get_pending_digests": `,"range":"2026"`, "list_events": `,"range":"2026-03-01..2026-05-31"`,
			"search_intervals": `,"min_count":1`, "check_workout": `,"description":"- 10m 60%"`, "get_curves": `,"kind":"hr","range":"2026"`,
			"get_training_summary": `,"range":"2026"`, "analyze_training_load": `,"range":"last 12 weeks"`,
		}[row.Name]
		res, err := a.table.Call(t.Context(), row.Name, a.call(t), fmt.Appendf(nil, `{"sport":%q%s}`, word, more))
		if err != nil {
			errs[row.Name] = err
			continue
		}
		answers[row.Name] = string(res.Structured)
	}
	return answers, errs
}

// refine gives the subject's activities a kind each, and returns them.
func (a *subject) refine(t *testing.T) []training.Activity {
	t.Helper()
	page, err := a.DB.Activities(t.Context(), training.Everything(a.Athlete), store.ActivityFilter{})
	if err != nil {
		t.Fatal(err)
	}
	var all []training.Activity
	nth := map[training.Sport]int{}
	for _, row := range page.Rows {
		if kinds := kindsDone()[row.Sport]; len(kinds) > 0 {
			row.SubSport = kinds[nth[row.Sport]%len(kinds)]
			nth[row.Sport]++
			all = append(all, row.Activity)
		}
	}
	a.put(t, all)
	return all
}

func (a *subject) put(t *testing.T, all []training.Activity) {
	t.Helper()
	err := a.DB.Write(t.Context(), func(tx *store.Tx) error {
		for _, x := range all {
			if err := tx.PutActivity(a.Athlete, x); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// insteadOf returns the activities, those that leave says as ones of another sport.
func insteadOf(all []training.Activity, leave func(training.Discipline) bool) []training.Activity {
	out := slices.Clone(all)
	for i := range out {
		if x := &out[i]; leave(x.Discipline()) {
			x.Sport, x.SubSport = training.Yoga, ""
		}
	}
	return out
}
