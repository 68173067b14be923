package xmlfile_test

import (
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/recordingtest"
)

func pwxRide() bodytest.Body {
	return bodytest.Body{Start: time.Date(2024, 3, 1, 5, 30, 0, 0, time.UTC), Seed: 3, Seconds: 700, Sport: "cycling", OffsetS: -25_200}
}

var place = []training.Channel{training.Latitude, training.Longitude}

// every are the channels that a sample has whatever was worn.
var every = []training.Channel{training.Speed, training.Cadence, training.Distance, training.Altitude, training.Temperature}

func read(t *testing.T, data []byte) *training.Recording {
	t.Helper()
	res, err := xmlfile.ReadPWX(t.Context(), data, reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatalf("%d recordings, %v", len(res.Recordings), err)
	}
	return res.Recordings[0]
}

// TestAWorkoutIsWhatWasRecorded: its start is the clock of the place.
func TestAWorkoutIsWhatWasRecorded(t *testing.T) {
	t.Parallel()
	indoor := pwxRide()
	indoor.NoGPS, indoor.NoPower = true, true
	paused := pwxRide()
	paused.StandFrom, paused.StandTo, paused.AutoPause = 200, 320, true
	for name, tt := range map[string]struct {
		body     bodytest.Body
		channels []training.Channel
	}{
		"outside": {pwxRide(), append(append([]training.Channel{training.HeartRate, training.Power}, every...), place...)},
		"indoors": {indoor, append([]training.Channel{training.HeartRate}, every...)},
		"paused":  {paused, append(append([]training.Channel{training.HeartRate, training.Power}, every...), place...)},
	} {
		r := read(t, tt.body.PWX("Hill & <dale>"))
		if !r.LocalStart || r.OffsetS != nil {
			t.Errorf("%s: local %v, offset %v", name, r.LocalStart, r.OffsetS)
		}
		r.Start = r.Start.Add(-time.Duration(tt.body.OffsetS) * time.Second)
		recordingtest.Body(t, name, r, tt.body, tt.channels...)
		if r.Sport != training.Cycling || r.Name != "Hill & <dale>" || r.Description != "Felt & good" ||
			r.Device.Product != "Run Trainer" || r.Device.Manufacturer != "Timex" {
			t.Errorf("%s: %s %q %q %+v", name, r.Sport, r.Name, r.Description, r.Device)
		}
		if len(r.Laps) != 3 || r.Laps[1].StartS != 300 || r.Laps[2].EndS != r.ElapsedS {
			t.Errorf("%s: laps %+v", name, r.Laps)
		}
	}
}

func TestAStartThatNamesAZoneIsAnInstant(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"2016-01-11T07:07:32Z":      "2016-01-11 07:07:32 false",
		"2016-01-11T07:07:32+01:00": "2016-01-11 06:07:32 true",
	} {
		r := read(t, []byte(`<pwx><workout><time>`+text+`</time><sample><timeoffset>1.5</timeoffset><hr>120</hr></sample></workout></pwx>`))
		if got := r.Start.Format(time.DateTime); !strings.HasPrefix(want, got) || r.LocalStart ||
			(r.OffsetS != nil) != strings.HasSuffix(want, "true") {
			t.Errorf("%s is %s, local %v, offset %v", text, got, r.LocalStart, r.OffsetS)
		}
	}
}

// TestOddWorkouts: what cannot be is left out, and nothing is invented.
func TestOddWorkouts(t *testing.T) {
	t.Parallel()
	r := read(t, []byte(`<pwx><workout><sportType>Rolling</sportType><time>2016-01-11T07:07:32</time><summarydata><duration>99999</duration><hr max="170" avg="0"/></summarydata>
		<sample><timeoffset>0</timeoffset><hr>0</hr><pwr>-5</pwr><lat>95</lat><lon>8</lon></sample><sample><hr>100</hr></sample>
		<sample><timeoffset>1e99</timeoffset><hr>100</hr></sample><sample><timeoffset>60</timeoffset><hr>101</hr><lat>0</lat><lon>0</lon></sample></workout></pwx>`))
	if r.Columns.Len() != 2 || r.Columns.Has(training.Power) || r.Columns.Has(training.Latitude) || r.Sport != training.Other {
		t.Errorf("%d rows, %s", r.Columns.Len(), r.Sport)
	}
	if _, ok := r.Columns.At(training.HeartRate, 0); ok || r.ElapsedS != 60 || r.TimerS > 60 || len(r.Warnings) != 3 {
		t.Errorf("elapsed %v, timer %v, %q", r.ElapsedS, r.TimerS, r.Warnings)
	}
	if _, ok := r.DeviceValues[training.MetricAvgHRBpm]; ok || r.DeviceValues[training.MetricMaxHRBpm] != 170 {
		t.Errorf("%v", r.DeviceValues)
	}
}

// TestFilesThatHoldNothing and those that are cut say so.
func TestFilesThatHoldNothing(t *testing.T) {
	t.Parallel()
	whole := pwxRide().PWX("x")
	res, err := xmlfile.ReadPWX(t.Context(), whole[:len(whole)/2], reading.Limits{})
	if err != nil || !res.Salvaged || len(res.Recordings) != 1 || res.Recordings[0].Columns.Len() < 200 {
		t.Errorf("half a file: %v, %+v", err, res.Warnings)
	}
	if _, err := xmlfile.ReadPWX(t.Context(), whole[:40], reading.Limits{}); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("its beginning: %v", err)
	}
	if _, err := xmlfile.ReadPWX(t.Context(), whole, reading.Limits{MaxRecords: 100}); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("too long: %v", err)
	}
	for _, text := range []string{
		`<pwx/>`, `<pwx><workout><sportType>Run</sportType></workout></pwx>`,
		`<pwx><workout><time>2016-01-11T07:07:32</time></workout></pwx>`,
	} {
		if res, err := xmlfile.ReadPWX(t.Context(), []byte(text), reading.Limits{}); err != nil || res.Ignored == "" {
			t.Errorf("%s: %v %+v", text, err, res)
		}
	}
}

func FuzzPWX(f *testing.F) {
	b := pwxRide()
	b.Seconds = 20
	recordingtest.Sane(f, xmlfile.ReadPWX, b.PWX("x"))
}
