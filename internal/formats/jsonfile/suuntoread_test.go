package jsonfile_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
	"lapkeep/test/recordingtest"
)

func ride() bodytest.Body {
	return bodytest.Body{Start: time.Date(2015, 10, 1, 11, 59, 28, 0, time.UTC), Seed: 6, Seconds: 400, Sport: "cycling", OffsetS: 7200}
}

type form struct {
	read  func(ctx context.Context, data []byte, l reading.Limits) (reading.Result, error)
	write func(b bodytest.Body) []byte
}

func forms() map[string]form {
	return map[string]form{
		"SML": {jsonfile.ReadSML, bodytest.Body.SML}, "archive": {jsonfile.ReadJSON, bodytest.Body.SuuntoJSON},
		"log": {jsonfile.ReadJSON, bodytest.Body.SuuntoLog},
	}
}

func suuntoRead(t *testing.T, f form, data []byte) *training.Recording {
	t.Helper()
	res, err := f.read(t.Context(), data, reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatalf("%d recordings, %v, %s", len(res.Recordings), err, res.Ignored)
	}
	return res.Recordings[0]
}

// TestEveryFormSaysTheSame: in SI units, with the offset of the place.
func TestEveryFormSaysTheSame(t *testing.T) {
	t.Parallel()
	sensors := []training.Channel{
		training.HeartRate, training.Power, training.Cadence, training.Speed,
		training.Distance, training.Altitude, training.Temperature,
	}
	for name, f := range forms() {
		whole := ride()
		r := suuntoRead(t, f, f.write(whole))
		recordingtest.Body(t, name, r, whole, append([]training.Channel{training.Latitude, training.Longitude}, sensors...)...)
		if r.OffsetS == nil || *r.OffsetS != 7200 || r.LocalStart || len(r.Warnings) > 0 {
			t.Errorf("%s: offset %v, local %v, %q", name, r.OffsetS, r.LocalStart, r.Warnings)
		}
		if name != "archive" && (r.Sport != training.Cycling || r.DeviceValues[training.MetricCaloriesKcal] != 500) {
			t.Errorf("%s: %s %v", name, r.Sport, r.DeviceValues)
		}
		indoor := ride()
		indoor.NoGPS = true
		r = suuntoRead(t, f, f.write(indoor))
		if r.LocalStart { // of SML alone, which then has no instant
			r.Start = r.Start.Add(-time.Duration(indoor.OffsetS) * time.Second)
		}
		recordingtest.Body(t, name+" indoors", r, indoor, sensors...)
		if r.LocalStart != (name == "SML") {
			t.Errorf("%s indoors: local %v", name, r.LocalStart)
		}
		if name == "log" { // its pauses show in its duration alone
			continue
		}
		paused := ride()
		paused.StandFrom, paused.StandTo, paused.AutoPause = 100, 220, true
		r = suuntoRead(t, f, f.write(paused))
		recordingtest.Body(t, name+" paused", r, paused, append([]training.Channel{training.Latitude, training.Longitude}, sensors...)...)
		if len(r.Pauses) != 1 || r.Pauses[0] != (training.Span{FromS: 100, ToS: 220}) {
			t.Errorf("%s: pauses %v", name, r.Pauses)
		}
	}
}

func TestLapsAndWordsOfAWatch(t *testing.T) {
	t.Parallel()
	r := suuntoRead(t, forms()["SML"], []byte(`<sml><DeviceLog><Header><ActivityType>93</ActivityType><Activity>Laufen</Activity><DateTime>2015-09-17T09:45:00</DateTime></Header>
		<Device><Name>Suunto Ambit2</Name><SerialNumber>64B2</SerialNumber><Info><SW>2.0.9</SW></Info></Device><Samples>
		<Sample><Time>0</Time><UTC>2015-09-17T06:45:03.900Z</UTC><Events><Activity><Type>UNDEFINED93</Type></Activity></Events></Sample>
		<Sample><Time>0.4</Time><HR>2</HR><Cadence>0</Cadence></Sample><Sample><Time>60.2</Time><Events><Lap><Type>Manual</Type></Lap></Events></Sample>
		<Sample><Time>120</Time><HR>0</HR><Speed>-1</Speed><Temperature>293.15</Temperature></Sample></Samples></DeviceLog></sml>`))
	if r.Sport != training.Running || *r.OffsetS != 3*3600 || len(r.Laps) != 2 || r.Laps[1].StartS != 60 || r.Device.Serial != "64B2" {
		t.Errorf("%s, offset %d, %+v, %+v", r.Sport, *r.OffsetS, r.Laps, r.Device)
	}
	if hr, ok := r.Columns.At(training.HeartRate, 0); hr != 120 || !ok {
		t.Errorf("heart rate %d", hr)
	}
	if _, ok := r.Columns.At(training.HeartRate, 1); ok || r.Columns.Has(training.Speed) || len(r.Warnings) != 1 {
		t.Errorf("what cannot be: %v", r.Warnings)
	}
}

// TestTimesThatClaimUTC are the place's where a sample's own UTC says so, and an
// envelope's content may be a text.
func TestTimesThatClaimUTC(t *testing.T) {
	t.Parallel()
	r := suuntoRead(t, forms()["archive"], []byte(`{"Samples":[
		{"TimeISO8601":"2019-04-18T09:25:29.000+00:00","Attributes":"{\"suunto/sml\":{\"Sample\":{\"Latitude\":0.889,\"Longitude\":0.1026,\"UTC\":\"2019-04-18T07:25:29.000+00:00\"}}}"},
		{"TimeISO8601":"2019-04-18T09:25:30.000+00:00","Attributes":{"suunto/sml":{"Sample":{"HR":2.5,"Events":[{"Lap":{"Type":"Manual"}},{"Pause":{"State":"x"}}]}}}},
		{"TimeISO8601":"2019-04-18T09:25:31.000+00:00","Attributes":{"suunto/sml":{"Sample":{"HR":"fast","Events":{}}}}},
		{"Attributes":{"suunto/sml":{"Sample":{"HR":1}}}}, 7]}`))
	if r.Start.Hour() != 7 || r.OffsetS == nil || *r.OffsetS != 7200 || r.Columns.Len() != 2 {
		t.Errorf("from %s, %d rows", r.Start, r.Columns.Len())
	}
}

func TestSuuntoFilesThatHoldNothing(t *testing.T) {
	t.Parallel()
	for name, f := range forms() {
		whole := f.write(ride())
		res, err := f.read(t.Context(), whole[:len(whole)/2], reading.Limits{})
		if err != nil || !res.Salvaged || len(res.Recordings) != 1 || res.Recordings[0].Columns.Len() < 100 {
			t.Errorf("half of %s: %v %+v", name, err, res.Warnings)
		}
		if _, err := f.read(t.Context(), whole[:90], reading.Limits{}); training.KindOf(err) != training.KindCorrupt {
			t.Errorf("the beginning of %s: %v", name, err)
		}
		if _, err := f.read(t.Context(), whole, reading.Limits{MaxRecords: 100}); training.KindOf(err) != training.KindTooLarge {
			t.Errorf("%s is too long: %v", name, err)
		}
		ended, stop := context.WithCancel(t.Context())
		stop()
		if _, err := f.read(ended, bytes.Repeat([]byte(" "), 10), reading.Limits{}); err == nil && name == "SML" {
			t.Errorf("%s goes on when it is called off", name)
		}
	}
	deep := strings.Repeat(`{"Data":`, 60) + `{"Samples":[{"TimeISO8601":"2024-03-01T06:30:00Z","HR":2}]}` + strings.Repeat(`}`, 60)
	for _, text := range []string{deep, `{}`, `{"Samples":[]}`, `{"DeviceLog":{"Header":7,"Samples":{}}}`} {
		if res, err := jsonfile.ReadJSON(t.Context(), []byte(text), reading.Limits{}); err != nil || res.Ignored == "" {
			t.Errorf("%s: %v %+v", text, err, res)
		}
	}
	if res, err := jsonfile.ReadSML(t.Context(), []byte(`<sml/>`), reading.Limits{}); err != nil || res.Ignored == "" {
		t.Errorf("%v %+v", err, res)
	}
}

func short() bodytest.Body {
	b := ride()
	b.Seconds, b.StandFrom, b.StandTo, b.AutoPause = 20, 4, 12, true
	return b
}

func FuzzSML(f *testing.F) { recordingtest.Sane(f, jsonfile.ReadSML, short().SML()) }

func FuzzJSON(f *testing.F) {
	recordingtest.Sane(f, jsonfile.ReadJSON, short().SuuntoJSON(), short().SuuntoLog())
}
