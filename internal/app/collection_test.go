package app_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"lapkeep/internal/formats/fit"
	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// sensors are channels without a position: finding the time zone of one
// takes longer than all else in a small import.
func sensors() []training.Channel {
	return []training.Channel{training.Power, training.HeartRate, training.Cadence, training.Speed, training.Distance}
}

// collection writes outings of a few minutes as FIT files: some were recorded
// by two devices, some are there twice.
func collection(t *testing.T, folder string, outings, seconds int, channels []training.Channel) {
	t.Helper()
	sports := []training.Sport{training.Cycling, training.Cycling, training.Running, training.Walking}
	for i := range outings {
		o := ingesttest.Outing{
			Sport: sports[i%len(sports)], Start: clock().AddDate(0, 0, -outings+i).Add(-3 * time.Hour), Seconds: seconds + i%60,
			Seed: float64(i), LatDeg: 47, LonDeg: 8,
		}
		name := func(of string) string { return filepath.Join(folder, fmt.Sprintf("%04d-%s.fit", i, of)) }
		head := fitFile(t, o.Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: channels}))
		writeFile(t, name("head"), head)
		if i%5 == 2 {
			watch := ingesttest.Device{Maker: "suunto", Serial: "2", Channels: watched(channels), LateS: 7}
			writeFile(t, name("watch"), fitFile(t, o.Record(watch)))
		}
		if i%11 == 3 {
			writeFile(t, name("copy"), head)
		}
	}
}

// watched are those that a watch on the wrist has, too.
func watched(channels []training.Channel) []training.Channel {
	return slices.DeleteFunc(slices.Clone(channels), func(c training.Channel) bool {
		return c == training.Power || c == training.Cadence
	})
}

func fitFile(t *testing.T, rec *training.Recording) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := fit.Write(&b, []*training.Recording{rec}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
