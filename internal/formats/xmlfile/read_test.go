package xmlfile_test

import (
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/recordingtest"
)

func run() bodytest.Body {
	return bodytest.Body{Start: time.Date(2011, 4, 11, 16, 52, 38, 0, time.UTC), Seed: 4, Seconds: 400, Sport: "running", NoPower: true}
}

func fitlogRead(t *testing.T, data []byte) []*training.Recording {
	t.Helper()
	res, err := xmlfile.ReadFitLog(t.Context(), data, reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res.Recordings
}

func TestAnActivityIsWhatWasRecorded(t *testing.T) {
	t.Parallel()
	outside := []training.Channel{training.Latitude, training.Longitude, training.Altitude, training.HeartRate, training.Cadence}
	paused := run()
	paused.StandFrom, paused.StandTo, paused.AutoPause = 100, 220, true
	indoor := run()
	indoor.NoGPS, indoor.Sport = true, "cycling"
	for name, tt := range map[string]struct {
		body     bodytest.Body
		category string
		sport    training.Sport
		channels []training.Channel
	}{
		"outside": {run(), "Laufen", training.Running, outside},
		"paused":  {paused, "My Friends Activities", training.Other, outside},
		"indoors keeps its sensors": {
			indoor, "Spinning", training.Cycling,
			[]training.Channel{training.Distance, training.HeartRate, training.Cadence},
		},
	} {
		recs := fitlogRead(t, tt.body.FITLOG("a & b", tt.category))
		if len(recs) != 1 {
			t.Fatalf("%s: %d recordings", name, len(recs))
		}
		r := recs[0]
		recordingtest.Body(t, name, r, tt.body, tt.channels...)
		if r.Sport != tt.sport || r.Name != "a & b" || r.Description != "first\nsecond" || r.LocalStart ||
			r.DeviceValues[training.MetricCaloriesKcal] != 210 {
			t.Errorf("%s: %s %q %q %v", name, r.Sport, r.Name, r.Description, r.DeviceValues)
		}
		if len(r.Laps) != 2 || r.Laps[1].StartS != float64(tt.body.ElapsedS()/2) {
			t.Errorf("%s: laps %+v", name, r.Laps)
		}
		if want := tt.body.ElapsedS() - tt.body.TimerS(); want > 0 && (len(r.Pauses) != 1 || r.Pauses[0].ToS-r.Pauses[0].FromS != float64(want)) {
			t.Errorf("%s: pauses %v, want %d s", name, r.Pauses, want)
		}
	}
}

// TestALogbookIsManyActivities reads several, one of them without any track.
func TestALogbookIsManyActivities(t *testing.T) {
	t.Parallel()
	recs := fitlogRead(t, []byte(`<FitnessWorkbook><AthleteLog>
		<Activity StartTime="2015-12-24T12:48:00+01:00"><Duration TotalSeconds="1803"/><Distance TotalMeters="5000"/><Laps><Lap StartTime="x"><HeartRate AverageBPM="99"/></Lap></Laps><Category Name="Swim"/></Activity>
		<Activity StartTime="2015-12-25T12:48:00Z"><Track StartTime="2015-12-25T12:48:10Z"><pt tm="0" hr="100"/><pt tm="5" hr="0" dist="-1"/><pt hr="9"/></Track></Activity>
		<Activity StartTime="2015-12-26T12:48:00Z"/><Activity><Duration TotalSeconds="9"/></Activity></AthleteLog></FitnessWorkbook>`))
	if len(recs) != 2 {
		t.Fatalf("%d recordings", len(recs))
	}
	swim, ride := recs[0], recs[1]
	if swim.TimerS != 1803 || swim.ElapsedS != 1803 || *swim.OffsetS != 3600 || swim.Start.Hour() != 11 || swim.Sport != training.Swimming ||
		len(swim.DeviceValues) != 1 || swim.DeviceValues[training.MetricDistanceKM] != 5 {
		t.Errorf("%+v", swim)
	}
	if ride.SessionIndex != 1 || ride.Sessions != 2 || ride.Columns.Len() != 2 || ride.Columns.TimeS[0] != 10 ||
		ride.ElapsedS != 15 || ride.OffsetS != nil {
		t.Errorf("%+v", ride)
	}
}

func TestFitLogFilesThatHoldNothing(t *testing.T) {
	t.Parallel()
	whole := run().FITLOG("x", "y")
	res, err := xmlfile.ReadFitLog(t.Context(), whole[:len(whole)/2], reading.Limits{})
	if err != nil || !res.Salvaged || len(res.Recordings) != 1 || res.Recordings[0].Columns.Len() < 100 {
		t.Errorf("half a file: %v %v", err, res.Warnings)
	}
	if _, err := xmlfile.ReadFitLog(t.Context(), whole[:200], reading.Limits{}); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("its beginning: %v", err)
	}
	if _, err := xmlfile.ReadFitLog(t.Context(), whole, reading.Limits{MaxRecords: 100}); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("too long: %v", err)
	}
	if res, err := xmlfile.ReadFitLog(t.Context(), []byte(`<FitnessWorkbook/>`), reading.Limits{}); err != nil || res.Ignored == "" {
		t.Errorf("%v %+v", err, res)
	}
}

func FuzzFITLOG(f *testing.F) {
	b := run()
	b.Seconds, b.StandFrom, b.StandTo, b.AutoPause = 30, 5, 20, true
	recordingtest.Sane(f, xmlfile.ReadFitLog, b.FITLOG("x", "y"))
}
