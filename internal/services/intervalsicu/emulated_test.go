package intervalsicu

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/services/client"
	"lapkeep/internal/services/source"
	"lapkeep/internal/training"
	"lapkeep/test/intervalstest"
	"lapkeep/test/recordingtest"
)

// emulated returns a service and a client of it. Their clocks stand at the same
// moment, when it is already tomorrow where the athlete lives.
func emulated(t *testing.T, o intervalstest.Options, change ...func(*client.Options)) (*intervalstest.Server, *Client) {
	t.Helper()
	s := intervalstest.New(t, o)
	key := o.APIKey
	if key == "" {
		key = intervalstest.DefaultKey
	}
	opt := client.Options{
		BaseURL: s.URL, Tokens: fixedKey{source.Token{Scheme: source.Basic, Access: source.NewSecret(key)}}, UserAgent: "lapkeep/test",
		Clock: client.Clock{
			Now:   func() time.Time { return time.Date(2026, 9, 20, 22, 30, 0, 0, time.UTC) },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
	for _, f := range change {
		f(&opt)
	}
	c, err := New(opt)
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func bearer(o *client.Options) {
	o.Tokens = fixedKey{source.Token{
		Scheme: source.Bearer, Access: source.NewSecret(intervalstest.DefaultToken),
		Scopes: []string{"ACTIVITY:READ"},
	}}
}

// asked counts the requests of an operation.
func asked(s *intervalstest.Server, op string) (n int) {
	for _, r := range s.Requests() {
		if r.Operation == op {
			n++
		}
	}
	return n
}

// must returns a function that returns a value, or ends the test on an error.
func must[T any](t *testing.T) func(T, error) T {
	t.Helper()
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// clockOf returns a clock like the client's.
func clockOf(c *Client) client.Clock {
	return client.Clock{Now: c.now, Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() }}
}

// sent returns the body of an operation's last request.
func sent[T any](t *testing.T, d *fixture, op string) (v T) {
	t.Helper()
	if err := json.Unmarshal([]byte(d.last(t, op).body), &v); err != nil {
		t.Fatal(err)
	}
	return v
}

type object = map[string]any

func TestEffortGoesToTheAthletesFieldNotToStravas(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	got := must[source.Activity](t)(c.UpdateActivity(t.Context(), a.ID, source.ActivityEdit{PerceivedExertion: 8},
		source.FieldPerceivedExertion))
	if got.Statement.PerceivedExertion != 8 || got.Version == a.Version {
		t.Errorf("%+v", got.Statement)
	}
}

func TestOnlyNamedFieldsAreSentFalseZeroAndEmptyIncluded(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	c := d.client(t)
	for name, x := range map[string]struct {
		fields []source.ActivityField
		want   object
	}{
		"false":    {[]source.ActivityField{source.FieldCommute, source.FieldRace}, object{"commute": false, "race": false}},
		"empty":    {[]source.ActivityField{source.FieldName, source.FieldTags}, object{"name": nil, "tags": []any{}}},
		"not said": {[]source.ActivityField{source.FieldFeel, source.FieldPerceivedExertion}, object{"feel": nil, "icu_rpe": nil}},
		"unpaired": {
			[]source.ActivityField{source.FieldPlannedEvent, source.FieldIgnorePower},
			object{"paired_event_id": nil, "icu_ignore_power": false},
		},
	} {
		must[source.Activity](t)(c.UpdateActivity(t.Context(), "i501", source.ActivityEdit{}, x.fields...))
		if diff := cmp.Diff(x.want, sent[object](t, d, "updateActivity")); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if _, err := c.UpdateActivity(t.Context(), "i501", source.ActivityEdit{Name: "x"}); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
	if _, err := c.UpdateActivity(t.Context(), "i501", source.ActivityEdit{}, "aura"); training.KindOf(err) != training.KindUnsupported {
		t.Errorf("%v", err)
	}
	if _, err := c.UpdateActivity(t.Context(), "i501", source.ActivityEdit{PlannedEventID: "x"},
		source.FieldPlannedEvent); training.KindOf(err) != training.KindInvalid {
		t.Errorf("%v", err)
	}
}

func TestAnActivityIsPairedWithAPlan(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	events := must[[]training.CalendarEvent](t)(c.Events(t.Context(), days(t, "2026-09-15", "2026-09-25"), training.EventWorkout))
	e := events[0]
	must[source.Activity](t)(c.UpdateActivity(t.Context(), a.ID, source.ActivityEdit{PlannedEventID: e.ID}, source.FieldPlannedEvent))
	if e.DoneBy != "" {
		t.Errorf("%s before", e.DoneBy)
	}
	span := training.DayRange{From: min(a.Day, e.Start.Day()), To: max(a.Day, e.Start.Day())}
	for _, e2 := range must[[]training.CalendarEvent](t)(c.Events(t.Context(), span, training.EventWorkout)) {
		if want := (e2.ID == e.ID); (e2.DoneBy == "intervals:"+a.ID) != want {
			t.Errorf("%s is done by %q", e2.ID, e2.DoneBy)
		}
	}
}

func TestADeletedActivityIsGoneAndDeletedOnce(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	s.Inject(intervalstest.Fault{Operation: "deleteActivity", Cut: true, Late: true, Times: 1}) // done, but the response is lost
	if err := c.DeleteActivity(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	if got := must[[]source.Activity](t)(c.Activities(t.Context(), a.ID)); len(got) != 0 {
		t.Errorf("%+v", got)
	}
	if err := c.DeleteActivity(t.Context(), a.ID); fault(err) != "not found" {
		t.Errorf("%v", err)
	}
}

func TestAFileSentTwiceIsOneActivity(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Seconds: 60})
	a := wholeOne(t, c, training.Cycling)
	f := must[source.File](t)(c.FetchRecording(t.Context(), a.ID))
	if err := c.DeleteActivity(t.Context(), a.ID); err != nil {
		t.Fatal(err)
	}
	f.Body = append(slices.Clone(f.Body), 0) // another file: the deleted one's is barred
	s.Inject(intervalstest.Fault{Operation: "uploadActivity", Cut: true, Late: true, Times: 1})
	first, _, err := c.Upload(t.Context(), f, source.Upload{Name: "again"})
	if err != nil {
		t.Fatal(err)
	}
	second, fresh, err := c.Upload(t.Context(), f, source.Upload{})
	if err != nil || fresh || !slices.Equal(first, second) || len(first) != 1 {
		t.Errorf("%v %v %v %v", first, second, fresh, err)
	}
}

func TestAMultisportFileBecomesSeveralActivities(t *testing.T) {
	t.Parallel()
	d := newFixture(t)
	d.says("uploadActivity", status(201, fixtures["uploadActivity"]))
	got, fresh, err := d.client(t).Upload(t.Context(), source.File{Name: "a.fit", Body: []byte("FIT")},
		source.Upload{ExternalID: "x", PlannedEventID: "71"})
	if err != nil || !fresh || !slices.Equal(got, []string{"i501", "i502"}) {
		t.Errorf("%v %v %v", got, fresh, err)
	}
	r := d.last(t, "uploadActivity")
	if !strings.Contains(r.body, `name="file"; filename="a.fit"`) || r.query.Get("external_id") != "x" ||
		r.query.Get("paired_event_id") != "71" {
		t.Errorf("%v %s", r.query, r.body)
	}
}

func TestARecordingWrittenHereIsTaken(t *testing.T) {
	t.Parallel()
	_, c := emulated(t, intervalstest.Options{Empty: true})
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{recordingtest.Hour()}); err != nil {
		t.Fatal(err)
	}
	got, fresh, err := c.Upload(t.Context(), source.File{Name: "hour.fit", Body: b.Bytes()}, source.Upload{Name: "An hour"})
	if err != nil || !fresh || len(got) != 1 {
		t.Fatalf("%v %v %v", got, fresh, err)
	}
}

func manual(external string) source.ManualActivity {
	return source.ManualActivity{ExternalID: external, Start: "2026-09-20T07:00:00", Said: training.Statement{
		Sport: training.Strength, Name: "Gym", PerceivedExertion: 6,
		Entry: &training.Entry{TimerS: 2700, Values: training.Values{training.MetricTSS: 30}},
	}}
}

func TestAManualActivityWithAnExternalIDIsMadeOnce(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{Empty: true})
	s.Inject(intervalstest.Fault{Operation: "createMultipleManualActivities", Status: 503, Late: true, Times: 1})
	made := must[[]source.Activity](t)(c.CreateManual(t.Context(), []source.ManualActivity{manual("lk-1")}))
	again := must[[]source.Activity](t)(c.CreateManual(t.Context(), []source.ManualActivity{manual("lk-1")}))
	list, _ := all(t, c, source.ActivityQuery{Days: days(t, "2026-09-20")})
	if len(list) != 1 || made[0].ID != again[0].ID || made[0].Statement.Sport != training.Strength || made[0].Statement.Entry.TimerS != 2700 {
		t.Errorf("%d: %+v", len(list), made)
	}
}

// Without a name of ours, asking twice makes two.
func TestWhatCannotBeRecognisedIsNotSentTwice(t *testing.T) {
	t.Parallel()
	s, c := emulated(t, intervalstest.Options{})
	for name, x := range map[string]struct {
		op   string
		call func() error
	}{
		"manual": {"createMultipleManualActivities", func() error {
			return second(c.CreateManual(t.Context(), []source.ManualActivity{manual("")}))
		}},
		"event": {"createMultipleEvents", func() error {
			return second(c.CreateEvents(t.Context(),
				[]training.CalendarEvent{{Category: training.EventNote, Name: "N", Start: "2026-10-01T00:00:00"}}))
		}},
		"message": {"sendActivityMessage", func() error {
			return second(c.AddMessage(t.Context(), wholeOne(t, c, training.Cycling).ID, "hello"))
		}},
		"gear": {"createGear", func() error { return second(c.SaveGear(t.Context(), source.Gear{Gear: training.Gear{Name: "N"}})) }},
		"item": {"createCustomItem", func() error {
			return second(c.SaveCustomItem(t.Context(), training.CustomItem{Name: "N", Type: "FITNESS_CHART"}))
		}},
		"folder": {"createFolder", func() error { return second(c.SaveFolder(t.Context(), training.WorkoutFolder{Name: "N"})) }},
	} {
		remove := s.Inject(intervalstest.Fault{Operation: x.op, Status: 503})
		if err := x.call(); fault(err) != "unavailable" || asked(s, x.op) != 1 {
			t.Errorf("%s: %v after %d requests", name, err, asked(s, x.op))
		}
		remove()
	}
}

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
		if a.HasFile || a.HasStreams || a.Statement.Entry != nil || a.Statement.Name != "" || a.Day == 0 || a.Start.IsZero() || a.Version == "" {
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
	d := newFixture(t)
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
