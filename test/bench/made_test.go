package main

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/derive"
	"lapkeep/internal/formats/recording"
	"lapkeep/internal/store"
	"lapkeep/internal/store/document"
	"lapkeep/internal/training"
)

var day = time.Date(2026, 6, 17, 6, 0, 0, 0, time.UTC)

func TestMadeHourHasEverySensor(t *testing.T) {
	t.Parallel()
	data, err := hourFile(day, 1)
	if err != nil {
		t.Fatal(err)
	}
	res, err := recording.Read(t.Context(), "hour.fit", data, recording.Limits{})
	if err != nil || len(res.Recordings) != 1 || len(res.Warnings) > 0 {
		t.Fatalf("%+v %v", res, err)
	}
	rec := res.Recordings[0]
	if rec.Columns.Len() != hourS || len(rec.Laps) != 4 {
		t.Errorf("%d rows, %d laps", rec.Columns.Len(), len(rec.Laps))
	}
	for _, ch := range []training.Channel{
		training.Power, training.HeartRate, training.Cadence, training.Speed, training.Altitude, training.Distance, training.Temperature,
		training.Latitude, training.Longitude, training.LeftBalance, training.RespirationRate, training.CoreTemperature,
	} {
		if got := rec.Columns.Data[ch].Valid.Count(); got != hourS {
			t.Errorf("%s has %d values", ch, got)
		}
	}
	sum, _ := derive.Single(training.Activity{ID: "a", Sport: training.Cycling}, "r", rec)
	if np := sum.Values[training.MetricNormalizedPowerW]; np < 120 || np > 320 {
		t.Errorf("normalized power %v", np)
	}
	if hr := sum.Values[training.MetricAvgHRBpm]; hr < 100 || hr > 190 {
		t.Errorf("heart rate %v", hr)
	}
	if other, err := hourFile(day, 2); err != nil || string(other) == string(data) {
		t.Errorf("two seeds make one ride, %v", err)
	}
}

// TestMadeHome: a store as an import would have left it, in which derive
// finds nothing to do.
func TestMadeHome(t *testing.T) {
	t.Parallel()
	b := &run{Options: Options{Activities: 260, Now: func() time.Time { return day }, Report: func(string) {}}, dir: t.TempDir()}
	if err := b.makeHome(t.Context()); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), store.Options{Home: b.home.path, Now: b.Now})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	}()
	scope := training.Scope{Athlete: athleteID, Audience: training.AudienceModel}
	counts, err := db.Counts(t.Context(), scope)
	if err != nil || counts.Activities != 260 || counts.Recordings != 260 || counts.DerivedBehind != 0 || counts.Last != training.DayOf(day) {
		t.Errorf("%+v %v", counts, err)
	}
	if n, err := derive.Follow(t.Context(), db, nil); err != nil || n != 0 {
		t.Errorf("derive computed %d, %v", n, err)
	}
	compose, _, err := db.Watermark(t.Context(), "compose")
	if last, err2 := db.LastChange(t.Context()); err != nil || err2 != nil || compose != last {
		t.Errorf("joined up to %d of %d, %v %v", compose, last, err, err2)
	}
	for collection, want := range map[document.Collection]int{
		document.Wellness: historyYears*daysPerYear + 1, document.Events: (plannedYears*daysPerYear+plannedAhead)/2 + 1,
		document.Routes: routes, document.CustomItems: 1,
	} {
		if all, err := db.Documents(t.Context(), scope, collection, document.Filter{}); err != nil || len(all) != want {
			t.Errorf("%d of %s, want %d, %v", len(all), collection, want, err)
		}
	}
	if all, err := db.Documents(t.Context(), scope, document.Events,
		document.Filter{ID: b.home.nearEvent(b.home.today + 3)}); err != nil || len(all) != 1 {
		t.Errorf("no event near a day, %v", err)
	}
	if len(b.home.ids) != wholeColumns || len(b.home.rides) == 0 || b.home.since(1) > b.home.today || b.home.since(1<<20) != b.home.rides[0] {
		t.Errorf("%d whole, %d rides", len(b.home.ids), len(b.home.rides))
	}
	cols, err := db.Stream(t.Context(), scope, b.home.ids[0], store.AllChannels)
	if err != nil || cols.Len() <= extractRows {
		t.Errorf("%d rows, %v", cols.Len(), err)
	}
	cols, err = db.Stream(t.Context(), scope, "b000000000", store.AllChannels)
	if err != nil || cols.Len() != extractRows {
		t.Errorf("%d rows of an extract, %v", cols.Len(), err)
	}
}

func TestExtractKeepsMissingRows(t *testing.T) {
	t.Parallel()
	var c training.Columns
	for i := range 2 * extractRows {
		c.TimeS = append(c.TimeS, int32(i))
		if i%3 == 0 {
			c.Put(training.Power, i, 100)
		}
	}
	c.Pad()
	got := extract(&c)
	if got.Len() != extractRows || got.Data[training.Power].Valid.Count() != extractRows/3 || got.Data[training.HeartRate].Present() {
		t.Errorf("%d rows, %d values", got.Len(), got.Data[training.Power].Valid.Count())
	}
	if whole := c.Data[training.Power].Valid.Count(); whole != 2*extractRows/3 {
		t.Errorf("the source has %d values left", whole)
	}
}

func TestVariedPrimitives(t *testing.T) {
	t.Parallel()
	v := varier{derive.NewCurves()}
	sum, prims := derive.Single(training.Activity{ID: "a", Sport: training.Cycling}, "r", hour(day, 1))
	better := v.summary(sum, 1.1)
	if got, was := better.Values[training.MetricNormalizedPowerW], sum.Values[training.MetricNormalizedPowerW]; got <= was {
		t.Errorf("%v after %v", got, was)
	}
	for _, p := range prims {
		got, err := v.primitive(p, 1.1)
		if err != nil {
			t.Fatal(err)
		}
		changes := p.Kind == derive.PowerCurve || p.Kind == derive.HRCurve || p.Kind == derive.Efforts
		if same := cmp.Equal(got.Data, p.Data); same == changes {
			t.Errorf("%s: the same is %v", p.Kind, same)
		}
	}
	if _, err := v.primitive(store.Primitive{Kind: derive.PowerCurve, Data: []byte("damage")}, 1.1); err == nil {
		t.Error("damage was varied")
	}
}
