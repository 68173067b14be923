package reading_test

import (
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"lapkeep/internal/formats/reading"
	"lapkeep/internal/training"
)

var noon = time.Date(2024, 6, 1, 12, 0, 0, 0, time.UTC)

func TestNumbersThatCannotBe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		channel training.Channel
		text    string
		ok, has bool
		value   int32
	}{
		{training.Power, "250", true, true, 250},
		{training.Power, " 250.6 ", true, true, 251},
		{training.Power, "-1", false, false, 0},
		{training.Power, "", true, false, 0},
		{training.Power, "NaN", false, false, 0},
		{training.Power, "Inf", false, false, 0},
		{training.Power, "1e300", false, false, 0},
		{training.Power, "many", false, false, 0},
		{training.HeartRate, "0", false, false, 0},
		{training.HeartRate, "255", false, false, 0},
		{training.Altitude, "-20.2", true, true, -2020},
		{training.Latitude, "90", true, true, 1 << 30},
		{training.Latitude, "90.1", false, false, 0},
		{training.Longitude, "180", true, true, math.MaxInt32},
		{training.Longitude, "-180", true, true, math.MinInt32},
	} {
		var p reading.Point
		ok := p.SetText(tt.channel, tt.text)
		if ok != tt.ok || p.Has(tt.channel) != tt.has {
			t.Errorf("%v %q: ok %v, has %v", tt.channel, tt.text, ok, p.Has(tt.channel))
			continue
		}
		p.Time = noon
		if tt.has {
			if v, _ := build(p).Columns.At(tt.channel, 0); v != tt.value {
				t.Errorf("%v %q is %d, want %d", tt.channel, tt.text, v, tt.value)
			}
		}
	}
}

func build(points ...reading.Point) *training.Recording {
	var b reading.Builder
	for _, p := range points {
		b.Add(p)
	}
	r := &training.Recording{}
	b.Build(r, time.Time{})
	return r
}

func TestTimes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]struct {
		unix   int64
		offset int
		ok     bool
	}{
		"2024-06-01T12:00:00Z":          {noon.Unix(), 0, true},
		"2024-06-01T12:00:00.75Z":       {noon.Unix(), 0, true},
		"2024-06-01T14:00:00+02:00":     {noon.Unix(), 7200, true},
		"2024-06-01T17:30:00.123+05:30": {noon.Unix(), 19800, true},
		"2024-06-01T12:00:00":           {noon.Unix(), 0, true},
		"2024-06-01":                    {0, 0, false},
		"+052870-03-11T09:39:10.000Z":   {0, 0, false},
		"1602-01-01T00:00:00Z":          {0, 0, false},
		"":                              {0, 0, false},
	} {
		at, offset, has, ok := reading.ParseTime(text)
		if ok != want.ok || ok && at.Unix() != want.unix || offset != want.offset || has != (want.offset != 0) {
			t.Errorf("%q: %v %d %v %v", text, at, offset, has, ok)
		}
	}
}

func TestStart(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		start, want time.Time
	}{
		"none":             {time.Time{}, noon},
		"before the first": {noon.Add(-5 * time.Second), noon.Add(-5 * time.Second)},
		"after the first":  {noon.Add(time.Hour), noon},
		"years before":     {noon.AddDate(-10, 0, 0), noon},
	} {
		var b reading.Builder
		b.Add(reading.Point{Time: noon.Add(300 * time.Millisecond)})
		r := &training.Recording{}
		b.Build(r, tt.start)
		if !r.Start.Equal(tt.want) {
			t.Errorf("%s: %v, want %v", name, r.Start, tt.want)
		}
	}
}

// However the points come, rows rise by the second and columns fit them.
func TestRowsAlwaysRise(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var b reading.Builder
		distinct := map[int64]bool{}
		for range rapid.IntRange(0, 40).Draw(t, "points") {
			p := reading.Point{Time: noon.Add(time.Duration(rapid.IntRange(0, 200_000).Draw(t, "ms")) * time.Millisecond)}
			if rapid.Bool().Draw(t, "power") {
				p.Set(training.Power, float64(rapid.IntRange(0, 500).Draw(t, "W")))
			}
			if rapid.Bool().Draw(t, "break") {
				b.Break()
			}
			distinct[p.Time.Unix()] = true
			b.Add(p)
		}
		r := &training.Recording{}
		b.Build(r, time.Time{})
		c := &r.Columns
		if c.Len() != len(distinct) {
			t.Fatalf("%d rows for %d seconds", c.Len(), len(distinct))
		}
		for i := 1; i < c.Len(); i++ {
			if c.TimeS[i] <= c.TimeS[i-1] {
				t.Fatalf("times %v", c.TimeS)
			}
		}
		paused := 0.0
		for _, p := range r.Pauses {
			if p.ToS <= p.FromS {
				t.Fatalf("pauses %v", r.Pauses)
			}
			paused += p.ToS - p.FromS
		}
		if timer := reading.Timer(r.ElapsedS, r.Pauses); timer != r.ElapsedS-paused || timer < 0 {
			t.Fatalf("timer %v of %v with %v paused", timer, r.ElapsedS, paused)
		}
	})
}

func TestPauseBefore(t *testing.T) {
	t.Parallel()
	r := &training.Recording{Pauses: []training.Span{{FromS: 2, ToS: 10}}}
	r.Columns.TimeS = []int32{0, 1, 2, 10, 11}
	var got []int
	for i := range r.Columns.TimeS {
		if reading.PauseBefore(r, i) {
			got = append(got, i)
		}
	}
	if diff := cmp.Diff([]int{3}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
