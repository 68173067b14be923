package intervalsicu

import (
	"strings"
	"testing"

	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
)

func TestStubsAreCountedAndExplainedAndHoldNothing(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Activities: 24, StubEvery: 4, Seconds: 60})
	list, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31"), Limit: 5})
	stubs := map[string]bool{}
	for _, a := range list {
		if a.Withheld == "" {
			continue
		}
		stubs[a.ID] = true
		if a.HasFile || a.HasStreams || a.Said.Entry != nil || a.Said.Name != "" || a.Day == 0 || a.Start.IsZero() || a.Version == "" {
			t.Errorf("%+v", a)
		}
		if !strings.Contains(a.Withheld, "Strava") || !strings.Contains(a.Withheld, "import") {
			t.Error(a.Withheld)
		}
	}
	if len(stubs) != 6 {
		t.Errorf("%d stubs", len(stubs))
	}
}

func TestAStubIsKnownByItsShapeAlone(t *testing.T) {
	t.Parallel()
	d := newDesk(t)
	c := d.client(t)
	for name, want := range map[string]struct {
		body string
		stub bool
	}{
		"with a note":              {`{"id":"14001","start_date_local":"2026-09-18T18:00:00","source":"STRAVA","_note":"x"}`, true},
		"bare":                     {`{"id":"14001","icu_athlete_id":"i12345","start_date_local":"2026-09-18T18:00:00"}`, true},
		"nulls":                    {`{"id":"14001","start_date_local":"2026-09-18T18:00:00","name":null,"type":null,"distance":null,"moving_time":null}`, true},
		"from Strava, with values": {`{"id":"14001","start_date_local":"2026-09-18T18:00:00","source":"STRAVA","type":"Ride","name":"r","moving_time":60}`, false},
		"by hand, without a name":  {`{"id":"i14","start_date_local":"2026-09-18T18:00:00","source":"MANUAL"}`, false},
		"without distance":         {`{"id":"i15","start_date_local":"2026-09-18T18:00:00","type":"Yoga","moving_time":600}`, false},
	} {
		d.says("getActivities", text("["+want.body+"]"))
		got := must[[]source.Activity](t)(c.Activities(t.Context(), "14001"))
		if len(got) != 1 || (got[0].Withheld != "") != want.stub {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestWhatIsAskedOfAStubIsRefusedWithTheRemedy(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Seconds: 60})
	list, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-01-01", "2026-12-31")})
	id := ""
	for _, a := range list {
		if a.Withheld != "" {
			id = a.ID
		}
	}
	for name, call := range map[string]error{
		"file":    second(c.FetchRecording(t.Context(), id)),
		"streams": second(c.FetchStreams(t.Context(), id)),
		"update":  second(c.UpdateActivity(t.Context(), id, source.ActivityEdit{Name: "x"}, source.FieldName)),
	} {
		if training.KindOf(call) != training.KindForbidden || !strings.Contains(call.Error(), "Strava") {
			t.Errorf("%s: %v", name, call)
		}
	}
	if asked(s, "updateActivity")+asked(s, "updateActivityStreams") != 0 {
		t.Error("something was sent")
	}
}
