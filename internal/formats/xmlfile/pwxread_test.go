package xmlfile_test

import (
	"context"
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

func gpxReadText(t *testing.T, inner string) reading.Result {
	t.Helper()
	res, err := xmlfile.ReadGPX(context.Background(), []byte(`<gpx creator="Watch">`+inner+"</gpx>"), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func point(lat, lon, time, rest string) string {
	return `<trkpt lat="` + lat + `" lon="` + lon + `"><time>2024-03-01T` + time + `</time>` + rest + `</trkpt>`
}

func TestSpellingsOfSensors(t *testing.T) {
	t.Parallel()
	for rest, want := range map[string]struct {
		channel training.Channel
		value   int32
	}{
		`<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>141</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>`: {training.HeartRate, 141},
		`<extensions><gpxdata:hr>141</gpxdata:hr></extensions>`:                                                        {training.HeartRate, 141},
		`<extensions><heartrate>141</heartrate></extensions>`:                                                          {training.HeartRate, 141},
		`<extensions><cadence>88</cadence></extensions>`:                                                               {training.Cadence, 880},
		`<extensions><ns3:atemp>-3.5</ns3:atemp></extensions>`:                                                         {training.Temperature, -35},
		`<extensions><power>250</power></extensions>`:                                                                  {training.Power, 250},
		`<extensions><pwr:PowerInWatts>251.4</pwr:PowerInWatts></extensions>`:                                          {training.Power, 251},
		`<extensions><gpxtpx:speed>8.5</gpxtpx:speed></extensions>`:                                                    {training.Speed, 8500},
		`<ele>-20.2</ele>`: {training.Altitude, -2020},
	} {
		res := gpxReadText(t, `<trk><trkseg>`+point("46.5", "8.25", "10:00:00Z", rest)+`</trkseg></trk>`)
		if v, ok := res.Recordings[0].Columns.At(want.channel, 0); !ok || v != want.value {
			t.Errorf("%s gives %v %d %v", rest, want.channel, v, ok)
		}
	}
}

func TestOddPoints(t *testing.T) {
	t.Parallel()
	res := gpxReadText(t, `<trk><type>9</type><trkseg>`+
		point("91", "8", "10:00:00Z", "")+
		point("0", "0", "10:00:01Z", "<extensions><hr>0</hr></extensions>")+
		point("46", "8", "10:00:05Z", "<ele>NaN</ele>")+
		point("46.001", "8", "10:00:02Z", "")+
		point("46.002", "8", "", "")+
		strings.Replace(point("46.002", "8", "10:00:02Z", ""), "2024", "2044", 1)+
		`</trkseg></trk>`)
	r := res.Recordings[0]
	if r.Sport != training.Running || r.Device.Product != "Watch" {
		t.Errorf("sport %s, device %v", r.Sport, r.Device)
	}
	if c := &r.Columns; c.Len() != 4 || c.Data[training.Latitude].Valid.Count() != 2 || c.Has(training.HeartRate) || c.Has(training.Altitude) {
		t.Errorf("rows %v, columns %v", c.TimeS, c.Data)
	}
	all := words(r)
	for _, want := range []string{"1 points have no time", "3 values", "clock goes backwards", "1 points are weeks away"} {
		if !strings.Contains(all, want) {
			t.Errorf("no word of %q in %q", want, r.Warnings)
		}
	}
}

func TestPausesNeedABreakOrSilence(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		inner  string
		pauses int
	}{
		"a gap of 20 s in a segment": {point("46", "8", "10:00:00Z", "") + point("46", "8", "10:00:20Z", ""), 0},
		"a gap of 20 s between segments": {point("46", "8", "10:00:00Z", "") + point("46", "8", "10:00:01Z", "") +
			"</trkseg><trkseg>" + point("46", "8", "10:00:21Z", ""), 1},
		"a gap of 2 s between segments": {point("46", "8", "10:00:00Z", "") + "</trkseg><trkseg>" + point("46", "8", "10:00:02Z", ""), 0},
		"silence": {
			point("46", "8", "10:00:00Z", "") + point("46", "8", "10:00:01Z", "") + point("46", "8", "10:00:02Z", "") +
				point("46", "8", "10:00:40Z", "") + point("46", "8", "10:00:41Z", ""), 1,
		},
	} {
		if got := gpxReadText(t, "<trk><trkseg>"+tt.inner+"</trkseg></trk>").Recordings[0].Pauses; len(got) != tt.pauses {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func kmlRun() bodytest.Body {
	return bodytest.Body{Start: time.Date(2013, 9, 8, 8, 34, 59, 0, time.UTC), Seed: 4, Seconds: 300, Sport: "running", NoPower: true}
}

func TestATrackIsWhatWasRecorded(t *testing.T) {
	t.Parallel()
	bare := kmlRun()
	bare.NoHR = true
	place := []training.Channel{training.Latitude, training.Longitude, training.Altitude, training.Temperature}
	for name, tt := range map[string]struct {
		body     bodytest.Body
		channels []training.Channel
	}{"with sensors": {kmlRun(), append(place, training.HeartRate, training.Cadence)}, "with none": {bare, place}} {
		res, err := xmlfile.ReadKML(t.Context(), tt.body.KML("Running_10:34:59 AM_08-Sep-2013"), reading.Limits{})
		if err != nil || len(res.Recordings) != 1 {
			t.Fatalf("%s: %d recordings, %v", name, len(res.Recordings), err)
		}
		r := res.Recordings[0]
		recordingtest.Body(t, name, r, tt.body, tt.channels...)
		if r.Sport != training.Running || len(r.Warnings) > 0 || r.LocalStart {
			t.Errorf("%s: %s %q", name, r.Sport, r.Warnings)
		}
	}
}

// TestTimesAndPlacesMayComeOneAfterTheOther: the two are lists of one length, and
// what is missing in one has no point.
func TestTimesAndPlacesMayComeOneAfterTheOther(t *testing.T) {
	t.Parallel()
	res, err := xmlfile.ReadKML(t.Context(), []byte(`<kml><Document><name>My KML</name><Placemark><Track>
		<when>2013-09-08T10:00:00+02:00</when><when>2013-09-08T10:00:01+02:00</when><when>never</when>
		<coord>8.25 46.5 400</coord><coord/><coord>8.26 46.5</coord><coord>8.27 46.5</coord>
		<ExtendedData><SchemaData schemaUrl="#CYCLING-schema"><SimpleArrayData name="heart_rate"><value>140</value><value>0</value><value>x</value><value>1</value><value>2</value></SimpleArrayData>
		<SimpleArrayData name="speed"><value>9</value></SimpleArrayData></SchemaData></ExtendedData></Track></Placemark></Document></kml>`), reading.Limits{})
	if err != nil || len(res.Recordings) != 1 {
		t.Fatal(err)
	}
	r := res.Recordings[0]
	hr, _ := r.Columns.At(training.HeartRate, 0)
	_, zero := r.Columns.At(training.HeartRate, 1)
	if r.Columns.Len() != 2 || hr != 140 || zero || r.Columns.Has(training.Speed) || r.Sport != training.Cycling ||
		*r.OffsetS != 7200 || r.Start.Hour() != 8 || r.Name != "My KML" {
		t.Errorf("%d rows, hr %d, %s, %v", r.Columns.Len(), hr, r.Sport, r.Start)
	}
}

func TestWhatWasDrawnWasNotRecorded(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		`<kml><Document><Placemark><LineString><coordinates>7.7,49.4 7.8,49.5</coordinates></LineString></Placemark></Document></kml>`,
		`<kml><Track><coord>7.7 49.4</coord></Track></kml>`, `<kml/>`,
	} {
		if res, err := xmlfile.ReadKML(t.Context(), []byte(text), reading.Limits{}); err != nil || res.Ignored == "" {
			t.Errorf("%s: %v %+v", text, err, res)
		}
	}
	whole := kmlRun().KML("x")
	if res, err := xmlfile.ReadKML(t.Context(), whole[:len(whole)/3], reading.Limits{}); err != nil || !res.Salvaged ||
		len(res.Recordings) != 1 {
		t.Errorf("a part: %v %v", err, res.Warnings)
	}
	if _, err := xmlfile.ReadKML(t.Context(), whole[:100], reading.Limits{}); training.KindOf(err) != training.KindCorrupt {
		t.Errorf("its beginning: %v", err)
	}
	if _, err := xmlfile.ReadKML(t.Context(), whole, reading.Limits{MaxRecords: 100}); training.KindOf(err) != training.KindTooLarge {
		t.Errorf("too long: %v", err)
	}
}

func FuzzKML(f *testing.F) {
	b := kmlRun()
	b.Seconds = 8
	recordingtest.Sane(f, xmlfile.ReadKML, b.KML("x"))
}
