package match

import (
	"math/rand/v2"
	"testing"
	"time"

	"lapkeep/internal/training"
	"lapkeep/test/ingesttest"
)

// later returns a recording as a clock shows it that is ahead.
func later(r *training.Recording, by time.Duration) *training.Recording {
	r.Start = r.Start.Add(by)
	return r
}

// TestACopyOfAnotherTimeZoneIsOneActivity draws recordings and sets the clock of
// a copy, with sensors that are a little off and a beginning that is late.
func TestACopyOfAnotherTimeZoneIsOneActivity(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(5, 9))
	position := []training.Channel{training.Latitude, training.Longitude}
	some := [][]training.Channel{
		ingesttest.Everything(), position,
		{training.HeartRate},
		{training.Power},
		{training.Cadence},
		append(position, training.HeartRate),
		{training.HeartRate, training.Power, training.Cadence},
	}
	for range 80 {
		o := ride()
		o.Seed, o.Seconds, o.LatDeg = 1+5*draw.Float64(), 1200+draw.IntN(3600), -60+120*draw.Float64()
		quarters := 1 + draw.IntN(56)
		if draw.IntN(2) == 0 {
			quarters = -quarters
		}
		shift := time.Duration(quarters) * training.ClockStep
		channels := some[draw.IntN(len(some))]
		device := ingesttest.Device{Channels: channels, LateS: draw.IntN(60), EarlyS: draw.IntN(40), Noise: 5 * draw.Float64()}
		a := o.Record(ingesttest.Device{Maker: "garmin", Serial: "1", Channels: ingesttest.Everything()})
		b := later(o.Record(device), shift)
		for _, pair := range [][2]*training.Recording{{a, b}, {b, a}} {
			if e, got := Weigh(sketch(pair[0]), sketch(pair[1])); got != Same || e.Clock.Abs() != shift.Abs() {
				t.Errorf("%v of %d s, %v, %+v: %d by %+v", shift, o.Seconds, channels, device, got, e)
			}
		}
	}
}

// TestAnotherActivityHoursLaterStaysApart draws activities that begin and end
// whole quarters of an hour after another, and are not it.
func TestAnotherActivityHoursLaterStaysApart(t *testing.T) {
	t.Parallel()
	all := ingesttest.Everything()
	position := all[6:8]
	bare := ingesttest.Device{Channels: []training.Channel{training.Temperature}}
	longer := bare
	longer.EarlyS = 30
	drawn := rand.New(rand.NewPCG(6, 9))
	for range 30 {
		shift := time.Duration(1+drawn.IntN(56)) * training.ClockStep
		off := time.Duration(drawn.IntN(40)) * time.Second
		o := ride()
		o.Seed = 1 + drawn.Float64()
		another := o
		another.Seed += 1 + 3*drawn.Float64()
		for _, tt := range []struct {
			name string
			a, b *training.Recording
			want Relation
		}{
			{"another effort", o.Record(ingesttest.Device{Channels: all}), another.Record(ingesttest.Device{Channels: all}), Unlike},
			{
				"another effort indoors", o.Record(ingesttest.Device{Channels: all[:3]}),
				another.Record(ingesttest.Device{Channels: all[:3]}), Unlike,
			},
			{
				"the same round, two hearts", o.Record(ingesttest.Device{Channels: append(position[:2:2], training.HeartRate)}),
				with(o.Record(ingesttest.Device{Channels: append(position[:2:2], training.HeartRate)}), training.HeartRate, func(i int, v int32) int32 {
					return v + int32(8*(i/200%2)) - 4
				}), Unlike,
			},
			{
				"the same round, a little faster", o.Record(ingesttest.Device{Channels: position}),
				faster(o.Record(ingesttest.Device{Channels: position}), 103), Unlike,
			},
			{
				"the same steps again, another heart", o.Record(ingesttest.Device{Channels: all[:2]}),
				with(o.Record(ingesttest.Device{Channels: all[:2]}), training.HeartRate, func(i int, v int32) int32 { return v + int32(i/150) }),
				Unlike,
			},
			{"a place where nobody moved", still(o), still(o), Doubtful},
			{"nothing was recorded", o.Record(bare), o.Record(bare), Doubtful},
			{"nothing was recorded, and one is longer", o.Record(bare), another.Record(longer), Unlike},
			{
				"one device indoors", o.Record(ingesttest.Device{Serial: "1", Channels: all[:2]}),
				o.Record(ingesttest.Device{Serial: "1", Channels: all[:2]}), Doubtful,
			},
		} {
			off := off
			if tt.want == Doubtful {
				off = time.Duration(drawn.IntN(exactS)) * time.Second
			}
			b := later(tt.b, shift+off)
			if e, got := Weigh(sketch(tt.a), sketch(b)); got != tt.want {
				t.Errorf("%s, %v later: %d by %+v, want %d", tt.name, shift+off, got, e, tt.want)
			}
		}
	}
}

// with changes the values of a channel.
func with(r *training.Recording, ch training.Channel, change func(i int, v int32) int32) *training.Recording {
	for i, v := range r.Columns.Data[ch].Values {
		r.Columns.Data[ch].Values[i] = change(i, v)
	}
	return r
}

// faster passes the same places sooner, then waits at the end.
func faster(r *training.Recording, pct int) *training.Recording {
	for _, ch := range []training.Channel{training.Latitude, training.Longitude} {
		was := append([]int32(nil), r.Columns.Data[ch].Values...)
		with(r, ch, func(i int, _ int32) int32 { return was[min(len(was)-1, i*pct/100)] })
	}
	return r
}

// still records a position that does not change.
func still(o ingesttest.Outing) *training.Recording {
	r := o.Record(ingesttest.Device{Channels: []training.Channel{training.Latitude, training.Longitude}})
	for _, ch := range []training.Channel{training.Latitude, training.Longitude} {
		first := r.Columns.Data[ch].Values[0]
		with(r, ch, func(int, int32) int32 { return first })
	}
	return r
}

// TestOtherClocksThanZonesAreNotSet: nor days.
func TestOtherClocksThanZonesAreNotSet(t *testing.T) {
	t.Parallel()
	for _, by := range []time.Duration{
		0, 10 * time.Minute, 2*time.Hour + 7*time.Minute, 24 * time.Hour, -14*time.Hour - 15*time.Minute, 24*time.Hour + 15*time.Minute,
	} {
		device := ingesttest.Device{Channels: ingesttest.Everything()}
		a, b := ride().Record(device), ride().Record(device)
		if later(b, by); Shifted(a, b) {
			t.Errorf("%v is taken for another time zone", by)
		}
	}
	a, b := ride().Record(ingesttest.Device{}), ride().Record(ingesttest.Device{EarlyS: 200})
	if later(b, 2*time.Hour); Shifted(a, b) {
		t.Error("one of another length is taken for a copy")
	}
	b = later(ride().Record(ingesttest.Device{}), 2*time.Hour)
	if b.Sport = training.Swimming; Shifted(a, b) {
		t.Error("a swim is taken for a copy of a ride")
	}
}
