package curves_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/answers/curves"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/store/storetest"
	"lapkeep/internal/training"
)

// TestWhatServicesReport: the records of the sport and the days, of activities
// that whoever asks may see.
func TestWhatServicesReport(t *testing.T) {
	t.Parallel()
	db := storetest.Open(t)
	storetest.Athlete(t, db, "ann")
	noon := storetest.Noon()
	say := func(id string, days int, p training.PersonalRecord) {
		t.Helper()
		day := training.DayOf(noon) + training.Day(days)
		storetest.Write(t, db, func(tx *store.Tx) error {
			_, err := tx.Say("ann", document.Statement{
				Collection: document.Records, ID: id, Source: "service", Body: p, Days: training.DayRange{From: day, To: day},
			})
			return err
		})
	}
	storetest.Write(t, db, func(tx *store.Tx) error {
		for i, id := range []training.ActivityID{"far", "fast", "hidden"} {
			if err := storetest.AddRide(tx, "ann", id, noon.Add(time.Duration(i)*time.Hour), store.EveryAudience); err != nil {
				return err
			}
			if err := tx.PutExternalID("ann", id, "service:"+string(id)); err != nil {
				return err
			}
		}
		_, err := tx.SetOverride("ann", "hidden", "hidden_from_models", json.RawMessage(`true`))
		return err
	})
	say("1", 0, training.PersonalRecord{Name: "Farthest Ride", Sport: training.Cycling, DistanceM: 151_000, Ref: "service:far"})
	say("2", 2, training.PersonalRecord{Name: "Best 40km Ride", Sport: training.Cycling, DurationS: 3600, Ref: "service:fast"})
	say("3", 3, training.PersonalRecord{Name: "Best 20km Ride", Sport: training.Cycling, DurationS: 1800, Ref: "service:hidden"})
	say("4", 3, training.PersonalRecord{Name: "Best 5km Run", Sport: training.Running, DurationS: 1200, Ref: "service:far"})
	say("5", 3, training.PersonalRecord{Name: "Best 1km Ride", Sport: training.Cycling, DurationS: 100, Ref: "service:gone"})
	today := training.DayOf(noon)
	far := curves.Reported{Source: "service", Name: "Farthest Ride", DistanceKM: 151, ID: "far", LocalDate: today}
	fast := curves.Reported{Source: "service", Name: "Best 40km Ride", DurationS: 3600, ID: "fast", LocalDate: today + 2}
	hidden := curves.Reported{Source: "service", Name: "Best 20km Ride", DurationS: 1800, ID: "hidden", LocalDate: today + 3}
	for name, tt := range map[string]struct {
		who  training.Audience
		days *training.DayRange
		want []curves.Reported
	}{
		"an assistant": {training.AudienceModel, nil, []curves.Reported{fast, far}},
		"the athlete":  {training.AudiencePage, nil, []curves.Reported{hidden, fast, far}},
		"of some days": {training.AudiencePage, &training.DayRange{From: today, To: today + 1}, []curves.Reported{far}},
		"of none":      {training.AudiencePage, &training.DayRange{From: today - 9, To: today - 1}, nil},
	} {
		v := curves.RecordView{Sport: training.Cycling}
		err := v.AddReported(t.Context(), db, training.Scope{Athlete: "ann", Audience: tt.who}, tt.days)
		if d := cmp.Diff(tt.want, v.Reported); d != "" || err != nil {
			t.Errorf("%s: %v %s", name, err, d)
		}
	}
}
