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
