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

func TestRelate(t *testing.T) {
	t.Parallel()
	all := ingesttest.Everything()
	headUnit := ingesttest.Device{Maker: "garmin", Serial: "1", Channels: all}
	tests := []struct {
		name string
		a, b *training.Recording
		want relation
	}{
		{
			"head unit and watch", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Maker: "garmin", Serial: "2", Channels: []training.Channel{training.HeartRate}, LateS: 20, Noise: 5}), sameActivity,
		},
		{
			"by track alone", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Channels: []training.Channel{training.Latitude, training.Longitude}, EarlyS: 100}), sameActivity,
		},
		{
			"by power alone, clocks 10 s apart", ride().Record(headUnit),
			shifted(ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power}}), 10*time.Second), sameActivity,
		},
		{
			"auto-pause on one", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Maker: "polar", Serial: "1", Channels: all, PauseFrom: 500, PauseTo: 700}), sameActivity,
		},
		{
			"one device, another moment", ride().Record(headUnit),
			ride().Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: all, LateS: 60}), doubtful,
		},
		{"one device, the same rows", ride().Record(headUnit), ride().Record(headUnit), aCopy},
		{
			"nothing in common", ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power}}),
			ride().Record(ingesttest.Device{Channels: []training.Channel{training.HeartRate}}), doubtful,
		},
		{"another course and effort", ride().Record(headUnit), other().Record(ingesttest.Device{Channels: all}), doubtful},
		{"hearts agree, tracks do not", ride().Record(headUnit), elsewhere(ride().Record(ingesttest.Device{Channels: all})), doubtful},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if !candidate(tt.a, tt.b) || !candidate(tt.b, tt.a) {
				t.Fatal("not even candidates")
			}
			for _, got := range []relation{
				relate(tt.a, &tt.a.Columns, tt.b, &tt.b.Columns), relate(tt.b, &tt.b.Columns, tt.a, &tt.a.Columns),
			} {
				if got != tt.want {
					t.Errorf("got %d, want %d", got, tt.want)
				}
			}
		})
	}
}

func shifted(r *training.Recording, d time.Duration) *training.Recording {
	r.Start = r.Start.Add(d)
	return r
}

func other() ingesttest.Outing {
	o := ride()
	o.Seed, o.LatDeg = 4, 48
	return o
}

func elsewhere(r *training.Recording) *training.Recording {
	for i := range r.Columns.TimeS {
		r.Columns.Data[training.Latitude].Values[i] += 1 << 20
	}
	return r
}

func TestCandidate(t *testing.T) {
	t.Parallel()
	device := ingesttest.Device{Channels: []training.Channel{training.HeartRate}}
	base := ride().Record(device)
	with := func(change func(*ingesttest.Outing)) *training.Recording {
		o := ride()
		change(&o)
		return o.Record(device)
	}
	tests := []struct {
		name string
		b    *training.Recording
		want bool
	}{
		{"the same time", with(func(*ingesttest.Outing) {}), true},
		{"a fifth apart", with(func(o *ingesttest.Outing) { o.Start = o.Start.Add(360 * time.Second) }), true},
		{"a little more", with(func(o *ingesttest.Outing) { o.Start = o.Start.Add(365 * time.Second) }), false},
		{"short within long", with(func(o *ingesttest.Outing) { o.Start, o.Seconds = o.Start.Add(600*time.Second), 300 }), true},
		{"afterwards", with(func(o *ingesttest.Outing) { o.Start = o.Start.Add(3600 * time.Second) }), false},
		{"a virtual ride", with(func(o *ingesttest.Outing) { o.SubSport = training.SubVirtual }), true},
		{"a run", with(func(o *ingesttest.Outing) { o.Sport = training.Running }), false},
		{"an unknown sport", with(func(o *ingesttest.Outing) { o.Sport = training.Other }), false},
		{"of no length", with(func(o *ingesttest.Outing) { o.Seconds = 0 }), false},
	}
	for _, tt := range tests {
		if got := candidate(base, tt.b); got != tt.want {
			t.Errorf("%s: got %v", tt.name, got)
		}
	}
	walk, run := with(func(o *ingesttest.Outing) { o.Sport = training.Walking }), with(func(o *ingesttest.Outing) { o.Sport = training.Running })
	if !candidate(walk, run) {
		t.Error("a walk and a run are one family")
	}
	unknown := with(func(o *ingesttest.Outing) { o.Sport = training.Other })
	if candidate(unknown, unknown) {
		t.Error("two unknown sports are not known to be the same")
	}
}

func TestFlatSignalsSayNothing(t *testing.T) {
	t.Parallel()
	flat := func() *training.Recording {
		r := ride().Record(ingesttest.Device{Channels: []training.Channel{training.Power}})
		for i := range r.Columns.TimeS {
			r.Columns.Data[training.Power].Values[i] = 200
		}
		return r
	}
	a, b := flat(), flat()
	if got := relate(a, &a.Columns, b, &b.Columns); got != doubtful {
		t.Errorf("got %d", got)
	}
}

func TestMetresBetweenAcrossTheDateLine(t *testing.T) {
	t.Parallel()
	if d := metresBetween(0, 179.9995, 0, -179.9995); d < 110 || d > 112 {
		t.Errorf("got %v m, want 111", d)
	}
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
