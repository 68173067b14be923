package store

import (
	"testing"

	"lapkeep/internal/training"
)

// TestAnAthleteOfBeforeHomesByKindOpens: the one home that was stored is that
// of everything.
func TestAnAthleteOfBeforeHomesByKindOpens(t *testing.T) {
	t.Parallel()
	for home, want := range map[string]string{"intervals": "intervals", training.HomeLocal: "", "": ""} {
		dir := t.TempDir()
		db, err := Open(t.Context(), Options{Home: dir})
		if err != nil {
			t.Fatal(err)
		}
		body := `{"ID":"ada","Name":"Ada","Sex":"female","BirthYear":1985,"TimeZone":"Europe/Berlin","WeekStart":1,"Units":"metric",` +
			`"Language":"","Demo":false,"Sharing":{"Position":false,"Weight":true,"Notes":false},"LoadOrder":"hr,power","HomeSource":"` + home + `"}`
		if home == "" {
			body = `{"ID":"ada","Name":"Ada","Sex":"female","BirthYear":1985,"TimeZone":"Europe/Berlin","WeekStart":1,"LoadOrder":"hr,power"}`
		}
		err = db.Write(t.Context(), func(tx *Tx) error {
			_, err := tx.sql.Exec("INSERT INTO athletes VALUES (?,?)", "ada", body)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
		if db, err = Open(t.Context(), Options{Home: dir}); err != nil {
			t.Fatal(err)
		}
		scope := training.Scope{Athlete: "ada", Audience: training.AudienceExport}
		a, err := db.Athlete(t.Context(), scope)
		if err != nil || a.Name != "Ada" || a.LoadOrder != "hr,power" || a.HomeSource != home || a.HomesOf != "" {
			t.Errorf("%q: %+v %v", home, a, err)
		}
		for _, k := range training.ThingKinds() {
			if got := a.HomeOf(k); got != want {
				t.Errorf("%q: the home of %s is %q", home, k, got)
			}
		}
		a.SetHome("igpsport", training.ThingWorkouts)
		if err := db.Write(t.Context(), func(tx *Tx) error { return tx.PutAthlete(a) }); err != nil {
			t.Fatal(err)
		}
		if b, err := db.Athlete(t.Context(), scope); err != nil || b != a || b.HomeOf(training.ThingWorkouts) != "igpsport" {
			t.Errorf("%q: %+v %v", home, b, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}
}
