package jsonfile_test

import (
	"bytes"
	"context"
	"math"
	"testing"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/polartest"
	"lapkeep/test/recordingtest"
)

func read(t *testing.T, data []byte) []*training.Recording {
	t.Helper()
	if !jsonfile.PolarIs(data) {
		t.Fatal("it is no session")
	}
	res, err := jsonfile.ReadPolar(t.Context(), data, reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Recordings
}

// TestSessionsAreWhatWasRecorded, of both generations: at the instant that local
// time and offset make, without what the sensor did not have.
func TestSessionsAreWhatWasRecorded(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g, Seed: 3, OffsetS: -12_600})
		for _, w := range a.Truth.Sessions {
			recs := read(t, a.Data(w.File))
			if len(recs) != 1 {
				t.Fatalf("%s: %d recordings", w.File, len(recs))
			}
			check(t, recs[0], w, g)
		}
	}
}

func check(t *testing.T, r *training.Recording, w polartest.Session, g polartest.Generation) {
	t.Helper()
	if !r.Start.Equal(w.Start) || *r.OffsetS != w.OffsetS || r.LocalStart || string(r.Sport) != w.Sport ||
		math.Abs(r.TimerS-float64(w.DurationS)) > 1 {
		t.Errorf("%s: %s at %s, offset %d, %v s; want %+v", w.File, r.Sport, r.Start, *r.OffsetS, r.TimerS, w)
	}
	n := [training.NumChannels]int{}
	off := 0
	for i, p := range w.Body.Points() {
		for ch, want := range map[training.Channel]float64{
			training.HeartRate: float64(p.HR), training.Speed: p.SpeedMS, training.Distance: p.DistanceM,
			training.Latitude: p.Lat, training.Longitude: p.Lon, training.Altitude: p.AltitudeM,
		} {
			if v, ok := r.Columns.At(ch, i); ok {
				n[ch]++
				if math.Abs(float64(v)-math.Round(want*ch.Scale())) > 2 && w.RouteClockS == 0 {
					off++
				}
			}
		}
	}
	altitudes := w.Positions
	if g == polartest.Current {
		altitudes = w.DurationS + 1 - 3 // the altimeter settles for three
	}
	if n[training.HeartRate] != w.DurationS+1-w.HeartLost || n[training.Speed] != w.DurationS+1 ||
		n[training.Latitude] != w.Positions || n[training.Altitude] != altitudes || off > 0 {
		t.Errorf("%s: values %v of %+v, %d of them wrong", w.File, n, w, off)
	}
	if r.Name != "" {
		t.Errorf("%s is called %q", w.File, r.Name)
	}
	if odd := len(r.Warnings) > 0; odd != (w.RouteClockS > 0 && w.Positions > 0) {
		t.Errorf("%s: %q", w.File, r.Warnings)
	}
	if r.DeviceValues[training.MetricCaloriesKcal] != 312 || math.Abs(1000*r.DeviceValues[training.MetricDistanceKM]-w.DistanceM) > 0.1 {
		t.Errorf("%s: %v", w.File, r.DeviceValues)
	}
}

// TestEachExerciseIsARecording of its own sport, start and heart rate.
func TestEachExerciseIsARecording(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g})
		recs := read(t, a.Data(a.Truth.Multi[0].File))
		if len(recs) != 2 || recs[1].SessionIndex != 1 || recs[1].Sessions != 2 {
			t.Fatalf("%s: %d recordings", g, len(recs))
		}
		for i, w := range a.Truth.Multi {
			check(t, recs[i], w, g)
		}
	}
}

// TestOddSessions: members of another form are not said, and nothing is invented.
func TestOddSessions(t *testing.T) {
	t.Parallel()
	recs := read(t, []byte(`{"exportVersion":"2.6","startTime":"2024-03-01T06:30:00","name":["x"],"hrAvg":"high","exercises":[
		{"sport":7,"durationMillis":60000,"samples":{"samples":[{"type":"HEART_RATE","intervalMillis":5000,"values":[120,NaN,null,"x",0,300,125]},{"type":"SPEED","intervalMillis":0,"values":[1]},{"values":{}},{"type":"MADE_UP","intervalMillis":1000,"values":[1]}]},"routes":[],"pauseTimes":[{"startTime":"2024-03-01T06:30:10","endTime":"2024-03-01T06:30:20"},{}]},
		{"startTime":"never"},{}],"more":"a \" NaN"}`))
	if len(recs) != 1 {
		t.Fatalf("%d recordings", len(recs))
	}
	r := recs[0]
	if hr, ok := r.Columns.At(training.HeartRate, 0); r.Columns.Len() != 3 || hr != 120 || !ok ||
		r.Columns.TimeS[2] != 30 || r.Columns.Has(training.Speed) {
		t.Errorf("%d rows %v", r.Columns.Len(), r.Columns.TimeS)
	}
	if !r.LocalStart || r.OffsetS != nil || r.Start.Hour() != 6 || r.Sport != training.Other ||
		len(r.DeviceValues) > 0 || len(r.Warnings) == 0 {
		t.Errorf("%+v", r)
	}
	if len(r.Pauses) != 1 || r.Pauses[0] != (training.Span{FromS: 10, ToS: 20}) {
		t.Errorf("pauses %v", r.Pauses)
	}
	powered := read(t,
		[]byte(`{"startTime":"2024-03-01T06:30:00.000","timezoneOffset":60,"exercises":[{"duration":"PT60S","sport":"CYCLING","samples":{"leftPedalCrankBasedPower":[{"dateTime":"2024-03-01T06:30:01.000","currentPower":135}]}}]}`))
	if len(powered) != 1 || powered[0].Columns.Has(training.Power) || len(powered[0].Warnings) != 1 {
		t.Errorf("%+v", powered)
	}
	entered := read(t,
		[]byte(`{"startTime":"2024-03-01T06:30:00.000","timezoneOffset":60,"exercises":[{"startTime":"2024-03-01T06:30:00.000","timezoneOffset":60,"duration":"PT1H2M3.5S","sport":"STRENGTH_TRAINING"}]}`))
	if len(entered) != 1 || entered[0].TimerS != 3723.5 || entered[0].ElapsedS != 3723.5 ||
		!entered[0].Start.Equal(time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC)) {
		t.Errorf("%+v", entered)
	}
}

func TestFilesThatHoldNothing(t *testing.T) {
	t.Parallel()
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g})
		w := a.Truth.Sessions[0]
		whole := a.Data(w.File)
		if res, err := jsonfile.ReadPolar(t.Context(), whole[:len(whole)/2], reading.Limits{}); err != nil || !res.Salvaged ||
			len(res.Recordings) != 1 {
			t.Errorf("half of %s: %v", w.File, err)
		}
		if _, err := jsonfile.ReadPolar(t.Context(), whole[:60], reading.Limits{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("the beginning of %s: %v", w.File, err)
		}
		if _, err := jsonfile.ReadPolar(t.Context(), whole, reading.Limits{MaxRecords: 100}); training.KindOf(err) != training.KindTooLarge {
			t.Errorf("%s is too long: %v", w.File, err)
		}
		ended, stop := context.WithCancel(t.Context())
		stop()
		if _, err := jsonfile.ReadPolar(ended, whole, reading.Limits{}); err == nil {
			t.Errorf("%s is read when it is called off", w.File)
		}
		if before := bytes.Clone(whole); !bytes.Equal(before, whole) {
			t.Errorf("%s was changed", w.File)
		}
	}
	if res, err := jsonfile.ReadPolar(t.Context(), []byte(`{"exercises":[]}`), reading.Limits{}); err != nil || res.Ignored == "" {
		t.Errorf("%v %+v", err, res)
	}
}

func FuzzPolar(f *testing.F) {
	for _, g := range polartest.Generations() {
		a := polartest.Build(polartest.Options{Generation: g, Seconds: 8, Sessions: 2})
		recordingtest.Seed(f, a.Data(a.Truth.Sessions[0].File), a.Data(a.Truth.Multi[0].File))
	}
	recordingtest.Sane(f, jsonfile.ReadPolar)
}
