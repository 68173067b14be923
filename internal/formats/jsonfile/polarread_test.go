package jsonfile_test

import (
	"bytes"
	"context"
	"math"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/jsonfile"
	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
	"lapkeep/test/archivetest/bodytest"
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

func TestRefine(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		maker, product, title, file string
		sport                       training.Sport
		sub                         string
		place                       bool
		wantSport                   training.Sport
		want                        string
	}{
		"a maker of courses":               {maker: "zwift", product: "0", sport: "cycling", place: true, want: "virtual"},
		"said to be indoors, on an island": {maker: "zwift", sport: "cycling", sub: "indoor", place: true, want: "virtual"},
		"said to be a road":                {maker: "virtualtraining", sport: "cycling", sub: "road", place: true, want: "virtual"},
		"a run":                            {maker: "zwift", sport: "running", place: true, want: "virtual"},
		"indoors without a place stays":    {maker: "zwift", sport: "cycling", sub: "indoor", want: "indoor"},
		"a course without places":          {product: "BKOOL Simulator", sport: "cycling", want: "virtual"},
		"a creator":                        {product: "http://www.rouvy.com", sport: "cycling", place: true, want: "virtual"},
		"a program in development":         {maker: "development", product: "MyWhoosh", sport: "cycling", place: true, want: "virtual"},
		"a program of TrainingPeaks": {
			maker: "peaksware", product: "TrainingPeaks Virtual", sport: "cycling",
			place: true, want: "virtual",
		},
		"a program of a maker of watches": {
			maker: "garmin", product: "tacx_training_app_win", sport: "cycling",
			place: true, want: "virtual",
		},
		"the name of the file": {file: "x/MyNewActivity-3.8.5.fit", sport: "cycling", place: true, want: "virtual"},
		"the name of a file of a head unit": {
			maker: "garmin", product: "edge_530", file: "x/MyNewActivity-3.8.5.fit",
			sport: "cycling", place: true, want: "",
		},
		"an address beside a name": {product: "App http://velo.example", sport: "cycling", place: true, want: ""},
		"an address of an app":     {product: "Converted by x2y, http://www.zwift.com", sport: "cycling", place: true, want: ""},
		"a part of a word":         {product: "WATTPVision 3", sport: "cycling", place: true, want: ""},
		"a part of a longer word":  {product: "zwift2gpx", sport: "cycling", place: true, want: ""},
		"the number of a version":  {product: "MyWhoosh2 4.1", sport: "cycling", place: true, want: "virtual"},
		"a name of two words":      {product: "Wahoo RGT", sport: "cycling", place: true, want: "virtual"},
		"the name of the file against its word": {
			maker: "garmin", file: "zwift_1.fit", sport: "cycling", sub: "gravel",
			place: true, want: "gravel",
		},
		"the name of the activity": {
			product: "StravaGPX", title: "Zwift - Volcano Flat in Watopia",
			sport: "cycling", place: true, want: "virtual",
		},
		"an athlete's words":                  {product: "StravaGPX", title: "No Zwift today", sport: "cycling", place: true, want: ""},
		"a workout on a trainer, of no sport": {maker: "trainer_road", sport: "other", wantSport: "cycling", want: "indoor"},
		"a workout that was ridden outside":   {product: "TrainerRoad", sport: "cycling", place: true, want: ""},
		"a swim":                              {maker: "tacx", sport: "swimming", place: true, want: ""},
		"a watch": {
			maker: "garmin", product: "fr945", file: "zwifter.fit",
			sport: "cycling", place: true, want: "",
		},
		"what it says itself needs no word of us": {maker: "zwift", sport: "cycling", sub: "virtual", place: true, want: "virtual"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := &training.Recording{
				Sport: tt.sport, SubSport: tt.sub, Name: tt.title,
				Device: training.Device{Manufacturer: tt.maker, Product: tt.product},
			}
			r.Columns.TimeS = []int32{0}
			if tt.place {
				r.Columns.Put(training.Latitude, 0, -138_000_000)
				r.Columns.Put(training.Longitude, 0, 1_991_000_000)
			}
			jsonfile.Refine(r, tt.file)
			if tt.wantSport == "" {
				tt.wantSport = tt.sport
			}
			if r.SubSport != tt.want || r.Sport != tt.wantSport {
				t.Errorf("%s %q, want %s %q", r.Sport, r.SubSport, tt.wantSport, tt.want)
			}
			if changed := tt.sub != tt.want; changed != (len(r.Warnings) == 1) {
				t.Errorf("said %q", r.Warnings)
			}
		})
	}
}

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

// TestTimesThatClaimUTC checks that times that claim UTC are local where a
// sample's own UTC shows it, and that an envelope's content may be a text.
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
