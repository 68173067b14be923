package ingest

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"lapkeep/internal/ingest/ingesttest"
	"lapkeep/internal/training"
)

var noon = time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)

func ride() ingesttest.Outing {
	return ingesttest.Outing{Sport: training.Cycling, Start: noon, Seconds: 1800, Seed: 1, LatDeg: 47, LonDeg: 8}
}

func TestChooseTakesTheBestOfEach(t *testing.T) {
	t.Parallel()
	make := func(id training.RecordingID, r *training.Recording) *member {
		m := &member{id: id, rec: r}
		m.count(&r.Columns)
		return m
	}
	watch := make("rwatch", ride().Record(ingesttest.Device{Channels: []training.Channel{
		training.HeartRate, training.Latitude, training.Longitude, training.Altitude, training.Speed, training.Distance, training.Temperature,
	}}))
	trainer := make("rtrainer", ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power, training.Cadence, training.Distance, training.HeartRate}}))
	for i := range trainer.rows / 2 { // its strap fell off
		trainer.rec.Columns.Data[training.HeartRate].Valid.Clear(i)
	}
	trainer.count(&trainer.rec.Columns)
	for _, members := range [][]*member{{watch, trainer}, {trainer, watch}} {
		rank(members)
		if members[0] != trainer {
			t.Fatal("the recording with power is the primary")
		}
		got := choose(members)
		var names [][]string
		for _, set := range got {
			var in []string
			for ch := range training.NumChannels {
				if set.Has(ch) {
					in = append(in, ch.String())
				}
			}
			names = append(names, in)
		}
		want := [][]string{
			{"power", "cadence"}, // its distance would stand beside the watch's speed
			{"hr", "speed", "altitude", "distance", "temp", "latitude", "longitude"},
		}
		if diff := cmp.Diff(want, names); diff != "" {
			t.Error(diff)
		}
	}
}
