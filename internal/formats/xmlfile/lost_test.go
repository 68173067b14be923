package xmlfile_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/formats/xmlfile"
	"lapkeep/internal/training"
)

// TestUnreadableTimesAreNoCourse: points whose times cannot be read are a
// failure that says so, in every form; points without times are a course.
func TestUnreadableTimesAreNoCourse(t *testing.T) {
	t.Parallel()
	for name, read := range map[string]func(at string) error{
		"gpx": func(at string) error {
			_, err := xmlfile.ReadGPX(t.Context(), []byte(`<gpx><trk><trkseg><trkpt lat="1" lon="2"><time>`+at+`</time></trkpt></trkseg></trk></gpx>`),
				reading.Limits{})
			return err
		},
		"kml": func(at string) error {
			_, err := xmlfile.ReadKML(t.Context(), []byte(`<kml><Track><when>`+at+`</when><coord>1 2</coord></Track></kml>`), reading.Limits{})
			return err
		},
		"tcx": func(at string) error {
			_, err := xmlfile.ReadTCX(t.Context(), []byte(`<TrainingCenterDatabase><Activity Sport="Running"><Lap StartTime="`+at+
				`"><Track><Trackpoint><Time>`+at+`</Time></Trackpoint></Track></Lap></Activity></TrainingCenterDatabase>`), reading.Limits{})
			return err
		},
		"pwx": func(at string) error {
			_, err := xmlfile.ReadPWX(t.Context(), []byte(`<pwx><workout><time>`+at+
				`</time><sample><timeoffset>1</timeoffset></sample></workout></pwx>`), reading.Limits{})
			return err
		},
		"fitlog": func(at string) error {
			_, err := xmlfile.ReadFitLog(t.Context(), []byte(`<FitnessWorkbook><Activity StartTime="`+at+
				`"><Track><pt tm="1"/></Track></Activity></FitnessWorkbook>`), reading.Limits{})
			return err
		},
	} {
		for at, fails := range map[string]bool{"10 past 4": true, "": false, "0001-01-01T00:00:00Z": false, "2024-05-01 10:00": false} {
			err := read(at)
			if told := err != nil && strings.Contains(err.Error(), at); told != fails || err != nil && training.KindOf(err) != training.KindUnsupported {
				t.Errorf("%s: %q gives %v", name, at, err)
			}
		}
	}
}

// TestUnreadNumbersAreNamed: a number that no channel is for is named once;
// words are not, and what is read is not either.
func TestUnreadNumbersAreNamed(t *testing.T) {
	t.Parallel()
	res, err := xmlfile.ReadGPX(t.Context(), []byte(`<gpx><trk><trkseg>`+strings.Repeat(`<trkpt lat="1" lon="2"><time>2024-05-01T10:00:00Z</time>
		<sat>7</sat><extensions><bpm>150</bpm><mbar>1002</mbar><mood>good</mood></extensions></trkpt>`, 2)+`</trkseg></trk></gpx>`), reading.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if said := words(&training.Recording{Warnings: res.Warnings}); said != "These values of the points were not read: mbar." {
		t.Errorf("said %q", said)
	}
	r := res.Recordings[0]
	if hr, _ := r.Columns.At(training.HeartRate, 0); hr != 150 || len(r.Warnings) > 0 {
		t.Errorf("heart rate %d, said %q", hr, r.Warnings)
	}
}

// TestTheTracksOfAPlaceAreOneActivity: an app begins another track in the same
// place where the athlete went on after a rest.
func TestTheTracksOfAPlaceAreOneActivity(t *testing.T) {
	t.Parallel()
	track := func(from int) string {
		var b strings.Builder
		for i := range 100 {
			at := time.Date(2024, 5, 1, 10, 0, from+i, 0, time.UTC).Format(time.RFC3339)
			fmt.Fprintf(&b, "<when>%s</when><coord>8 %.6f 400</coord>", at, 47+float64(from+i)*3e-5)
		}
		return "<Track>" + b.String() + "</Track>"
	}
	const head = `<name>Lake</name><ExtendedData><Data name="activityType"><value>running</value></Data></ExtendedData>`
	for name, c := range map[string]struct {
		inner      string
		recordings int
		pauses     int
	}{
		"one place of several":  {"<Placemark>" + head + "<MultiTrack>" + track(0) + track(400) + "</MultiTrack></Placemark>", 1, 1},
		"one place, no group":   {"<Placemark>" + head + track(0) + track(400) + "</Placemark>", 1, 1},
		"two places":            {"<Placemark>" + head + track(0) + "</Placemark><Placemark>" + head + track(400) + "</Placemark>", 2, 0},
		"tracks that are alone": {track(0) + track(400), 2, 0},
	} {
		res, err := xmlfile.ReadKML(t.Context(), []byte("<kml><Document>"+c.inner+"</Document></kml>"), reading.Limits{})
		if err != nil || len(res.Recordings) != c.recordings {
			t.Errorf("%s: %d recordings, %v", name, len(res.Recordings), err)
			continue
		}
		r := res.Recordings[0]
		if len(r.Pauses) != c.pauses || strings.Contains(c.inner, head) && (r.Sport != training.Running || r.Name != "Lake") {
			t.Errorf("%s: pauses %v, %s, %q", name, r.Pauses, r.Sport, r.Name)
		}
	}
}
