package xmlfile_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
)

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

func TestDistanceIsMeasuredOnTheGlobe(t *testing.T) {
	t.Parallel()
	res := gpxReadText(t, `<trk><trkseg>`+point("0", "8", "10:00:00Z", "")+point("1", "8", "10:00:01Z", "")+`</trkseg></trk>`)
	v, _ := res.Recordings[0].Columns.At(training.Distance, 1)
	// A degree of a great circle of the mean radius is 111.195 km.
	if math.Abs(float64(v)/100-111_195) > 1 {
		t.Errorf("a degree is %d cm", v)
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
