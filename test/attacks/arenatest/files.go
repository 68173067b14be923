package arenatest

import (
	"archive/zip"
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"
)

// Day is when the rides of these tests begin; they are all in the past.
func Day(n int) time.Time { return time.Date(2026, 3, 1+n, 7, 0, 0, 0, time.UTC) }

// Ride is a recording of ten minutes, as TCX. Rides of other days and powers
// are other rides.
func Ride(start time.Time, watts int) []byte {
	var b strings.Builder
	b.WriteString(`<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities><Activity Sport="Biking">`)
	fmt.Fprintf(&b, `<Id>%s</Id><Lap StartTime="%[1]s"><TotalTimeSeconds>600</TotalTimeSeconds>`+
		`<DistanceMeters>5000</DistanceMeters><Calories>90</Calories><Intensity>Active</Intensity>`+
		`<TriggerMethod>Manual</TriggerMethod><Track>`, start.Format(time.RFC3339))
	for s := 0; s <= 600; s += 5 {
		fmt.Fprintf(&b, `<Trackpoint><Time>%s</Time><Position><LatitudeDegrees>%.6f</LatitudeDegrees><LongitudeDegrees>%.6f</LongitudeDegrees></Position>`+
			`<AltitudeMeters>%d</AltitudeMeters><DistanceMeters>%.1f</DistanceMeters><HeartRateBpm><Value>%d</Value></HeartRateBpm><Cadence>85</Cadence>`+
			`<Extensions><TPX xmlns="http://www.garmin.com/xmlschemas/ActivityExtension/v2"><Watts>%d</Watts></TPX></Extensions></Trackpoint>`,
			start.Add(time.Duration(s)*time.Second).Format(time.RFC3339), 47.123456+float64(s)*1e-5, 8.654321+float64(s)*1e-5,
			400+s/60, float64(s)*8.33, 120+s/20, watts+s%40)
	}
	b.WriteString(`</Track></Lap></Activity></Activities></TrainingCenterDatabase>`)
	return []byte(b.String())
}

// Zip packs files, in order.
func Zip(t testing.TB, files ...[2]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, f := range files {
		w, err := z.Create(f[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
